// Streams that keep the promises of infra/kurrentdb/streams.ts, in memory: they test the audit store without a server.
import {
  type Expected,
  StreamIsGone,
  StreamMoved,
  type Streams,
} from '../../../infra/kurrentdb/streams.ts'

export function createStreams() {
  const events = new Map<string, { id: string; data: string; revision: number }[]>()
  const gone = new Set<string>()
  const kept = new Set<string>()
  const endOf = (stream: string) => events.get(stream)?.at(-1)?.revision ?? 'none'
  const assertAt = (stream: string, expected: Expected) => {
    if (gone.has(stream)) throw new StreamIsGone()
    if (expected !== 'any' && expected !== endOf(stream)) throw new StreamMoved()
  }
  const streams: Streams = {
    append: async (stream, added, expected) => {
      assertAt(stream, expected)
      for (const { id, data } of added) {
        const end = endOf(stream)
        const event = {
          id,
          data: JSON.stringify(data),
          revision: end === 'none' ? 0 : Number(end) + 1,
        }
        const before = kept.has(stream) ? [] : (events.get(stream) ?? [])
        events.set(stream, [...before, event])
      }
    },
    read: async function* (stream) {
      if (gone.has(stream)) throw new StreamIsGone()
      for (const { data, revision } of events.get(stream) ?? []) {
        yield { data: JSON.parse(data), revision }
      }
    },
    last: async (stream) => {
      const event = events.get(stream)?.at(-1)
      return event ? { data: JSON.parse(event.data), revision: event.revision } : null
    },
    tombstone: async (stream, expected) => {
      if (gone.has(stream)) return
      assertAt(stream, expected)
      gone.add(stream)
      events.delete(stream)
    },
    keepLast: async (stream) => void kept.add(stream),
    close: async () => {},
  }
  const texts = () => [...events.values()].flat().map(({ data }) => data)
  return { streams, texts, names: () => [...events.keys()] }
}
