// Opening a write: it is read once, never behind a fence or without its key, and a write that cannot be read is
// reported as failed or refused.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  LanguageModelRefused,
  LanguageModelUnavailable,
} from '../../../../infra/ports/language-model.ts'
import { seal } from '../../../../infra/runtime/envelope/seal.ts'
import { nothing, type Outcome } from '../../../../infra/runtime/run/processor.ts'
import { createTurns } from '../../../../infra/runtime/turns/turns.ts'
import { createSqliteObjectStore } from '../../../../infra/sqlite/object-store.ts'
import { currentFact } from '../../../../processors/extract-facts/evolve.ts'
import { reject } from '../../../../processors/extract-facts/fact-events.ts'
import {
  emitted,
  type Opening,
  opened,
  openRaw,
  sourceOf,
} from '../../../../processors/extract-facts/reading/open-write.ts'
import { ReadingFailed } from '../../../../processors/extract-facts/reading/reading.ts'
import { createLead, type Lead } from '../../../../processors/extract-facts/running/lead.ts'
import { stateOf } from '../../../../processors/extract-facts/running/partition-state.ts'
import { createIndexMemory } from '../../../../processors/index-memory/processor.ts'
import type { Trustable } from '../../../../schemas/channels.ts'
import { GIVEN_ENGINE } from '../../../../schemas/facts.ts'
import { AT, fenceOf } from '../../../contracts/given.ts'
import { itemDocument } from '../../../contracts/memory-documents.ts'
import { alone, delivered, LATER, opens, RESOURCE, USER } from '../../given.ts'
import { inMemoryPorts, nothingSet } from '../../in-memory.ts'

const TEXT = 'Jürgen wohnt in Köln.'
const PARTITION = 7
const KEY = opens.contentStored.objectKey

const given = {
  ...{ objectKey: KEY, contentBytes: 12, keyGeneration: 1 },
  ...{ entry: 'api' as const, keyId: null },
}
const writes = {
  conversation: delivered('ContentStored', { id: RESOURCE, open: opens.contentStored }),
  document: delivered('ContentStored', {
    id: RESOURCE,
    open: { ...opens.contentStored, contentType: 'document' },
  }),
  event: delivered('ActivityRecorded', { id: RESOURCE, open: opens.activityRecorded }),
  fact: delivered('FactRevised', {
    id: RESOURCE,
    open: { ...given, factId: 'fact', action: 'marked' },
  }),
}
type Written = (typeof writes)[keyof typeof writes]

const signal = new AbortController().signal
const roomy = createLead({ stores: [], signal })
let ports: ReturnType<typeof inMemoryPorts>
let stored: Uint8Array
beforeEach(async () => {
  ports = inMemoryPorts()
  const [key] = await ports.keys.current([USER])
  stored = seal(key!, writes.conversation.event, Buffer.from(TEXT))
  await ports.objects.putMany([{ key: KEY, body: stored }])
})

const loseContent = () => {
  ports.objects = createSqliteObjectStore({ path: ':memory:' })
}

/** The work on a write in a partition of its own. */
function working({ event, ...delivery }: Written, lead: Lead = roomy): Opening {
  const trustOf = (appId: string): Trustable[] => (appId === 'app' ? ['tool'] : [])
  const settings = { ...nothingSet, trustOf }
  const others = { wroteAt: Number.NEGATIVE_INFINITY, pace: createTurns(1), patienceMs: 1_000 }
  const state = stateOf({ ...ports, settings, signal }, PARTITION, { lead, others })
  return { ...state, hand: alone(), event, delivered: { ...delivery, event } }
}

const READ: Outcome = { outcome: 'emit', events: [] }
/** What was read, and the outcome. */
async function opening(work: Opening, ahead?: Promise<Uint8Array | null | undefined>) {
  const texts: string[] = []
  const outcome = await opened(
    work,
    async ({ text }) => {
      texts.push(text)
      return READ
    },
    ahead,
  )
  return { texts, outcome }
}

const at = { topic: 'memory.facts.v1', partition: 0, position: 99 } as const
const nothingElse = { documents: [], fences: [], erasedResources: [], erasures: [] }

describe('what is read', () => {
  test('given a write, when opened, then its words are read, and the outcome is that of reading', async () => {
    const { texts, outcome } = await opening(working(writes.conversation))
    expect(texts).toEqual([TEXT])
    expect(outcome).toBe(READ)
  })

  test('given a write that was processed, when opened, then nothing is read', async () => {
    await createIndexMemory({ memory: ports.memory, language: ports.language }).apply(
      [delivered('ResourceProcessed', { open: opens.resourceProcessed, position: 5 })],
      at,
    )
    expect(await opening(working(writes.conversation))).toEqual({ texts: [], outcome: nothing })
  })

  test('given a fence behind a write, when opened, then nothing is read', async () => {
    await ports.memory.apply({ ...nothingElse, checkpoint: at, fences: [fenceOf(USER, 11)] })
    expect(await opening(working(writes.conversation))).toEqual({ texts: [], outcome: nothing })
  })

  test('given a key that was destroyed, when opened, then nothing is read, and no failure is told', async () => {
    await ports.keys.destroy(USER, 1)
    expect(await opening(working(writes.conversation))).toEqual({ texts: [], outcome: nothing })
    loseContent()
    expect(await opening(working(writes.conversation))).toEqual({ texts: [], outcome: nothing })
  })

  test('given a write that is erased, when opened, then it is forgotten even while its key is there', async () => {
    const event = { ...writes.conversation.event, erased: true }
    const { keys } = ports
    expect(await openRaw({ keys, event }, stored)).toBe('forgotten')
    expect(await openRaw({ keys, event: { ...event, erased: false } }, stored)).toEqual({
      text: TEXT,
    })
  })

  test('given decisions that are not committed, when a write is opened again, then its own are dropped', async () => {
    const work = working(writes.conversation)
    const { item, ...document } = itemDocument(USER, { id: 'own' })
    const facts = (id: string) => [currentFact({ ...item, id }, { ...document, slot: null })]
    work.recent.remember(USER, { resourceId: RESOURCE, facts: facts('own'), closed: [] })
    work.recent.remember(USER, { resourceId: 'another', facts: facts('other'), closed: [] })
    await opening(work)
    expect([...work.recent.overlay(USER, []).keys()]).toEqual(['other'])
  })
})

describe('content that was asked for ahead', () => {
  const absent = () => {
    loseContent()
    return working(writes.conversation)
  }

  test('given the content, when opened, then the object store is not asked', async () => {
    expect(await opening(absent(), Promise.resolve(stored))).toMatchObject({ texts: [TEXT] })
  })

  test.each([
    ['nothing was asked for', () => Promise.resolve(undefined)],
    ['it was not there', () => Promise.resolve(null)],
    ['asking failed', () => Promise.reject(new Error('down'))],
  ])('given that %s, when opened, then the object store is asked', async (_, ahead) => {
    expect(await opening(working(writes.conversation), ahead())).toMatchObject({ texts: [TEXT] })
    const { outcome } = await opening(absent(), ahead())
    expect(outcome).toMatchObject({ outcome: 'dead-letter' })
  })
})

describe('the lead of extraction', () => {
  /** Notes what it is asked, among what is read. */
  function asked(hasRoom: boolean) {
    const steps: unknown[] = []
    const lead: Lead = {
      ...roomy,
      wrote: (appId) => void steps.push(['wrote', appId]),
      hasRoom: (...of) => {
        steps.push(['hasRoom', ...of])
        return hasRoom
      },
      room: async (...of) => void steps.push(['room', ...of]),
    }
    const work = working(writes.conversation, lead)
    const turn = {
      ...alone().turn,
      aside: async <T>(wait: () => Promise<T>) => {
        steps.push('aside')
        return wait()
      },
    }
    const read = async () => {
      steps.push('read')
      return READ
    }
    return { steps, open: () => opened({ ...work, hand: { ...alone(), turn } }, read) }
  }

  test('given room, when a write is opened, then its app counts as writing, and it keeps its turn', async () => {
    const { steps, open } = asked(true)
    await open()
    expect(steps).toEqual([['wrote', 'app'], ['hasRoom', PARTITION, 'app'], 'read'])
  })

  test('given no room, when a write is opened, then it waits for room aside from its turn', async () => {
    const { steps, open } = asked(false)
    await open()
    expect(steps.slice(2)).toEqual(['aside', ['room', PARTITION, 'app'], 'read'])
  })

  test('given a write that is forgotten, when opened, then its app does not count as writing', async () => {
    await ports.memory.apply({ ...nothingElse, checkpoint: at, fences: [fenceOf(USER, 11)] })
    const { steps, open } = asked(true)
    await open()
    expect(steps).toEqual([])
  })
})

describe('a write that cannot be read', () => {
  const rejection = (reason: string) => ({
    keyGeneration: 1,
    event: {
      type: 'ExtractionRejected',
      ...USER,
      open: { resourceId: RESOURCE, source: 10, contentType: 'conversation', reason },
    },
  })
  const failing = (error: Error) =>
    opened(working(writes.conversation), () => Promise.reject(error))

  test.each(['conversation', 'document', 'event', 'fact'] as const)(
    'given a %s whose content is missing, when opened, then it has failed, and readers are told of which type it is, and what was to read it',
    async (contentType) => {
      loseContent()
      const { texts, outcome } = await opening(working(writes[contentType]))
      const reason = 'the raw content is not in the object store'
      expect(texts).toEqual([])
      expect(outcome).toMatchObject({ outcome: 'dead-letter', errorClass: 'ObjectMissing', reason })
      const engine = contentType === 'fact' ? GIVEN_ENGINE : ports.language.name
      expect(outcome.events).toMatchObject([{ event: { open: { contentType, reason, engine } } }])
    },
  )

  test('given a reading that failed for good, then it is a dead letter with the class and the reason', async () => {
    expect(await failing(new ReadingFailed('OverBudget', 'too long'))).toMatchObject({
      outcome: 'dead-letter',
      errorClass: 'OverBudget',
      reason: 'too long',
      events: [rejection('too long')],
    })
  })

  test('given a model that refuses the words, then it is a dead letter too: settings may be to blame', async () => {
    expect(await failing(new LanguageModelRefused('no'))).toMatchObject({
      outcome: 'dead-letter',
      errorClass: 'LanguageModelRefused',
      reason: 'no',
      events: [rejection('no')],
    })
  })

  test('given an outage, then it is thrown as it is, so that the write is tried again', async () => {
    const down = new LanguageModelUnavailable('down')
    await expect(failing(down)).rejects.toBe(down)
  })
})

test('given a write, when its source is told, then it says which write it is, and what reads it', () => {
  const work = working(writes.conversation)
  const source = sourceOf(work, { contentType: 'conversation', importance: 'high' })
  expect(source).toEqual({
    ...USER,
    resourceId: RESOURCE,
    position: 10,
    keyGeneration: 1,
    occurredAt: AT,
    receivedAt: LATER,
    contentType: 'conversation',
    threadId: 'thread',
    contentBytes: 12,
    importance: 'high',
    engine: ports.language.name,
    trusted: ['tool'],
  })
  const event = sourceOf(working(writes.event), { ...source, engine: 'a client' })
  expect(event).toMatchObject({ threadId: null, engine: 'a client' })
  const told = reject(source, 'no')
  expect(emitted({ ...source, keyGeneration: 4 }, [told])).toEqual([
    { event: told, keyGeneration: 4 },
  ])
})
