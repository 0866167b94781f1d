// What the audit store needs of streams, and how KurrentDB provides it. Everything that only a server can prove is in
// this file.
import {
  ANY,
  BACKWARDS,
  END,
  ErrorType,
  jsonEvent,
  KurrentDBClient,
  NO_STREAM,
  type ReadStreamOptions,
  type ResolvedEvent,
  type StreamState,
} from '@kurrent/kurrentdb-client'
import { within } from '../runtime/wait/within.ts'
import { auditStoreError, typeOf } from './failures.ts'

type NewEvent = { id: string; type: string; data: Record<string, unknown> }
type StreamEvent = { data: Record<string, unknown>; revision: number }
/** Where a stream must end for a change to happen; `none`: it must have no event. */
export type Expected = 'any' | 'none' | number

export type Streams = {
  /** Appends all events or none. Throws StreamMoved or StreamIsGone. */
  append(stream: string, events: readonly NewEvent[], expected: Expected): Promise<void>
  /** Oldest first; yields nothing if there is no such stream. Throws StreamIsGone. */
  read(stream: string): AsyncIterable<StreamEvent>
  /** The newest event; null if there is none. */
  last(stream: string): Promise<StreamEvent | null>
  /** Permanent: no event can be read or appended any more. Repeating it is not an error. Throws StreamMoved. */
  tombstone(stream: string, expected: Expected): Promise<void>
  /** For a stream that has no events yet: the server keeps only its newest event. */
  keepLast(stream: string): Promise<void>
  close(): Promise<void>
}

/** Another writer has appended meanwhile. */
export class StreamMoved extends Error {
  override readonly name = 'StreamMoved'
}

/** The stream has been tombstoned. */
export class StreamIsGone extends Error {
  override readonly name = 'StreamIsGone'
}

export type KurrentDbOptions = {
  /** A connection string: `kurrentdb://user:password@host:2113?tls=true`. */
  url: string
  /** How long the server may say nothing, in milliseconds; undefined: the default. */
  silentMs?: number | undefined
}

const DEADLINE_MS = 10_000
/** The server's own deadline comes first: it says more. */
const SILENT_MS = DEADLINE_MS + 5_000
const leader = { requiresLeader: true, deadline: DEADLINE_MS } as const
const LAST = { requiresLeader: true, direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const

/**
 * The client bounds neither reads nor what it asks a server before it appends, so each wait is bounded here: one for
 * the next event, or for the answer to a change.
 */
export function openStreams({ url, silentMs = SILENT_MS }: KurrentDbOptions): Streams {
  const client = KurrentDBClient.connectionString(url)
  let closing: Promise<void> | undefined
  const answered = <T>(work: Promise<T>) => within(work, silentMs, 'the audit store')
  const guarded = async (work: () => Promise<unknown>) => {
    try {
      await answered(work())
    } catch (error) {
      throw told(error)
    }
  }
  const read = async function* (stream: string, options: ReadStreamOptions) {
    const events = client.readStream(stream, options)
    try {
      for (;;) {
        const next = await answered(events.next())
        if (next.done) return
        const event = streamEventOf(next.value)
        if (event) yield event
      }
    } catch (error) {
      if (!isAbsent(error)) throw told(error)
    } finally {
      // Not waited for: behind a server that says nothing it does not end.
      void events.return?.().catch(() => undefined)
    }
  }
  return {
    append: (stream, events, expected) =>
      guarded(() =>
        client.appendToStream(stream, events.map(eventOf), {
          ...leader,
          streamState: stateOf(expected),
        }),
      ),
    read: (stream) => read(stream, { requiresLeader: true }),
    last: async (stream) => {
      for await (const event of read(stream, LAST)) return event
      return null
    },
    tombstone: (stream, expected) => guarded(() => tombstone(client, stream, expected)),
    keepLast: (stream) => guarded(() => client.setStreamMetadata(stream, { maxCount: 1 }, leader)),
    close: () => {
      closing ??= client.dispose()
      return closing
    },
  }
}

const eventOf = ({ id, type, data }: NewEvent) => jsonEvent({ id, type, data })

function stateOf(expected: Expected): StreamState {
  if (expected === 'any') return ANY
  return expected === 'none' ? NO_STREAM : BigInt(expected)
}

async function tombstone(
  client: KurrentDBClient,
  stream: string,
  expected: Expected,
): Promise<void> {
  try {
    await client.tombstoneStream(stream, { ...leader, expectedRevision: stateOf(expected) })
  } catch (error) {
    if (!isGone(error)) throw error
  }
}

function streamEventOf({ event }: ResolvedEvent): StreamEvent | null {
  if (!event?.isJson) return null
  return { data: event.data as Record<string, unknown>, revision: Number(event.revision) }
}

const isAbsent = (error: unknown) => typeOf(error) === ErrorType.STREAM_NOT_FOUND

function isGone(error: unknown): boolean {
  const type = typeOf(error)
  return type === ErrorType.STREAM_DELETED || type === ErrorType.STREAM_TOMBSTONED
}

function told(error: unknown): Error {
  if (isGone(error)) return new StreamIsGone('the stream has been deleted')
  if (typeOf(error) === ErrorType.WRONG_EXPECTED_VERSION) {
    return new StreamMoved('the stream has moved on')
  }
  return auditStoreError(error)
}
