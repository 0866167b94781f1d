// What the documents of the memory store are after an event.
import { describe, expect, test } from 'vitest'
import { type Item, type ItemDocument, isCurrent } from '../../../infra/ports/memory-store.ts'
import { fingerprintOf } from '../../../processors/extract-facts/known/fingerprint.ts'
import { askedWith } from '../../../processors/index-memory/asked-with.ts'
import { evolve, itemsTouchedBy } from '../../../processors/index-memory/evolve.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { delivered, LATER, opens, RESOURCE, sealedFact, USER } from '../given.ts'

const nothing = () => undefined
const words = (text: string) => text.toLowerCase().split(/\W+/).filter(Boolean)
const terms = { terms: words, vectors: { generation: 1, dimensions: 3 } }
const holding = (...documents: ItemDocument[]) => {
  const byId = new Map(documents.map((document) => [document.item.id, document]))
  return (id: string) => byId.get(id)
}

describe('resources', () => {
  test('given a write, when taken in, then its resource waits, under its position and key', () => {
    const event = delivered('ContentStored', {
      open: opens.contentStored,
      position: 7,
      id: RESOURCE,
    })
    expect(evolve(event, nothing, terms)).toMatchObject([
      {
        kind: 'resource',
        ...USER,
        source: 7,
        keyGeneration: 1,
        resource: {
          id: RESOURCE,
          status: 'queued',
          contentType: 'conversation',
          receivedAt: LATER,
        },
      },
    ])
  })

  test('given an activity, when taken in, then its resource is an event', () => {
    const event = delivered('ActivityRecorded', { open: opens.activityRecorded })
    expect(evolve(event, nothing, terms)).toMatchObject([{ resource: { contentType: 'event' } }])
  })

  test('given the end of its reading, when taken in, then it replaces what waited, whichever came first', () => {
    const [queued] = evolve(
      delivered('ContentStored', { open: opens.contentStored }),
      nothing,
      terms,
    )
    const [done] = evolve(
      delivered('ResourceProcessed', { open: opens.resourceProcessed, position: 1 }),
      nothing,
      terms,
    )
    expect(done!.version).toBeGreaterThan(queued!.version)
    expect(done).toMatchObject({ source: 3, resource: { status: 'processed', facts: 1 } })
    const { extracted, asserted, reinforced, superseded, categories, ...open } =
      opens.resourceProcessed
    const rejected = delivered('ExtractionRejected', { open: { ...open, reason: 'no' } })
    expect(evolve(rejected, nothing, terms)).toMatchObject([
      { source: 3, resource: { status: 'failed', reason: 'no', facts: 0 } },
    ])
    // A dead letter that is replayed: whichever is read first, the success stands.
    const [failed] = evolve(rejected, nothing, terms)
    expect(failed!.version).toBeGreaterThan(queued!.version)
    expect(done!.version).toBeGreaterThan(failed!.version)
  })
})

describe('every field', () => {
  test('of what waits is that of the write', () => {
    const write = delivered('ContentStored', {
      open: opens.contentStored,
      position: 7,
      id: RESOURCE,
    })
    expect(evolve(write, nothing, terms)).toEqual([
      {
        kind: 'resource',
        ...USER,
        version: 1,
        source: 7,
        keyGeneration: 1,
        resource: {
          id: RESOURCE,
          status: 'queued',
          contentType: 'conversation',
          threadId: 'thread',
          receivedAt: LATER,
          processedAt: null,
          contentBytes: 12,
          facts: 0,
          reason: null,
        },
      },
    ])
    const activity = delivered('ActivityRecorded', { open: opens.activityRecorded })
    expect(evolve(activity, nothing, terms)).toMatchObject([{ resource: { threadId: null } }])
  })

  test('of what is processed or has failed is that of the reading', () => {
    const { source, resourceId, keyGeneration, contentType, threadId, receivedAt, contentBytes } =
      opens.resourceProcessed
    const open = {
      source,
      resourceId,
      keyGeneration,
      contentType,
      threadId,
      receivedAt,
      contentBytes,
    }
    const resource = {
      id: RESOURCE,
      contentType: 'document',
      threadId: null,
      receivedAt: AT,
      processedAt: LATER,
      contentBytes: 12,
    }
    const document = { kind: 'resource', ...USER, source: 3, keyGeneration: 1 }
    const told = { ...resource, status: 'processed', facts: 1, reason: null }
    const done = (saidIn: string[] | null) =>
      delivered('ResourceProcessed', { open: { ...opens.resourceProcessed, saidIn } })
    expect(evolve(done(['work', 'pets']), nothing, terms)).toEqual([
      { ...document, version: 3, resource: { ...told, saidIn: ['work', 'pets'] } },
    ])
    expect(evolve(done(null), nothing, terms)).toStrictEqual([
      { ...document, version: 3, resource: told },
    ])
    const rejected = { ...open, engine: 'test', reason: 'no' }
    expect(evolve(delivered('ExtractionRejected', { open: rejected }), nothing, terms)).toEqual([
      {
        ...document,
        version: 2,
        resource: { ...resource, status: 'failed', facts: 0, reason: 'no' },
      },
    ])
  })

  test('of an item is that of its fact', () => {
    const open = { ...opens.factAsserted, validTo: LATER, supersededBy: 'newer' }
    const event = delivered('FactAsserted', { open, sealed: sealedFact, position: 20 })
    const [document, ...more] = evolve(event, nothing, terms) as ItemDocument[]
    expect(more).toEqual([])
    expect(document).toEqual({
      kind: 'item',
      ...USER,
      keyGeneration: 1,
      version: 20,
      source: 3,
      terms: expect.any(Array),
      vector: Int8Array.of(1, -1, 3),
      fingerprint: fingerprintOf({
        text: 'Ana works at Acme.',
        contentType: 'document',
        validFrom: AT,
      }),
      slot: 'ana\nemployer',
      item: {
        id: 'fact',
        text: 'Ana works at Acme.',
        category: 'work',
        confidence: 0.8,
        importance: 'medium',
        createdAt: AT,
        validFrom: AT,
        validTo: LATER,
        resourceId: RESOURCE,
        ordinal: 0,
        threadId: 'thread',
        place: 0,
        span: { start: 0, end: 5 },
        subject: 'Ana',
        attribute: 'employer',
        value: 'Acme',
        exclusive: true,
        entities: [{ name: 'Acme', type: 'organisation' }],
        relationships: sealedFact.relationships,
        supersededBy: 'newer',
        supersedes: [],
        reinforcedBy: [],
        engine: 'test',
        channel: 'document',
        saidBy: null,
        recordedAt: LATER,
      },
    })
  })

  test('of a summary is that of its event', () => {
    const open = { category: 'work', source: 8, engine: 'test' }
    const event = delivered('SummaryEvolved', { open, sealed: { text: 'words' }, position: 30 })
    expect(evolve(event, nothing, terms)).toEqual([
      {
        kind: 'summary',
        ...USER,
        keyGeneration: 1,
        version: 30,
        source: 8,
        summary: { category: 'work', text: 'words', updatedAt: LATER },
      },
    ])
  })
})

describe('a backdated fact', () => {
  const open = { ...opens.factAsserted, supersededBy: 'newer' }
  const born = (more: { erased?: boolean } = {}) =>
    delivered('FactAsserted', {
      open,
      sealed: more.erased ? null : sealedFact,
      position: 20,
      ...more,
    })

  test('given the newer one, when taken in, then that names it once, and both are touched', () => {
    expect(itemsTouchedBy(born().event)).toEqual(['fact', 'newer'])
    const newer = itemDocument(USER, { id: 'newer', item: { supersedes: ['older'] } })
    expect(evolve(born(), holding(newer), terms)).toMatchObject([
      { version: 20, item: { id: 'fact', supersededBy: 'newer' } },
      { version: 20, item: { id: 'newer', supersedes: ['older', 'fact'] } },
    ])
  })

  test('given that it is there, or that its words are gone, when taken in, then the newer one stays as it is', () => {
    const newer = itemDocument(USER, { id: 'newer' })
    expect(evolve(born(), holding(newer, itemDocument(USER, { id: 'fact' })), terms)).toEqual([])
    expect(evolve(born({ erased: true }), holding(newer), terms)).toEqual([])
  })
})

test('given an end that lies ahead, when another takes its place then, then it is current until then', () => {
  const ahead = '2030-01-01T00:00:00.000Z'
  const open = { ...opens.factSuperseded, validTo: ahead }
  const supersededOf = (item: Partial<Item>, end = ahead) => {
    const event = delivered('FactSuperseded', { open: { ...open, validTo: end }, position: 20 })
    const [document] = evolve(
      event,
      holding(itemDocument(USER, { id: 'fact', item })),
      terms,
    ) as ItemDocument[]
    const { supersededBy, followedBy, validTo } = document!.item
    return { supersededBy, followedBy, validTo }
  }
  const by = open.supersededBy
  expect(supersededOf({})).toEqual({ supersededBy: null, followedBy: by, validTo: ahead })
  const closed = { supersededBy: by, followedBy: undefined }
  expect(supersededOf({}, LATER)).toEqual({ ...closed, validTo: LATER })
  expect(supersededOf({ followedBy: 'x' }, LATER)).toEqual({ ...closed, validTo: LATER })
  expect(supersededOf({ validFrom: ahead }), 'never').toEqual({ ...closed, validTo: ahead })
  expect(supersededOf({ supersededBy: 'x' })).toEqual({ ...closed, validTo: ahead })
  const born = delivered('FactAsserted', {
    open: { ...opens.factAsserted, validTo: ahead, supersededBy: 'next' },
    sealed: sealedFact,
  })
  expect(evolve(born, nothing, terms)).toMatchObject([
    { item: { supersededBy: null, followedBy: 'next', validTo: ahead } },
  ])
})

test.each([
  ['2026-01-09T00:00:00.000Z', ['january', '2026', '9']],
  ['2025-12-31T23:59:59.000Z', ['december', '2025', '31']],
])(
  'given a fact of %s, when taken in, then its date is among its terms, in words',
  (occurredAt, date) => {
    const event = delivered('FactAsserted', {
      open: opens.factAsserted,
      sealed: sealedFact,
      occurredAt,
    })
    const [document] = evolve(event, nothing, terms) as ItemDocument[]
    expect(document!.terms.slice(-3)).toEqual(date)
  },
)

test('given a fact that many have said, when it is said again or merged, then the last fifty are named', () => {
  const reinforcedBy = Array.from({ length: 50 }, (_, n) => `r${n}`)
  const said = holding(itemDocument(USER, { id: 'fact', item: { reinforcedBy } }))
  const again = delivered('FactReinforced', { open: opens.factReinforced })
  const [once] = evolve(again, said, terms) as ItemDocument[]
  expect(once!.item.reinforcedBy).toEqual([...reinforcedBy.slice(1), RESOURCE])
  const kept = holding(itemDocument(USER, { id: 'kept', item: { reinforcedBy } }))
  const merged = delivered('FactMerged', { open: opens.factMerged })
  const [into] = evolve(merged, kept, terms) as ItemDocument[]
  expect(into!.item.reinforcedBy).toEqual([...reinforcedBy.slice(1), RESOURCE])
})

describe('items', () => {
  const asserted = delivered('FactAsserted', {
    open: opens.factAsserted,
    sealed: sealedFact,
    position: 20,
  })

  test('given an asserted fact, when taken in, then it is an item with its terms, date, vector and keys', () => {
    const [document] = evolve(asserted, nothing, terms) as ItemDocument[]
    expect(document).toMatchObject({
      ...USER,
      version: 20,
      source: 3,
      slot: 'ana\nemployer',
      item: {
        id: 'fact',
        text: 'Ana works at Acme.',
        createdAt: AT,
        supersedes: [],
        engine: 'test',
      },
    })
    const asked = askedWith(['ana', 'works', 'at', 'acme'], 'employer', words)
    expect(asked).toContain('job')
    expect(document!.terms).toEqual(['ana', 'works', 'at', 'acme', ...asked, 'may', '2026', '8'])
    expect([...document!.vector]).toEqual([1, -1, 3])
  })

  test('given a fact that is there or whose words are gone, when taken in, then nothing changes', () => {
    const stored = itemDocument(USER, { id: 'fact' })
    expect(evolve(asserted, holding(stored), terms)).toEqual([])
    const erased = delivered('FactAsserted', { open: opens.factAsserted, erased: true })
    expect(evolve(erased, nothing, terms)).toEqual([])
  })

  test('given a fact that is current, when taken in, then no other item changes, whatever is stored', () => {
    const other = itemDocument(USER, { id: 'other' })
    const stored = (id: string) => (id === 'fact' ? undefined : other)
    expect(evolve(asserted, stored, terms)).toMatchObject([{ item: { id: 'fact' } }])
  })

  test('given a fact said again, when taken in, then who said it is noted once and confidence only grows', () => {
    const stored = itemDocument(USER, { id: 'fact', version: 5, item: { confidence: 0.95 } })
    const again = (position: number) =>
      delivered('FactReinforced', { open: opens.factReinforced, position })
    const [once] = evolve(again(6), holding(stored), terms) as ItemDocument[]
    expect(once).toMatchObject({ version: 6, source: 1, item: { confidence: 0.95 } })
    expect(once!.item.reinforcedBy).toEqual([RESOURCE])
    const [twice] = evolve(again(7), holding(once!), terms) as ItemDocument[]
    expect(twice!.item.reinforcedBy).toEqual([RESOURCE])
    expect(evolve(again(6), holding(once!), terms)).toEqual([])
    expect(evolve(again(6), nothing, terms)).toEqual([])
  })

  test('given a pruned fact, when taken in, then it is closed with the time and the reason, once', () => {
    const stored = itemDocument(USER, { id: 'fact', version: 5 })
    const event = delivered('FactPruned', { open: opens.factPruned, position: 9 })
    expect(itemsTouchedBy(event.event)).toEqual(['fact'])
    const [document] = evolve(event, holding(stored), terms) as ItemDocument[]
    expect(document).toMatchObject({ version: 9, source: 1, item: { supersededBy: null } })
    expect(document!.item.pruned).toEqual({ at: LATER, reason: 'faded' })
    expect(isCurrent(document!.item)).toBe(false)
    expect(evolve(event, holding(document!), terms)).toEqual([])
    expect(evolve(event, nothing, terms)).toEqual([])
  })

  test('given a merged fact, when taken in, then the other stands for it, and knows everyone who said it', () => {
    const twice = { reinforcedBy: ['third'], confidence: 0.5 }
    const both = holding(
      itemDocument(USER, { id: 'fact', item: twice }),
      itemDocument(USER, { id: 'kept', item: { reinforcedBy: ['first'], confidence: 0.7 } }),
    )
    const event = delivered('FactMerged', { open: opens.factMerged, position: 9 })
    expect(itemsTouchedBy(event.event)).toEqual(['fact', 'kept'])
    const after = evolve(event, both, terms) as ItemDocument[]
    expect(after).toMatchObject([
      { version: 9, item: { id: 'fact', supersededBy: 'kept', merged: true, validTo: null } },
      {
        version: 9,
        item: {
          id: 'kept',
          supersededBy: null,
          supersedes: ['fact'],
          reinforcedBy: ['first', RESOURCE, 'third'],
          confidence: 0.9,
        },
      },
    ])
    expect(evolve(event, holding(...after), terms), 'taken in twice').toEqual([])
    expect(evolve(event, nothing, terms)).toEqual([])
  })

  test('given a superseded fact, when taken in, then it is closed and both name each other', () => {
    const both = holding(itemDocument(USER, { id: 'fact' }), itemDocument(USER, { id: 'newer' }))
    const event = delivered('FactSuperseded', { open: opens.factSuperseded, position: 9 })
    expect(evolve(event, both, terms)).toMatchObject([
      { version: 9, item: { id: 'fact', validTo: LATER, supersededBy: 'newer' } },
      { version: 9, item: { id: 'newer', validTo: null, supersedes: ['fact'] } },
    ])
    expect(evolve(event, nothing, terms)).toEqual([])
  })

  test('given a merged fact, when another value is told of its time, then it says the same as none', () => {
    const merged = { supersededBy: 'kept', merged: true, mergedAt: AT } as const
    const both = holding(
      itemDocument(USER, { id: 'fact', item: merged }),
      itemDocument(USER, { id: 'newer' }),
    )
    const event = delivered('FactSuperseded', { open: opens.factSuperseded, position: 9 })
    const [document] = evolve(event, both, terms) as ItemDocument[]
    expect(document!.item).toMatchObject({ validTo: LATER, supersededBy: 'newer' })
    expect(document!.item).not.toHaveProperty('merged')
    expect(document!.item).not.toHaveProperty('mergedAt')
  })

  test('given a newer fact of another category, then a forget of the older one’s would leave a name: it has none', () => {
    const newer = itemDocument(USER, { id: 'newer', item: { category: 'home' } })
    const event = delivered('FactSuperseded', { open: opens.factSuperseded, position: 9 })
    expect(evolve(event, holding(newer), terms)).toEqual([])
    const open = { ...opens.factAsserted, supersededBy: 'newer' }
    const atBirth = evolve(
      delivered('FactAsserted', { open, sealed: sealedFact }),
      holding(newer),
      terms,
    )
    expect(atBirth).toMatchObject([{ item: { id: 'fact', supersededBy: 'newer' } }])
  })

  test('given a fact that took the place of thousands, when taken in, then it names the last of them', () => {
    const supersedes = Array.from({ length: 200 }, (_, n) => `f${n}`)
    const newer = itemDocument(USER, { id: 'newer', item: { supersedes } })
    const event = delivered('FactSuperseded', { open: opens.factSuperseded, position: 9 })
    const [document] = evolve(event, holding(newer), terms) as ItemDocument[]
    expect(document!.item.supersedes).toEqual([...supersedes.slice(1), 'fact'])
  })

  test('given a fact of a great many terms, when taken in, then it has those that it begins with', () => {
    const many = (text: string) =>
      text.startsWith('Ana') ? Array.from({ length: 9_000 }, (_, n) => `t${n}`) : words(text)
    const [document] = evolve(asserted, nothing, { ...terms, terms: many }) as ItemDocument[]
    const asked = askedWith([], 'employer', many)
    expect(document!.terms).toHaveLength(2_000 + asked.length + 3)
    expect(document!.terms[1_999]).toBe('t1999')
    expect(document!.terms.slice(-4)).toEqual([asked.at(-1), 'may', '2026', '8'])
  })

  test('given events, when asked which items they touch, then those they change or link are named', () => {
    expect(itemsTouchedBy(asserted.event)).toEqual(['fact'])
    const superseded = delivered('FactSuperseded', { open: opens.factSuperseded })
    expect(itemsTouchedBy(superseded.event)).toEqual(['fact', 'newer'])
    const reinforced = delivered('FactReinforced', { open: opens.factReinforced })
    expect(itemsTouchedBy(reinforced.event)).toEqual(['fact'])
    const stored = delivered('ContentStored', { open: opens.contentStored })
    expect(itemsTouchedBy(stored.event)).toEqual([])
  })
})

test('given a summary, when taken in, then the newest position is the newest version; erased words are not taken', () => {
  const open = { category: 'work', source: 8, engine: 'test' }
  const event = delivered('SummaryEvolved', { open, sealed: { text: 'words' }, position: 30 })
  expect(evolve(event, nothing, terms)).toMatchObject([
    { kind: 'summary', version: 30, source: 8, summary: { category: 'work', text: 'words' } },
  ])
  expect(evolve(delivered('SummaryEvolved', { open, erased: true }), nothing, terms)).toEqual([])
  const [unsealed] = evolve({ ...event, keyGeneration: null }, nothing, terms)
  expect(Object.keys(unsealed!)).not.toContain('keyGeneration')
})

test('given what changes no document, when taken in, then there are none', () => {
  const open = { category: null, keyGeneration: 1 }
  expect(evolve(delivered('MemoryForgotten', { open }), nothing, terms)).toEqual([])
})

describe('trust', () => {
  test('given a fact, when taken in, then its item keeps its channel and who said it', () => {
    const open = { ...opens.factAsserted, channel: 'tool' as const }
    const event = delivered('FactAsserted', { open, sealed: { ...sealedFact, saidBy: 'search' } })
    expect(evolve(event, nothing, terms)).toMatchObject([
      { item: { channel: 'tool', saidBy: 'search' } },
    ])
  })

  test('given a contest, when taken in twice, then the claim names what it contests once, and stays current', () => {
    const held = itemDocument(USER, { id: 'fact', version: 1 })
    const event = delivered('FactContested', { open: opens.factContested })
    expect(itemsTouchedBy(event.event)).toEqual(['fact'])
    const [once] = evolve(event, holding(held), terms) as ItemDocument[]
    expect(once!.item.contests).toEqual(['trusted'])
    expect(isCurrent(once!.item)).toBe(true)
    const again = delivered('FactContested', { open: opens.factContested, position: 11 })
    const [twice] = evolve(again, holding(once!), terms) as ItemDocument[]
    expect(twice!.item.contests).toEqual(['trusted'])
    expect(evolve(event, nothing, terms)).toEqual([])
  })
})

describe('vectors', () => {
  const first = terms
  const second = { terms: words, vectors: { generation: 2, dimensions: 2 } }
  const said = delivered('FactAsserted', {
    open: opens.factAsserted,
    sealed: { ...sealedFact, embedding: 'AQID' },
  })
  const made = (generation: number, position = 99) =>
    delivered('FactsEmbedded', {
      open: { generation, source: 3, category: 'work', keyGeneration: 1 },
      sealed: { vectors: [{ factId: 'fact', embedding: 'BAU=' }] },
      position,
    })
  const vectorOf = ([document]: readonly unknown[]) => [...(document as ItemDocument).vector]

  test('given a fact, when taken in, then its own vector is of the first generation alone', () => {
    expect(vectorOf(evolve(said, nothing, first))).toEqual([1, 2, 3])
    expect(vectorOf(evolve(said, nothing, second))).toEqual([0, 0])
  })

  test('given a fact of a later generation, when taken in by the first, then it has no vector', () => {
    const { event } = said
    const bare = { ...said, event: { ...event, sealed: { ...sealedFact, embedding: '' } } }
    expect(vectorOf(evolve(bare as typeof said, nothing, first))).toEqual([0, 0, 0])
  })

  test('given vectors, when taken in, then those of the own generation count, and the fact stays as it was', () => {
    const [fact] = evolve(said, nothing, second) as [ItemDocument]
    expect(itemsTouchedBy(made(2).event)).toEqual(['fact'])
    const [embedded] = evolve(made(2), holding(fact), second) as [ItemDocument]
    expect(embedded).toMatchObject({ version: 99, item: fact.item, terms: fact.terms })
    expect(vectorOf([embedded])).toEqual([4, 5])
    expect(evolve(made(2), holding(embedded), second)).toEqual([])
    expect(evolve(made(2), nothing, second)).toEqual([])
    expect(evolve(made(3), holding(fact), second)).toEqual([])
    expect(evolve(made(2), holding(fact), terms)).toEqual([])
    const erased = { ...made(2), event: { ...made(2).event, sealed: null } }
    expect(itemsTouchedBy(erased.event)).toEqual([])
    expect(evolve(erased, holding(fact), second)).toEqual([])
  })
})
