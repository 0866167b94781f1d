// What the documents of the memory store are after a client gave a fact, marked it or closed it.
import { describe, expect, test } from 'vitest'
import { type ItemDocument, isCurrent } from '../../../infra/ports/memory-store.ts'
import { evolve, itemsTouchedBy } from '../../../processors/index-memory/evolve.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { delivered, LATER, opens, RESOURCE, sealedFact, USER } from '../given.ts'

const by = { terms: () => [], vectors: { generation: 1, dimensions: 3 } }
const nothing = () => undefined
const holding = (document: ItemDocument) => () => document

const { contentType: _, language: __, ...rawObject } = opens.contentStored
const waiting = {
  kind: 'resource',
  ...USER,
  version: 1,
  source: 10,
  keyGeneration: 1,
  resource: {
    id: RESOURCE,
    status: 'queued',
    contentType: 'fact',
    receivedAt: LATER,
    processedAt: null,
    contentBytes: 12,
    facts: 0,
    reason: null,
  },
}

describe('resources', () => {
  test('given a ready-made fact, when taken in, then its resource waits, in its thread', () => {
    const event = delivered('FactGiven', { open: rawObject, id: RESOURCE })
    const resource = { ...waiting.resource, threadId: 'thread' }
    expect(evolve(event, nothing, by)).toEqual([{ ...waiting, resource }])
    expect(itemsTouchedBy(event.event)).toEqual([])
  })

  test('given a revision, when taken in, then its resource waits, in no thread', () => {
    const { threadId: ___, ...open } = rawObject
    const revised = { ...open, factId: 'fact', action: 'marked' as const, keyId: null }
    const event = delivered('FactRevised', { open: revised, id: RESOURCE })
    const resource = { ...waiting.resource, threadId: null }
    expect(evolve(event, nothing, by)).toEqual([{ ...waiting, resource }])
    expect(itemsTouchedBy(event.event)).toEqual([])
  })
})

describe('traits', () => {
  const itemWith = (open: object, sealed: object) => {
    const event = delivered('FactAsserted', {
      open: { ...opens.factAsserted, ...open },
      sealed: { ...sealedFact, ...sealed },
    })
    const [document] = evolve(event, nothing, by) as ItemDocument[]
    const { type, scopes, aliases, pinned } = document!.item
    return { traits: { type, scopes, aliases, pinned }, fields: Object.keys(document!.item) }
  }

  test('given a fact with traits, when taken in, then its item has them', () => {
    const sealed = { scopes: ['work'], aliases: ['job'] }
    expect(itemWith({ factType: 'goal', pinned: true }, sealed).traits).toEqual({
      type: 'goal',
      scopes: ['work'],
      aliases: ['job'],
      pinned: true,
    })
  })

  test('given a fact without, when taken in, then its item names none', () => {
    const { fields } = itemWith({}, {})
    for (const trait of ['type', 'scopes', 'aliases', 'pinned']) expect(fields).not.toContain(trait)
  })
})

describe('marks', () => {
  const mark = (open: { pinned?: boolean; importance?: 'low' | 'critical' }, position = 9) =>
    delivered('FactMarked', {
      open: {
        factId: 'fact',
        source: 6,
        resourceId: RESOURCE,
        category: 'work',
        pinned: null,
        importance: null,
        keyGeneration: 1,
        ...open,
      },
      position,
    })
  const stored = itemDocument(USER, {
    id: 'fact',
    version: 5,
    item: { confidence: 0.7, importance: 'medium' },
  })
  const markedWith = (open: Parameters<typeof mark>[0], document = stored) => {
    const [changed] = evolve(mark(open), holding(document), by) as ItemDocument[]
    const { pinned, importance, confidence } = changed!.item
    return { pinned, importance, confidence }
  }

  test('given a pin, when taken in, then the rest of the fact stays, and it names the change', () => {
    const { event } = mark({ pinned: true })
    expect(itemsTouchedBy(event)).toEqual(['fact'])
    const [document] = evolve(mark({ pinned: true }), holding(stored), by) as ItemDocument[]
    expect(document).toEqual({
      ...stored,
      version: 9,
      item: {
        ...stored.item,
        pinned: true,
        changes: [{ at: LATER, before: {}, without: ['pinned'] }],
      },
    })
    expect(evolve(mark({ pinned: true }), holding(document!), by)).toEqual([])
    expect(evolve(mark({ pinned: true }), nothing, by)).toEqual([])
  })

  test('given a pinned fact, when unpinned, then its item does not say so any more; otherwise it stays pinned', () => {
    const pinned = { ...stored, item: { ...stored.item, pinned: true as const } }
    const [unpinned] = evolve(mark({ pinned: false }), holding(pinned), by) as ItemDocument[]
    expect(Object.keys(unpinned!.item)).not.toContain('pinned')
    expect(markedWith({ importance: 'low' }, pinned)).toEqual({
      pinned: true,
      importance: 'low',
      confidence: 0.7,
    })
  })

  test('given an importance, when taken in, then it replaces the other, and a critical fact is certain', () => {
    expect(markedWith({ importance: 'low' })).toEqual({ importance: 'low', confidence: 0.7 })
    expect(markedWith({ importance: 'critical' })).toEqual({
      importance: 'critical',
      confidence: 1,
    })
    expect(markedWith({})).toEqual({ importance: 'medium', confidence: 0.7 })
  })
})

test('given a closed fact, when taken in, then it is closed with the time and the reason, once', () => {
  const stored = itemDocument(USER, { id: 'fact', version: 5 })
  const event = delivered('FactClosed', {
    open: {
      factId: 'fact',
      source: 6,
      resourceId: RESOURCE,
      category: 'work',
      reason: 'retracted',
      closedAt: AT,
      keyGeneration: 1,
    },
    position: 9,
  })
  expect(itemsTouchedBy(event.event)).toEqual(['fact'])
  const [document] = evolve(event, holding(stored), by) as ItemDocument[]
  expect(document).toMatchObject({ version: 9, item: { text: stored.item.text } })
  expect(document!.item.pruned).toEqual({ at: AT, reason: 'retracted' })
  expect(isCurrent(document!.item)).toBe(false)
  expect(evolve(event, holding(document!), by)).toEqual([])
  expect(evolve(event, nothing, by)).toEqual([])
})
