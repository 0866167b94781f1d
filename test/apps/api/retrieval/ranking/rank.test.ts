import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DECAY_FLOOR, decay } from '../../../../../apps/api/retrieval/ranking/decay.ts'
import type { Hit } from '../../../../../apps/api/retrieval/ranking/fuse.ts'
import { fuse, TRAINED_WEIGHTS } from '../../../../../apps/api/retrieval/ranking/fuse.ts'
import { withoutNearDuplicates } from '../../../../../apps/api/retrieval/ranking/near-duplicates.ts'
import type { RankableItem, RankRequest } from '../../../../../apps/api/retrieval/ranking/rank.ts'
import { candidateIds, MAX_RANKED, rank } from '../../../../../apps/api/retrieval/ranking/rank.ts'
import { workOf } from '../../../../work-of.ts'

const itself = (item: { text: string }) => item

const NOW = '2026-01-31T00:00:00Z'

function item(id: string, over: Partial<RankableItem> = {}): RankableItem {
  return {
    id,
    text: `what ${id} says`,
    importance: 'medium',
    confidence: 0.9,
    at: NOW,
    threadId: `resource of ${id}`,
    place: 0,
    entities: [],
    ...over,
  }
}

function hits(...ids: string[]): Hit[] {
  return ids.map((id, place) => ({ id, score: 10 / (place + 1) }))
}

function ranked(
  items: RankableItem[],
  arms: { text?: Hit[]; vector?: Hit[]; graph?: Hit[] },
  over: Partial<RankRequest<RankableItem>> = {},
) {
  return rank({
    arms: { text: arms.text ?? [], vector: arms.vector ?? [], graph: arms.graph ?? [] },
    items,
    queryEntities: [],
    now: NOW,
    halfLifeDays: 30,
    ...over,
  })
}

const ids = (list: { item: RankableItem }[]) => list.map(({ item: { id } }) => id)

test('a hit of one arm alone survives beside a crowd that all other arms found', () => {
  const crowd = Array.from({ length: 300 }, (_, i) => `crowd${i}`)
  const close = crowd.map((id, i) => ({ id, score: 5 - i / 1_000 }))
  for (const weights of [undefined, TRAINED_WEIGHTS]) {
    const text = [{ id: 'word', score: 9 }, ...close]
    const vector = [{ id: 'sense', score: 0.9 }, ...close.map((hit) => ({ ...hit, score: 0.6 }))]
    const best = fuse({ text, vector, graph: [{ id: 'graph', score: 1 }] }, weights)
    const top = best[0]!.score
    for (const id of ['word', 'sense', 'graph']) {
      const place = best.findIndex((hit) => hit.id === id)
      expect(place).toBeLessThan(10)
      expect(best[place]!.score).toBeGreaterThanOrEqual(0.6 * top - 1e-9)
    }
  }
})

test('an arm that finds several as well as each other points at none of them', () => {
  const scores = (...graph: string[]) => {
    const equal = graph.map((id) => ({ id, score: 1 }))
    const fused = fuse({ text: hits('word', 'other'), vector: [], graph: equal })
    return graph.map((id) => fused.find((hit) => hit.id === id)?.score)
  }
  expect(scores('one')).toEqual([0.6])
  expect(scores('one', 'two')).toEqual([0.2, 0.2])
})

test('given equals of one time, when ranked, then they are thread by thread as they were said, whatever their ids', () => {
  const items = [
    item('c', { threadId: '1', place: 0 }),
    item('a', { threadId: '1', place: 100 }),
    item('b', { threadId: '2', place: 0 }),
  ]
  const text = ['b', 'a', 'c'].map((id) => ({ id, score: 5 }))
  expect(ids(ranked(items, { text }))).toEqual(['c', 'a', 'b'])
})

test('an item that two arms found stands before one that a single arm found as well', () => {
  const items = [item('both'), item('text')]
  const text = [
    { id: 'text', score: 5 },
    { id: 'both', score: 5 },
  ]
  expect(ids(ranked(items, { text, vector: [{ id: 'both', score: 0.5 }] }))).toEqual([
    'both',
    'text',
  ])
})

test('a neighbour of a good hit comes in, nearest first; other threads lend nothing', () => {
  const beside = (place: number) => item(`at${place}`, { threadId: 'talk', place })
  const items = [beside(4), beside(5), beside(6), beside(7), beside(10), item('far', { place: 6 })]
  expect(ids(ranked(items, { text: hits('at5') }))).toEqual(['at5', 'at4', 'at6', 'at7'])
})

test('an item about someone whom the query names is lifted', () => {
  const items = [item('first'), item('named', { entities: ['Zoë '] })]
  const text = [
    { id: 'first', score: 5 },
    { id: 'named', score: 4.5 },
  ]
  expect(ids(ranked(items, { text }))[0]).toBe('first')
  expect(ids(ranked(items, { text }, { queryEntities: ['zoë'] }))[0]).toBe('named')
})

test('of a named speaker their own words come first, before what others say to them; of others, what is about them', () => {
  const items = [
    item('address', { speaker: 'Bo', entities: ['Ada'] }),
    item('own', { speaker: 'Ada' }),
    item('about', { speaker: 'Bo', entities: ['Rex'] }),
  ]
  const text = [
    { id: 'address', score: 5 },
    { id: 'own', score: 2.1 },
    { id: 'about', score: 2.9 },
  ]
  const asked = (...queryEntities: string[]) => ids(ranked(items, { text }, { queryEntities }))
  expect(asked('ada')).toEqual(['own', 'address', 'about'])
  expect(asked('rex')).toEqual(['about', 'address', 'own'])
  expect(asked('ADA', 'rex')).toEqual(['own', 'about', 'address'])
})

test('an item without a speaker counts as the words of the speaker whom it is about', () => {
  const items = [
    item('own', { speaker: 'Ada', subject: 'ada' }),
    item('correction', { speaker: null, subject: 'ada' }),
    item('hearsay', { speaker: 'Bo', subject: 'ada' }),
  ]
  const text = [
    { id: 'correction', score: 5 },
    { id: 'hearsay', score: 4.8 },
    { id: 'own', score: 4.9 },
  ]
  const found = ids(ranked(items, { text }, { queryEntities: ['Ada'] }))
  expect(found).toEqual(['correction', 'own', 'hearsay'])
})

test('an item counts the less the less of it tells something, read without its speaker, but never less than half', () => {
  const text = (tells: number, score: number) => ({ tells, hit: { id: `${tells}`, score } })
  const all = [text(0, 5), text(0.5, 4), text(1, 3)]
  const items = all.map(({ tells, hit: { id } }) =>
    item(id, { speaker: 'Ada', text: `Ada: ${tells}` }),
  )
  const hits = { text: all.map(({ hit }) => hit) }
  expect(ids(ranked(items, hits))).toEqual(['0', '0.5', '1'])
  const found = ranked(items, hits, { toldShare: Number })
  expect(ids(found)).toEqual(['0.5', '1', '0'])
  expect(found.at(-1)!.score).toBeCloseTo(found[1]!.score * (2.5 / 3))
})

test('how much of an item tells something is read once', () => {
  const [one] = [item('one')]
  let read = 0
  const toldShare = () => ++read
  for (const _ of [1, 2]) ranked([one!], { text: hits('one') }, { toldShare })
  expect(read).toBe(1)
})

test('of equal hits the weightier comes first, and then the newer', () => {
  const items = [
    item('plain'),
    item('critical', { importance: 'critical' }),
    item('older', { at: '2025-12-01T00:00:00Z' }),
  ]
  const text = items.map(({ id }) => ({ id, score: 3 }))
  expect(ids(ranked(items, { text }))).toEqual(['critical', 'plain', 'older'])
})

test('an old answer stands before a new item that hardly matches', () => {
  const items = [item('answer', { at: '2019-01-01T00:00:00Z' }), item('noise')]
  const text = [
    { id: 'answer', score: 9 },
    { id: 'noise', score: 5 },
  ]
  expect(ids(ranked(items, { text }))).toEqual(['answer', 'noise'])
})

test('items below the least confidence are left out', () => {
  const items = [item('sure'), item('unsure', { confidence: 0.5 })]
  expect(ids(ranked(items, { text: hits('unsure', 'sure') }, { minConfidence: 0.6 }))).toEqual([
    'sure',
  ])
})

test('scores are parts of how sure the answer is, and what is of less relevance than asked for is left out, however new', () => {
  const items = [item('best', { at: '2019-01-01T00:00:00Z' }), item('half')]
  const text = [
    { id: 'best', score: 8 },
    { id: 'half', score: 4 },
  ]
  const of = (minRelevance: number) => ranked(items, { text }, { relevance: 0.6, minRelevance })
  expect(of(0).map(({ score }) => score)).toEqual([0.6 * DECAY_FLOOR, 0.3])
  expect(ids(of(0.3))).toEqual(['best', 'half'])
  expect(ids(of(0.31))).toEqual(['best'])
  expect(of(0.61)).toEqual([])
})

test('decay falls with age, from 1 to the floor, half-way after one half-life', () => {
  const after = (days: number) => {
    const at = new Date(Date.parse(NOW) - days * 86_400_000).toISOString()
    return decay({ at, now: NOW, halfLifeDays: 30 })
  }
  expect(after(0)).toBe(1)
  expect(after(-5)).toBe(1)
  expect(after(30)).toBeCloseTo((1 + DECAY_FLOOR) / 2, 10)
  fc.assert(
    fc.property(fc.nat(20_000), fc.nat(20_000), (a, b) => {
      const [newer, older] = [Math.min(a, b), Math.max(a, b)]
      expect(after(newer)).toBeGreaterThanOrEqual(after(older))
      expect(after(older)).toBeGreaterThanOrEqual(DECAY_FLOOR)
    }),
  )
})

test('an unreadable time or no half-life means that age does not count', () => {
  expect(decay({ at: 'long ago', now: NOW, halfLifeDays: 30 })).toBe(1)
  expect(decay({ at: '2001-01-01', now: NOW, halfLifeDays: 0 })).toBe(1)
})

test('an item that repeats a better one is left out; one that differs in a word stays', () => {
  const texts = [
    'Ana: I moved to Porto in May, for work.',
    'ana: i moved to PORTO in May',
    'Ana: I moved to Porto in May for work',
    'Ana: I moved to Porto in June, for work.',
    'Ana: I never moved to Porto in May, for work.',
    'moved',
  ]
  const kept = withoutNearDuplicates(
    texts.map((text) => ({ text })),
    itself,
  )
  expect(kept.map(({ text }) => text)).toEqual([texts[0], texts[3], texts[4], texts[5]])
})

test('texts that differ in signs that make another word are no near-duplicates', () => {
  const texts = ['Ana codes in C', 'Ana codes in C++', 'Ana codes in C#', 'ana codes in c#!']
  const kept = withoutNearDuplicates(
    texts.map((text) => ({ text })),
    itself,
  )
  expect(kept.map(({ text }) => text)).toEqual(texts.slice(0, 3))
})

test('near-duplicates are looked for until there are enough, because each item is held against all that are kept', () => {
  const items = Array.from({ length: 1_000 }, (_, n) => item(`i${n}`, { threadId: 't', place: n }))
  const spread = items.filter((_, n) => n % 8 === 0).map(({ id }) => id)
  expect(ranked(items, { text: hits(...spread) })).toHaveLength(MAX_RANKED)
  const texts = items.map(({ id }) => ({ text: `what ${id} says` }))
  expect(withoutNearDuplicates([texts[0]!, ...texts], itself, 200)).toEqual(texts.slice(0, 200))
})

test('near-duplicates are found wherever the words stand, however alike texts begin', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 12 })
    .map((words) => words.join(' '))
  fc.assert(
    fc.property(fc.array(text, { maxLength: 12 }), (texts) => {
      const kept: string[] = []
      for (const each of texts) {
        const contained = each.split(' ').length >= 4
        const isSaid = (better: string) =>
          better === each || (contained && ` ${better} `.includes(` ${each} `))
        if (!kept.some(isSaid)) kept.push(each)
      }
      const found = withoutNearDuplicates(
        texts.map((each) => ({ text: each })),
        itself,
      )
      expect(found.map((each) => each.text)).toEqual(kept)
    }),
  )
})

test('nothing found is an empty list', () => {
  expect(ranked([], {})).toEqual([])
  expect(ranked([item('a')], { text: [{ id: 'a', score: 0 }] })).toEqual([])
})

test('scores are 0 to 1, falling, and the same whatever the order of items', () => {
  const arm = fc.uniqueArray(
    fc.record({ n: fc.nat(40), score: fc.double({ min: 0, max: 50, noNaN: true }) }),
    { selector: ({ n }) => n },
  )
  fc.assert(
    fc.property(arm, arm, arm, (...found) => {
      const items = Array.from({ length: 41 }, (_, n) =>
        item(`i${n}`, { threadId: `r${n % 5}`, place: Math.floor(n / 5), importance: 'low' }),
      )
      const [text, vector, graph] = found.map((list) =>
        list.map(({ n, score }) => ({ id: `i${n}`, score })),
      )
      const list = ranked(items, { text, vector, graph })
      expect(list.every(({ score }) => score >= 0 && score <= 1)).toBe(true)
      expect(list.every(({ score }, i) => i === 0 || score <= list[i - 1]!.score)).toBe(true)
      expect(ranked(items.toReversed(), { text, vector, graph })).toEqual(list)
    }),
  )
})

test('however long the arms are, the best hundred and twenty candidates are ranked, and no others cost anything', () => {
  const items = Array.from({ length: 10_000 }, (_, n) =>
    item(`i${n}`, {
      text: `note ${n} about the plan of day ${n % 90}`,
      threadId: 'r',
      place: n,
    }),
  )
  const workFor = (length: number) => {
    const text = hits(...items.slice(0, length).map(({ id }) => id))
    const vector = hits(...items.slice(5_000, 5_000 + length).map(({ id }) => id))
    const wanted = new Set(candidateIds(fuse({ text, vector, graph: [] })))
    expect(wanted.size).toBe(120)
    const fetched = items.filter(({ id }) => wanted.has(id))
    ranked(fetched, { text, vector })
    const fused = workOf(() => fuse({ text, vector, graph: [] }))
    return workOf(() => ranked(fetched, { text, vector })) - fused
  }
  expect(workFor(2_000)).toBeLessThan(1.1 * workFor(200))
})

test('a claim stands behind what it contests, and is not held back where that is not there', () => {
  const claim = item('claim', { contests: ['trusted'] })
  const text = [
    { id: 'claim', score: 5 },
    { id: 'trusted', score: 4.5 },
    { id: 'other', score: 4 },
  ]
  expect(ids(ranked([claim, item('trusted'), item('other')], { text }))).toEqual([
    'trusted',
    'other',
    'claim',
  ])
  expect(ids(ranked([claim, item('other')], { text }))).toEqual(['claim', 'other'])
})

test('the nearest vector of words has a seat only where it is near', () => {
  const text = [{ id: 'word', score: 9 }]
  const scoreOf = (score: number) =>
    fuse({
      text,
      vector: [
        { id: 'near', score },
        { id: 'other', score: 0.01 },
      ],
      graph: [],
    }).find(({ id }) => id === 'near')?.score
  expect(scoreOf(0.3)).toBeCloseTo(0.6)
  expect(scoreOf(0.2)).toBeCloseTo(0.25)
})
