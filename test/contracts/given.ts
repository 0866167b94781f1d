// The start of the conformance suites: users of their own for each test, so that suites can share a server, and the
// events and positions of a step.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach } from 'vitest'
import type { LogPosition } from '../../infra/ports/event-log.ts'
import type { Fence } from '../../infra/ports/projection.ts'
import type { StoredEvent } from '../../schemas/events/envelope.ts'
import { MAX_IDENTIFIER_LENGTH, type Scope } from '../../schemas/identifiers.ts'
import type { AnyTopicName } from '../../schemas/topics.ts'

export const AT = '2026-05-08T13:56:00.000Z'

/** Texts that some stores change, cut or refuse. */
export const oddTexts = [
  'plain',
  '  spaces around  ',
  'line\r\nbreak\ttab',
  'emoji 👩‍👩‍👧‍👦 and 🐙',
  'ünïcödé Ελληνικά 日本語 العربية',
  'nul\u0000inside',
  'quotes \' " ` \\ and ; -- %_ $& {x}',
  'NFD e\u0301',
] as const

const joined = ['/', ' ', ',', '%2F']
const longest = '😀'.repeat(MAX_IDENTIFIER_LENGTH)
/**
 * Among them identifiers that look the same, that are the same after normalisation, and file names that lead elsewhere.
 */
const unicode = [
  'müller',
  'mu\u0308ller',
  'a\u200b',
  '\u202ea',
  'slack/C012/p1700',
  '../a',
  longest,
  `${longest.slice(2)}a`,
] as const

/** Users whose names contain, extend or resemble each other's, also where parts of them are joined. */
export function lookAlikes(): Scope[] {
  const id = randomUUID()
  return [
    { appId: id, userId: 'a' },
    { appId: id, userId: 'ab' },
    { appId: id, userId: 'A' },
    { appId: id, userId: 'a@b.example|1' },
    { appId: id, userId: 'a:b' },
    { appId: `${id}:a`, userId: 'b' },
    { appId: `${id}a`, userId: 'b' },
    ...joined.flatMap((sign) => [
      { appId: id, userId: `a${sign}b` },
      { appId: `${id}${sign}a`, userId: 'b' },
    ]),
    ...unicode.map((userId) => ({ appId: id, userId })),
    { appId: `${'😀'.repeat(190)}${id}`, userId: longest },
  ]
}

export function newScope(): Scope {
  return { appId: `app-${randomUUID()}`, userId: `user-${randomUUID()}` }
}

export function storedEvent(scope: Scope, overrides: Partial<StoredEvent> = {}): StoredEvent {
  return {
    id: randomUUID(),
    type: 'ContentStored',
    version: 1,
    ...scope,
    occurredAt: AT,
    recordedAt: new Date().toISOString(),
    causationId: null,
    traceparent: null,
    open: {},
    sealed: null,
    ...overrides,
  }
}

let [first, furthest] = [0, 0]

/** For stores that are emptied for the next test, and remember for a while where they stood. */
export function startAfterEarlierPlaces(): void {
  first = furthest
}

/** Gives steps the places that a log would give them: each after the one before. */
export function createPlaces(topic: AnyTopicName = 'memory.facts.v1', partition = 0) {
  let position = first
  return (step = 3): LogPosition => {
    position += step
    furthest = Math.max(furthest, position)
    return { topic, partition, position }
  }
}

/** Opens an adapter before each test and closes it after, also where the test has reopened it. */
export function eachOpened<Opened extends { close(): Promise<void> }>(
  open: () => Promise<Opened>,
): () => Opened {
  let opened: Opened
  beforeEach(async () => {
    opened = await open()
  })
  afterEach(() => opened.close())
  return () => opened
}

export function fenceOf(scope: Scope, before: number, overrides: Partial<Fence> = {}): Fence {
  return { ...scope, before, category: null, keyGeneration: 0, ...overrides }
}
