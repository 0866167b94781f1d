// The events of a decision about a fact, field by field.
import { describe, expect, test } from 'vitest'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { currentFact } from '../../../processors/extract-facts/evolve.ts'
import {
  asserted,
  changedBy,
  closed,
  confidenceOf,
  contested,
  marked,
  merged,
  processed,
  reinforced,
  reject,
  retracted,
  superseded,
} from '../../../processors/extract-facts/fact-events.ts'
import type { CurrentFact } from '../../../processors/extract-facts/known/current-fact.ts'
import type { ReadFact, Source } from '../../../processors/extract-facts/read-fact.ts'
import { noTotals } from '../../../processors/extract-facts/totals.ts'
import { MAX_ALIASES, type Traits } from '../../../schemas/facts.ts'
import { AT } from '../../contracts/given.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'
import { LATER, RESOURCE, sealedFact, USER } from '../given.ts'

const source: Source = {
  ...USER,
  resourceId: RESOURCE,
  position: 7,
  keyGeneration: 3,
  occurredAt: AT,
  receivedAt: LATER,
  contentType: 'document',
  threadId: null,
  contentBytes: 12,
  importance: 'medium',
  engine: 'test',
  trusted: [],
}
const fact = (id: string, more: Partial<CurrentFact> = {}): CurrentFact => ({
  ...currentFact(itemDocument(USER, { id }).item, { fingerprint: id, slot: null }),
  ...more,
})
const read = {
  ...sealedFact,
  span: { start: 2, end: 9 },
  category: 'home',
  confidence: 0.4,
  validFrom: AT,
  validTo: null,
  contradicts: [],
  duplicateOf: null,
  channel: 'user',
} as ReadFact
const meta = (name: string) => ({ id: derivedUuid(RESOURCE, name), ...USER, occurredAt: AT })

describe('asserted', () => {
  const candidate = fact('new', { confidence: 0.7, channel: 'document' })
  const place = { ordinal: 5, threadId: 't', place: 9, newer: undefined, repeated: [] }

  test('says all of the fact, under the fact’s own number', () => {
    expect(asserted(source, read, { candidate, ...place })).toEqual({
      ...meta('asserted 5'),
      type: 'FactAsserted',
      open: {
        factId: 'new',
        source: 7,
        resourceId: RESOURCE,
        ordinal: 5,
        threadId: 't',
        place: 9,
        span: { start: 2, end: 9 },
        category: 'home',
        confidence: 0.7,
        importance: 'medium',
        contentType: 'document',
        validFrom: AT,
        validTo: null,
        supersededBy: null,
        engine: 'test',
        channel: 'document',
        factType: 'fact',
        pinned: false,
      },
      sealed: sealedFact,
    })
  })

  test('is closed by a newer one, and otherwise ends when it says', () => {
    const newer = fact('newer', { validFrom: LATER })
    const ended = { ...read, validTo: AT }
    const of = (...args: Parameters<typeof asserted>) => asserted(...args).open
    expect(of(source, ended, { candidate, ...place, newer })).toMatchObject({
      validTo: LATER,
      supersededBy: 'newer',
    })
    expect(of(source, ended, { candidate, ...place })).toMatchObject({
      validTo: AT,
      supersededBy: null,
    })
    expect(of(source, { ...read, validTo: LATER }, { candidate, ...place })).toMatchObject({
      validTo: LATER,
    })
  })

  test('is as important as the most important of those whose place it takes', () => {
    const repeated = [fact('a', { importance: 'low' }), fact('b', { importance: 'high' })]
    expect(asserted(source, read, { candidate, ...place, repeated }).open).toMatchObject({
      importance: 'high',
    })
    const critical = { ...source, importance: 'critical' as const }
    expect(asserted(critical, read, { candidate, ...place, repeated }).open).toMatchObject({
      importance: 'critical',
    })
  })
})

describe('asserted again', () => {
  const place = { ordinal: 5, threadId: 't', place: 9, newer: undefined }
  const having = (id: string, traits: Partial<Traits>, more: Partial<CurrentFact> = {}) => {
    const plain = fact(id, { category: 'home', ...more })
    return { ...plain, traits: { ...plain.traits, ...traits } }
  }
  const of = (
    candidate: CurrentFact,
    repeated: readonly CurrentFact[],
    given?: ReadFact['given'],
  ) => asserted(source, { ...read, ...(given && { given }) }, { candidate, ...place, repeated })

  test('is pinned if it or one of those is whose place it takes', () => {
    const [plain, pinned] = [having('a', {}), having('b', { pinned: true })]
    expect(of(plain, []).open).toMatchObject({ pinned: false })
    expect(of(pinned, []).open).toMatchObject({ pinned: true })
    expect(of(plain, [plain, pinned]).open).toMatchObject({ pinned: true })
  })

  test('has its scopes, and the aliases of its category, so many as a fact may have', () => {
    const candidate = having('new', { aliases: ['a', 'b'], scopes: ['opera'] })
    const own = having('own', { aliases: ['b', 'c'] })
    const other = having('other', { aliases: ['d'] }, { category: 'food' })
    expect(of(candidate, [own, other]).sealed).toMatchObject({
      aliases: ['a', 'b', 'c'],
      scopes: ['opera'],
    })
    const many = having('many', { aliases: Array.from({ length: MAX_ALIASES }, (_, n) => `${n}`) })
    expect(of(candidate, [many]).sealed).toMatchObject({
      aliases: ['a', 'b', ...many.traits.aliases].slice(0, MAX_ALIASES),
    })
  })

  test('as a client corrects it, has nothing of what it replaces', () => {
    const wrong = having('wrong', { aliases: ['c'], pinned: true }, { importance: 'critical' })
    const traits = { type: 'fact', scopes: [], aliases: [], pinned: false } as const
    const corrects = { ...traits, id: 'new', supersedes: ['wrong'], corrects: null }
    expect(of(having('new', {}), [wrong], corrects)).toMatchObject({
      open: { pinned: false, importance: 'medium' },
      sealed: { aliases: [] },
    })
  })
})

test.each([
  [0.5, 'low', 0.5],
  [0.5, 'medium', 0.5],
  [0.5, 'high', 0.75],
  [0.333, 'high', 0.667],
  [0.5, 'critical', 1],
  [-1, 'medium', 0],
  [7, 'medium', 1],
  [7, 'high', 1],
] as const)(
  'given the confidence %d of what is %s, then it is %d',
  (confidence, importance, expected) => {
    expect(confidenceOf(confidence, importance)).toBe(expected)
  },
)

describe('reinforced', () => {
  const known = fact('known', { confidence: 0.6, channel: 'user', category: 'home' })
  const by = (more: Partial<CurrentFact>) =>
    reinforced(source, fact('new', more), { known, ordinal: 5 })

  test('names the fact that is known, under the number of what was read', () => {
    expect(by({ confidence: 0.9, channel: 'user' })).toEqual({
      ...meta('reinforced 5'),
      type: 'FactReinforced',
      open: {
        factId: 'known',
        source: 7,
        resourceId: RESOURCE,
        category: 'home',
        confidence: 0.9,
      },
      sealed: null,
    })
  })

  test('is made no surer by what is trusted less', () => {
    expect(by({ confidence: 0.9, channel: 'tool' }).open).toMatchObject({ confidence: 0.6 })
    expect(by({ confidence: 0.3, channel: 'tool' }).open).toMatchObject({ confidence: 0.3 })
  })
})

test('superseded names the old, the new and its end', () => {
  const said = fact('new', { validFrom: LATER })
  expect(superseded(source, fact('old', { category: 'home' }), { by: 'new', said })).toEqual({
    ...meta('superseded old'),
    type: 'FactSuperseded',
    open: {
      factId: 'old',
      source: 7,
      resourceId: RESOURCE,
      category: 'home',
      supersededBy: 'new',
      validTo: LATER,
      keyGeneration: 3,
    },
    sealed: null,
  })
})

test('merged names who said the old one, and how sure that was', () => {
  const old = fact('old', { category: 'home', confidence: 0.3 })
  expect(merged(source, old, { into: 'new', at: LATER })).toEqual({
    ...meta('merged old'),
    type: 'FactMerged',
    open: {
      factId: 'old',
      mergedInto: 'new',
      source: 7,
      resourceId: 'resource of old',
      category: 'home',
      confidence: 0.3,
      mergedAt: LATER,
    },
    sealed: null,
  })
})

test('retracted names what nothing takes the place of; what is critical stays', () => {
  const old = fact('old', { category: 'home', importance: 'high' })
  expect(retracted(source, old)).toEqual({
    ...meta('retracted old'),
    type: 'FactPruned',
    open: {
      factId: 'old',
      source: 7,
      resourceId: 'resource of old',
      category: 'home',
      importance: 'high',
      reason: 'ended',
      prunedAt: AT,
    },
    sealed: null,
  })
  expect(retracted(source, { ...old, importance: 'critical' })).toBeNull()
})

test('marked says what a client changed, and null of what it did not', () => {
  const of = (changes: Parameters<typeof marked>[2]) =>
    marked(source, fact('known', { category: 'home' }), changes)
  expect(of({ pinned: false, importance: 'low' })).toEqual({
    ...meta('marked known'),
    type: 'FactMarked',
    open: {
      factId: 'known',
      source: 7,
      resourceId: RESOURCE,
      category: 'home',
      pinned: false,
      importance: 'low',
      keyGeneration: 3,
    },
    sealed: null,
  })
  expect(of({}).open).toMatchObject({ pinned: null, importance: null })
})

test('closed says when and why', () => {
  expect(closed(source, { id: 'known', category: 'home' }, 'resolved')).toEqual({
    ...meta('closed known'),
    type: 'FactClosed',
    open: {
      factId: 'known',
      source: 7,
      resourceId: RESOURCE,
      category: 'home',
      reason: 'resolved',
      closedAt: AT,
      keyGeneration: 3,
    },
    sealed: null,
  })
})

describe('the end of a write', () => {
  const resource = {
    source: 7,
    resourceId: RESOURCE,
    keyGeneration: 3,
    contentType: 'document',
    threadId: null,
    receivedAt: LATER,
    contentBytes: 12,
    engine: 'test',
  }

  test('says what it has led to', () => {
    const totals = { ...noTotals, extracted: 2, asserted: 1, categories: ['a'], saidIn: ['a', 'b'] }
    expect(processed(source, totals)).toEqual({
      ...meta('processed'),
      type: 'ResourceProcessed',
      open: { ...resource, ...totals },
      sealed: null,
    })
  })

  test('that the engine will not read says why, in few words', () => {
    expect(reject(source, 'x'.repeat(900))).toEqual({
      ...meta('rejected'),
      type: 'ExtractionRejected',
      open: { ...resource, reason: 'x'.repeat(500) },
      sealed: null,
    })
  })
})

test('contested names the claim and what it contests', () => {
  expect(contested(source, fact('claim', { category: 'home' }), fact('other'))).toEqual({
    ...meta('contested claim other'),
    type: 'FactContested',
    open: {
      factId: 'claim',
      contests: 'other',
      source: 7,
      resourceId: RESOURCE,
      category: 'home',
      keyGeneration: 3,
    },
    sealed: null,
  })
})

test('what an event changes of facts that stay is the one said again, the claim, or the newer one', () => {
  const [known, claim] = [fact('known'), fact('claim')]
  const place = { ordinal: 5, threadId: 't', place: 9, repeated: [] }
  const of = (newer?: CurrentFact) =>
    asserted(source, read, { candidate: fact('new'), ...place, newer })
  expect(changedBy(reinforced(source, fact('new'), { known, ordinal: 5 }))).toEqual(['known'])
  expect(changedBy(contested(source, claim, known))).toEqual(['claim'])
  expect(changedBy(of(fact('newer')))).toEqual(['newer'])
  expect(changedBy(of())).toEqual([])
  expect(changedBy(superseded(source, known, { by: 'newer', said: claim }))).toEqual([])
  expect(changedBy(merged(source, known, { into: claim.id, at: AT }))).toEqual([])
})
