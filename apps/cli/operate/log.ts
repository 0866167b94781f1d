// `log`: shows the open parts of the events of a topic, as the log stores them. Sealed parts stay sealed.
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { type AnyTopicName, topics } from '../../../schemas/topics.ts'
import { numberOption, refusePositionals } from '../command/arguments.ts'
import { defineCommand, UsageError } from '../command/command.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
import { withPorts } from './with-ports.ts'

export const command = defineCommand({
  usage: '--topic TOPIC [--after POSITION] [--limit N] [--json]',
  options: {
    topic: option('TOPIC', 'such as memory.facts.v1'),
    after: option('POSITION', 'go on after this position'),
    limit: option('N', 'at most so many events (100)'),
    json: flag('print a JSON object a line'),
  },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    const topic = topics.find((each) => each.name === values.topic)?.name
    if (!topic) throw new UsageError(`give --topic: ${topics.map((each) => each.name).join(', ')}`)
    const after = numberOption('after', values.after)
    const limit = numberOption('limit', values.limit, { least: 1 }) ?? 100
    const print = printerOf(io, values)
    return withPorts(io.signal, async ({ ports: { log } }) => {
      let left = limit
      for (const partition of log.partitions(topic)) {
        for await (const records of log.read({ topic, partition, after, maxRecords: 200 })) {
          for (const record of records.slice(0, left)) print(shown(record, topic), asLine(record))
          left -= records.length
          if (left <= 0) return 0
        }
      }
      return 0
    })
  },
})

function shown({ partition, position, event }: LogRecord, topic: AnyTopicName) {
  const { sealed, ...meta } = event ?? { sealed: null }
  return { topic, partition, position, ...meta, sealedBytes: sealed?.length ?? 0 }
}

function asLine({ partition, position, event, defect }: LogRecord): string {
  if (!event) return `${partition}/${position}  (not readable: ${defect})`
  const { recordedAt, type, open } = event
  return `${partition}/${position}  ${recordedAt}  ${type}  ${JSON.stringify(open)}`
}
