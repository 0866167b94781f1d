// Follows topics of the embedded log: a loop a topic, woken by appends of this and of other threads.
import { once } from 'node:events'
import type { AnyTopicName } from '../../schemas/topics.ts'
import type { Delivery, LogPosition, SubscribeOptions, Subscription } from '../ports/event-log.ts'
import { type LogFiles, PARTITION } from './log-files.ts'
import { readBatch } from './log-rows.ts'

/** A safety net only: appends wake the readers at once. */
const POLL_MS = 500

export async function subscribe(
  log: LogFiles,
  options: SubscribeOptions,
  announce: (at: readonly LogPosition[]) => void,
): Promise<Subscription> {
  const stopped = new AbortController()
  const fail = (error: Error) => {
    if (stopped.signal.aborted) return
    stopped.abort()
    options.failed(error)
  }
  const loops = options.topics.map((topic) =>
    follow(log, { ...options, fail }, topic, stopped.signal).catch(fail),
  )
  const subscription: Subscription = {
    announce: async (at) => announce(at),
    close: async () => {
      stopped.abort()
      log.woken.emit('appended')
      const released = options.topics.map((topic) => options.released?.(topic, PARTITION))
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
  topic: AnyTopicName,
  signal: AbortSignal,
): Promise<void> {
  let after = await options.resumeAfter(topic, PARTITION)
  while (!signal.aborted) {
    const records = readBatch(log, {
      topic,
      partition: PARTITION,
      after,
      maxRecords: options.maxRecords,
    })
    if (records.length === 0) {
      await appended(log, signal)
      continue
    }
    const delivery: Delivery = { topic, partition: PARTITION, records }
    await options.deliver(delivery, options.fail)
    after = records.at(-1)!.position
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Resolves on the next append, when stopped, or after the safety net's time. */
async function appended(log: LogFiles, signal: AbortSignal): Promise<void> {
  const wait = AbortSignal.any([signal, AbortSignal.timeout(POLL_MS)])
  await once(log.woken, 'appended', { signal: wait }).catch(() => undefined)
}
