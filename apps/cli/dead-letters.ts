// `dead-letters`: lists what could not be handled, with why, and tries it again.

import type { z } from 'zod'
import type { EventLog, LogRecord } from '../../infra/ports/event-log.ts'
import type { Processor, Transformer } from '../../infra/runtime/processor.ts'
import { settle } from '../../infra/runtime/run-transformer.ts'
import { workAlone } from '../../infra/runtime/work-alone.ts'
import { createProcessors, flow } from '../../processors/flow.ts'
import { bootstrapKey } from '../../processors/settings/api-key.ts'
import { followSettings } from '../../processors/settings/settings-view.ts'
import type { recordParked } from '../../schemas/events/dead-letters.ts'
import { type AnyTopicName, deadLetterTopic, topicNames } from '../../schemas/topics.ts'
import { startWorker } from '../worker/worker.ts'
import { CommandFailed, defineCommand, type Io, UsageError } from './command.ts'
import { type Opened, withPorts } from './with-ports.ts'

type Parked = z.infer<typeof recordParked.open>
type Letter = { record: LogRecord; parked: Parked }

export const command = defineCommand({
  summary: 'list what could not be handled, or try it again (stop the service first)',
  usage: 'list|replay [--id ID] [--json]',
  options: {
    id: { type: 'string', value: 'ID', description: 'only this dead letter' },
    json: { type: 'boolean', description: 'print JSON' },
  },
  run: async (values, [verb], io) => {
    if (verb !== 'list' && verb !== 'replay') throw new UsageError('say list or replay')
    return withPorts(io.signal, async (opened) => {
      const letters = await readLetters(opened.ports.log, values.id)
      if (verb === 'list') return list(letters, values.json === true, io)
      return replayAll(opened, letters, values.json === true, io)
    })
  },
})

async function readLetters(log: EventLog, id: string | undefined): Promise<Letter[]> {
  const letters: Letter[] = []
  for (const topic of topicNames.map(deadLetterTopic)) {
    for (const partition of log.partitions(topic)) {
      for await (const records of log.read({ topic, partition })) {
        for (const record of records) {
          if (!record.event || (id && record.event.id !== id)) continue
          letters.push({ record, parked: record.event.open as Parked })
        }
      }
    }
  }
  return letters
}

function list(letters: readonly Letter[], json: boolean, io: Io): number {
  const shown = letters.map(({ record, parked }) => ({
    id: record.event!.id,
    at: record.event!.recordedAt,
    appId: record.event!.appId,
    ...parked,
  }))
  if (json) io.out(JSON.stringify(shown))
  else if (shown.length === 0) io.out('There are no dead letters.')
  for (const each of json ? [] : shown) {
    io.out(
      `${each.id}  ${each.at}  ${each.processor}  ${each.topic}/${each.partition}/${each.position}`,
    )
    io.out(`  ${each.eventType} of app ${each.appId}: ${each.reason} (${each.attempts} attempts)`)
  }
  return 0
}

/** Handles each record once more; what it yields is appended, and no checkpoint moves. */
async function replayAll(
  opened: Opened,
  letters: readonly Letter[],
  json: boolean,
  io: Io,
): Promise<number> {
  const { ports, runtime } = opened
  const settings = await followSettings({ ...ports, failed: runtime.failed.bind(null, 'settings') })
  // A transformer looks at projections, so those must be caught up meanwhile; a forget waits for the deliveries too.
  const projections = flow
    .filter(({ replayed, name }) => replayed || name === 'deliver-webhooks')
    .map(({ name }) => name)
  const { telemetry, failed } = runtime
  const worker = await startWorker({ ports, telemetry, only: projections, failed })
  const transformers = createProcessors({
    ...ports,
    settings,
    signal: runtime.signal,
    bootstrap: bootstrapKey(opened.config.BOOTSTRAP_API_KEY),
  })
  let handled = 0
  for (const letter of letters) {
    const processor = transformers.find(({ name }) => name === letter.parked.processor)
    const done = processor?.kind === 'transformer' && (await again(opened, processor, letter))
    if (done) handled++
    else if (!json) io.err(stillParked(letter.parked, processor))
  }
  await worker.stop()
  await settings.close()
  if (json) io.out(JSON.stringify({ handled, left: letters.length - handled }))
  else io.out(`${handled} of ${letters.length} dead letters handled.`)
  return handled === letters.length ? 0 : 1
}

async function again(
  { ports, runtime }: Opened,
  transformer: Transformer,
  letter: Letter,
): Promise<boolean> {
  const record = await readRecord(ports.log, letter.parked)
  const { topic, event } = letter.record
  if (record) {
    const settled = await settle(
      runtime,
      transformer,
      [record],
      workAlone(ports.log, runtime.signal),
    )
    if (settled.parked) return false
    const positions = await ports.log.append(settled.records)
    settled.committed?.(positions)
  }
  // A record that is gone was erased: there is nothing left to handle.
  await ports.log.erase({ topic, scope: event!, matches: (each) => each.event?.id === event!.id })
  return true
}

async function readRecord(
  log: EventLog,
  { topic, partition, position }: Parked,
): Promise<LogRecord | null> {
  const from = { topic: topic as AnyTopicName, partition, upTo: position }
  for await (const records of log.read({ ...from, after: position - 1, maxRecords: 1 })) {
    return records.find((record) => record.position === position) ?? null
  }
  return null
}

function stillParked(parked: Parked, processor: Processor | undefined): string {
  const place = `${parked.topic}/${parked.partition}/${parked.position}`
  if (!processor) throw new CommandFailed(`there is no processor ${parked.processor}`)
  if (processor.kind === 'transformer') {
    return `${place}: ${parked.processor} could not handle it this time either`
  }
  return processor.replayed
    ? `${place}: ${parked.processor} is a projection: mend the cause, then \`npm run cli -- replay\``
    : `${place}: ${parked.processor} has gone on without it: there is no second time`
}
