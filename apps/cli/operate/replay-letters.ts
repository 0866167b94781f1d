// Handles dead letters again, and removes those that succeed. A transformer gets the record again, and what it yields
// is appended. A projection is rebuilt beside the one in use, because later records have been applied without it.
// Deliveries of webhooks have no order between them: the record is applied late.
import type { EventLog, LogRecord } from '../../../infra/ports/event-log.ts'
import type { ProjectionName } from '../../../infra/ports/ports.ts'
import { present } from '../../../infra/runtime/certain.ts'
import { type DeadLetter, readLetter } from '../../../infra/runtime/fail/read-letter.ts'
import type { Processor, Projector, Transformer } from '../../../infra/runtime/run/processor.ts'
import { project } from '../../../infra/runtime/run/run-projector.ts'
import { settle } from '../../../infra/runtime/run/run-transformer.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createStateFeed, type StateFeed } from '../../../infra/runtime/run/state-feed.ts'
import { workAlone } from '../../../infra/runtime/turns/work-alone.ts'
import { createProcessors, flow } from '../../../processors/flow.ts'
import { followSettings, type SettingsView } from '../../../processors/settings/settings-view.ts'
import type { StoredEvent } from '../../../schemas/events/envelope.ts'
import { deadLetterTopic, topicNames } from '../../../schemas/topics.ts'
import { projectionNames } from '../../composition/projections.ts'
import { startWorker } from '../../worker/worker.ts'
import type { Io } from '../command/command.ts'
import { rebuild } from './replay.ts'
import type { Opened } from './with-ports.ts'

export type Letter = { record: LogRecord; event: StoredEvent; parked: DeadLetter }

/** All of them, or those with these ids. */
export async function readLetters(log: EventLog, ids: readonly string[] | null): Promise<Letter[]> {
  const wanted = ids && new Set(ids)
  const letters: Letter[] = []
  for (const topic of topicNames.map(deadLetterTopic)) {
    for (const partition of log.partitions(topic)) {
      for await (const records of log.read({ topic, partition })) {
        for (const record of records) {
          const { event } = record
          if (!event || (wanted && !wanted.has(event.id))) continue
          letters.push({ record, event, parked: readLetter(record) })
        }
      }
    }
  }
  return letters
}

/** Returns the letters that fail this time too. */
export async function replayLetters(
  opened: Opened,
  letters: readonly Letter[],
  io: Io,
): Promise<Letter[]> {
  const { ports, runtime } = opened
  const settings = await followSettings({ ...ports, failed: runtime.failed.bind(null, 'settings') })
  const left = await handleOneByOne(opened, letters, settings).finally(settings.close)
  for (const name of projectionNames) {
    left.push(...(await rebuildFor(opened, name, { letters, io })))
  }
  return left
}

/** Those of processors that are not replayed. */
async function handleOneByOne(
  opened: Opened,
  letters: readonly Letter[],
  settings: SettingsView,
): Promise<Letter[]> {
  const { ports, runtime } = opened
  const worker = opened.beside ? null : await startProjections(opened)
  try {
    const processors = createProcessors({ ...ports, settings, signal: runtime.signal })
    const left: Letter[] = []
    for (const letter of letters) {
      runtime.signal.throwIfAborted()
      const processor = processors.find(({ name }) => name === letter.parked.processor)
      if (processor?.replayed) continue
      if (processor && (await handledAgain(opened, processor, letter)))
        await remove(ports.log, letter)
      else left.push(letter)
    }
    return left
  } finally {
    await worker?.stop()
  }
}

/** A transformer reads projections, and a forget waits for all of them: they run here where no service does. */
function startProjections({ ports, runtime: { telemetry, failed } }: Opened) {
  const only = flow
    .filter(({ replayed, name }) => replayed || name === 'deliver-webhooks')
    .map(({ name }) => name)
  return startWorker({ ports, telemetry, only, failed })
}

/** A missing record was erased: there is nothing left to handle. */
async function handledAgain(
  opened: Opened,
  processor: Processor,
  { parked, record: letter }: Letter,
): Promise<boolean> {
  const record = await readRecord(opened.ports.log, parked)
  if (!record) return true
  return processor.kind === 'transformer'
    ? transformed(opened, processor, record)
    : appliedLate(opened, processor, { record, letter })
}

async function transformed(
  { ports, runtime }: Opened,
  transformer: Transformer,
  record: LogRecord,
): Promise<boolean> {
  const feed = await feedOf(runtime, transformer, record)
  const append: EventLog['append'] = async (records) => {
    const positions = await ports.log.append(records)
    await feed?.committed(records, positions)
    return positions
  }
  try {
    const settled = await settle(runtime, transformer, {
      group: [record],
      work: workAlone({ append }, runtime.signal),
    })
    if (!settled.isDeadLettered) settled.committed?.(await append(settled.records))
    return !settled.isDeadLettered
  } finally {
    feed?.close()
    await transformer.states?.discard?.(record.partition)
  }
}

/**
 * The state reads up to the end of the log first: beside a worker that has the partition, this process has a state of
 * its own.
 */
async function feedOf(
  runtime: RuntimeParts,
  transformer: Transformer,
  record: LogRecord,
): Promise<StateFeed | null> {
  if (!transformer.states) return null
  const { topic, partition } = record
  const feed = createStateFeed(runtime, transformer, { topic, partition, position: undefined })
  await feed.deliver({ topic, partition, records: [record] })
  return feed
}

/**
 * The projector's own checkpoint is far behind the record, so the step gets a checkpoint that no other step uses: a
 * partition of the dead letters named by the letter's position.
 */
async function appliedLate(
  { runtime }: Opened,
  projector: Projector,
  { record, letter }: { record: LogRecord; letter: LogRecord },
): Promise<boolean> {
  const still = noting(runtime.log, [letter])
  const checkpoint = { topic: letter.topic, partition: letter.position, position: 1 }
  const late: Projector = {
    ...projector,
    apply: (batch) => projector.apply(batch, checkpoint),
  }
  const { topic, partition } = record
  await project({ ...runtime, log: still.log }, late, { topic, partition, records: [record] })
  return still.ids.size === 0
}

/** Rebuilds a projection that has any of these letters; returns those that failed again. */
async function rebuildFor(
  opened: Opened,
  name: ProjectionName,
  { letters, io }: { letters: readonly Letter[]; io: Io },
): Promise<Letter[]> {
  const processor = present(
    flow.find(({ stores, replayed }) => replayed && stores.some((s) => s === name)),
    'processor of the projection',
  )
  const own = letters.filter(({ parked }) => parked.processor === processor.name)
  if (own.length === 0) return []
  const still = noting(
    opened.runtime.log,
    own.map(({ record }) => record),
  )
  const runtime = { ...opened.runtime, log: still.log }
  await rebuild({ ...opened, runtime }, name, { check: false, io, deadLettered: still.note })
  const left = own.filter(({ event }) => still.ids.has(event.id))
  for (const letter of own) if (!left.includes(letter)) await remove(opened.ports.log, letter)
  return left
}

type Noting = {
  log: EventLog
  /** Of what is appended to other logs. */
  note(ids: readonly string[]): void
  ids: ReadonlySet<string>
}

/** A log that notes which of the letters would be appended again, and appends only other ones. */
function noting(log: EventLog, letters: readonly LogRecord[]): Noting {
  const known = new Set(letters.map(({ event }) => present(event, 'event').id))
  const ids = new Set<string>()
  const note = (some: readonly string[]) => {
    for (const id of some) if (known.has(id)) ids.add(id)
  }
  const append: EventLog['append'] = (records) => {
    note(records.map(({ event }) => event.id))
    return log.append(records.filter(({ event }) => !known.has(event.id)))
  }
  return { log: { ...log, append }, note, ids }
}

function remove(log: EventLog, { record: { topic }, event }: Letter): Promise<number> {
  return log.erase({ topic, scope: event, matches: (each) => each.event?.id === event.id })
}

async function readRecord(
  log: EventLog,
  { topic, partition, position }: DeadLetter,
): Promise<LogRecord | null> {
  const from = { topic, partition, upTo: position }
  for await (const records of log.read({ ...from, after: position - 1, maxRecords: 1 })) {
    return records.find((record) => record.position === position) ?? null
  }
  return null
}
