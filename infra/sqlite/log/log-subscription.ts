// Follows topics of the embedded log: one loop per topic, woken by appends of this thread and of others.
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type {
  LogPosition,
  RecordBatch,
  SubscribeOptions,
  Subscription,
} from '../../ports/event-log.ts'
import { lastOf } from '../../runtime/certain.ts'
import { sleep } from '../../runtime/wait/pause.ts'
import { type LogFiles, PARTITION } from './log-files.ts'
import { nextRecords } from './recent-records.ts'

/** A safety net only: appends wake the readers at once. */
const POLL_MS = 500
/** One delivery is one stretch of work without a break, and all processors share a thread. */
const MAX_RECORDS = 32
/**
 * Under load, records that arrive within this time are delivered together: each delivery has a cost of its own. A
 * single record does not wait.
 */
const GATHER_MS = 20

export async function subscribe(
  log: LogFiles,
  options: SubscribeOptions,
  announce: (at: readonly LogPosition[]) => Promise<void>,
): Promise<Subscription> {
  const stopped = new AbortController()
  const fail = (error: Error) => {
    if (stopped.signal.aborted) return
    stopped.abort()
    options.failed(error)
  }
  // The only process decides for all partitions, so there are no standbys.
  const topics = options.standby === undefined ? options.topics : []
  const loops = topics.map((topic) =>
    follow(log, { ...options, fail }, { topic, signal: stopped.signal }).catch(fail),
  )
  const subscription: Subscription = {
    announce,
    close: async () => {
      stopped.abort()
      for (const topic of topics) log.woken.emit(topic)
      const released = topics.map((topic) => options.released?.(topic, PARTITION))
      await Promise.all([...loops, ...released])
      log.subscriptions.delete(subscription)
    },
  }
  log.subscriptions.add(subscription)
  return subscription
}

async function follow(
  log: LogFiles,
  options: SubscribeOptions & { fail: (error: Error) => void },
  { topic, signal }: { topic: AnyTopicName; signal: AbortSignal },
): Promise<void> {
  let after = await options.resumeAfter(topic, PARTITION)
  let gatherUntil = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    const maxRecords = Math.min(options.maxRecords, MAX_RECORDS)
    const records = nextRecords(log, { topic, after: after ?? -1, maxRecords })
    if (records.length === 0) {
      await appended(log, topic, signal)
      const waitMs = gatherUntil - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      continue
    }
    const delivery: RecordBatch = { topic, partition: PARTITION, records }
    await options.deliver(delivery, options.fail)
    gatherUntil = performance.now() + (records.length > 1 ? GATHER_MS : 0)
    const upTo = (await options.takenInUpTo?.(topic, PARTITION)) ?? -1
    after = Math.max(lastOf(records).position, upTo)
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Resolves on the next append to the topic, when stopped, or after the safety net's time. */
function appended(log: LogFiles, topic: AnyTopicName, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      log.woken.off(topic, done)
      resolve()
    }
    const timer = setTimeout(done, POLL_MS)
    log.woken.on(topic, done)
  })
}
