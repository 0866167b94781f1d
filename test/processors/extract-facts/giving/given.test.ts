// What clients take back or settle before it begins, in the whole flow: the value that was to end then holds on.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { givenIdOf } from '../../../../infra/runtime/envelope/ids.ts'
import { planFact, planRevision } from '../../../../processors/accept-inbox/plan.ts'
import { itemRequest, type Revision } from '../../../../schemas/api/reading/items.ts'
import { USER } from '../../given.ts'
import { type Flow, startFlow, writtenNow } from '../../in-memory.ts'

const [NEXT_YEAR, LATER, LATEST] = [1, 2, 3].map((years) =>
  new Date(Date.UTC(new Date().getUTCFullYear() + years, 0, 1)).toISOString(),
) as [string, string, string]

let flow: Flow
beforeEach(async () => {
  flow = await startFlow()
})
afterEach(() => flow.stop())

async function give(value: string, more: object = {}): Promise<string> {
  const written = writtenNow()
  const text = `Home is ${value}.`
  const request = itemRequest.parse({ ...USER, text, attribute: 'home', value, ...more })
  await flow.intake.accept(planFact(request, written))
  await flow.drained()
  return givenIdOf(written.id)
}

type Action = 'resolved' | 'retracted' | 'corrected'

async function end(factId: string, action: Action, changes: Revision = {}): Promise<void> {
  const request = { ...USER, factId, action, changes, keyId: null }
  await flow.intake.accept(planRevision(request, writtenNow()))
  await flow.drained()
}

/** The homes that a list shows at an instant, each with its end. */
async function homesAt(asOf: string) {
  const { data } = await flow.ports.memory.at({ asOf }).listItems(USER, { limit: 9 })
  return data.map(({ value, validTo }) => [value, validTo])
}

test.each(['retracted', 'resolved'] as const)(
  'given a value whose place another was to take, when that is %s before, then it holds on',
  async (action) => {
    await give('Lisbon')
    const porto = await give('Porto', { validFrom: NEXT_YEAR })
    expect(await homesAt(LATER)).toEqual([['Porto', null]])
    await end(porto, action)
    for (const at of [new Date().toISOString(), LATER]) {
      expect(await homesAt(at)).toEqual([['Lisbon', null]])
    }
    const graph = flow.ports.graph.at({ asOf: LATER })
    expect((await graph.entity(USER, 'user'))?.properties).toEqual({ home: 'Lisbon' })
    const { data } = await flow.ports.memory.listItems(USER, { limit: 9 })
    const current = data.filter(({ supersededBy, pruned }) => supersededBy === null && !pruned)
    expect(current.map(({ text }) => text)).toEqual(['Home is Lisbon.'])
  },
)

test('given a value with an end of its own, when the plan is taken back, then that end counts again', async () => {
  await give('Lisbon', { validTo: LATEST })
  await end(await give('Porto', { validFrom: LATER }), 'retracted')
  expect(await homesAt(LATER)).toEqual([['Lisbon', LATEST]])
})

test('given a plan, when it is put off, then the value holds until it begins, and ends earlier if it is brought forward', async () => {
  await give('Lisbon')
  const porto = await give('Porto', { validFrom: NEXT_YEAR })
  await end(porto, 'corrected', { validFrom: LATER })
  expect(await homesAt(NEXT_YEAR)).toEqual([['Lisbon', LATER]])
  expect(await homesAt(LATER)).toEqual([['Porto', null]])
  await end(porto, 'corrected', { validFrom: NEXT_YEAR })
  expect(await homesAt(NEXT_YEAR)).toEqual([['Porto', null]])
  expect(await homesAt(new Date().toISOString())).toEqual([['Lisbon', NEXT_YEAR]])
  const { data } = await flow.ports.memory.listItems(USER, { limit: 9 })
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
})

test('given a plan, when only its words are corrected, then the value stays as it is', async () => {
  const lisbon = await give('Lisbon')
  const porto = await give('Porto', { validFrom: NEXT_YEAR })
  await end(porto, 'corrected', { text: 'Home is Faro.', value: 'Faro' })
  const { data } = await flow.ports.memory
    .at({ asOf: new Date().toISOString() })
    .listItems(USER, { limit: 9 })
  expect(data.map(({ id }) => id)).toEqual([lisbon])
  expect(await homesAt(NEXT_YEAR)).toEqual([['Faro', null]])
})

test.each<[string, Revision]>([
  ['its words are corrected', { text: 'Home is Faro.', value: 'Faro' }],
  ['it is filed elsewhere', { category: 'travel' }],
  ['it gets another name', { aliases: ['hometown'] }],
])(
  'given a value whose place another is to take, when %s, then it still ends with the plan, and holds on without it',
  async (_, changes) => {
    const lisbon = await give('Lisbon')
    const porto = await give('Porto', { validFrom: NEXT_YEAR })
    await end(lisbon, 'corrected', changes)
    const value = changes.value ?? 'Lisbon'
    const { data } = await flow.ports.memory.listItems(USER, { limit: 9 })
    expect(data.find(({ id, value: of }) => of === value && id !== lisbon)).toMatchObject({
      validTo: NEXT_YEAR,
      followedBy: porto,
    })
    expect(await homesAt(LATER)).toEqual([['Porto', null]])
    await end(porto, 'retracted')
    expect(await homesAt(LATER)).toEqual([[value, null]])
  },
)

test('given two plans, when the first is taken back, then the value holds until the second', async () => {
  await give('Lisbon')
  const porto = await give('Porto', { validFrom: NEXT_YEAR })
  await give('Faro', { validFrom: LATER })
  await end(porto, 'retracted')
  expect(await homesAt(NEXT_YEAR)).toEqual([['Lisbon', LATER]])
  expect(await homesAt(LATER)).toEqual([['Faro', null]])
})

const [in2020, in2021, in2022] = [2020, 2021, 2022].map(
  (year) => `${year}-01-01T00:00:00.000Z`,
) as [string, string, string]
const likes = (validFrom: string) =>
  give('', { text: 'The user likes chess.', attribute: undefined, value: undefined, validFrom })
async function idsAt(asOf: string) {
  const { data } = await flow.ports.memory.at({ asOf }).listItems(USER, { limit: 9 })
  return data.map(({ id }) => id)
}

test('given a fact that others were merged into, when it is taken back, then none of them ever held', async () => {
  const first = await likes(in2020)
  await likes(in2021)
  const last = await likes(in2022)
  expect(await idsAt(in2020)).toEqual([first])
  await end(last, 'retracted')
  for (const at of [in2020, in2021, in2022]) expect(await idsAt(at)).toEqual([])
  const kept = await likes(in2021)
  await end(await likes(in2022), 'resolved')
  expect(await idsAt(in2021), 'it held until it was settled').toEqual([kept])
})

test('given facts whose words differ in their signs, then each stands', async () => {
  const texts = ['Ana codes in C#.', 'Ana codes in C++.', 'It was 5 degrees.', 'It was -5 degrees.']
  for (const text of texts) await give('', { text, attribute: undefined, value: undefined })
  const { data } = await flow.ports.memory.listItems(USER, { limit: 9 })
  const current = data.filter(({ supersededBy }) => supersededBy === null)
  expect(current.map(({ text }) => text).reverse()).toEqual(texts)
})

test('given a fact that another was merged into, when it is told in other words, then the other never held', async () => {
  await likes(in2020)
  const last = await likes(in2021)
  await end(last, 'corrected', { text: 'The user likes go.' })
  expect(await idsAt(in2020)).toEqual([])
  const { data } = await flow.ports.memory.at({ asOf: in2021 }).listItems(USER, { limit: 9 })
  expect(data.map(({ text }) => text)).toEqual(['The user likes go.'])
})

test('given a value that another was merged into, when the value alone is corrected, then the other never held', async () => {
  await give('Lisbon', { validFrom: in2020 })
  await end(await give('Lisbon', { validFrom: in2021 }), 'corrected', { value: 'Porto' })
  expect(await homesAt(in2020)).toEqual([])
})

test.each([
  ['signs of its value are', 'Blood type is A+.', 'A+', { text: 'Blood type is A-.', value: 'A-' }],
  ['sign is', '👍', undefined, { text: '👎' }],
])(
  'given a fact that another was merged into, when only the %s corrected, then the other never held',
  async (_, text, value, changes) => {
    const attribute = value === undefined ? undefined : 'blood type'
    await give('', { text, attribute, value, validFrom: in2020 })
    const last = await give('', { text, attribute, value, validFrom: in2021 })
    await end(last, 'corrected', changes)
    expect(await idsAt(in2020)).toEqual([])
  },
)

test('given a fact that another was merged into, when it is filed otherwise, then the other held; if that is taken back, it never did', async () => {
  const first = await likes(in2020)
  const last = await likes(in2021)
  await end(last, 'corrected', { type: 'preference', text: 'the user likes CHESS' })
  expect(await idsAt(in2020)).toEqual([first])
  await end(last, 'retracted')
  expect(await idsAt(in2020)).toEqual([])
})

test.each([
  ['taken back', 'retracted', {}],
  ['told in other words', 'corrected', { text: 'The user likes go.' }],
] as const)(
  'given a fact that another was merged into, when it is filed in other categories and then %s, then the other never held',
  async (_, action, changes) => {
    const first = await likes(in2020)
    const last = await likes(in2021)
    await end(last, 'corrected', { category: 'work' })
    await end(last, 'corrected', { category: 'health' })
    expect(await idsAt(in2020)).toEqual([first])
    await end(last, action, changes)
    expect(await idsAt(in2020)).toEqual([])
  },
)

test('given a value that has begun, when it is taken back, then what it took the place of holds on; when it is settled, nothing does', async () => {
  await give('Lisbon')
  await end(await give('Porto'), 'retracted')
  expect(await homesAt(LATER)).toEqual([['Lisbon', null]])
  await end(await give('Porto'), 'resolved')
  expect(await homesAt(LATER)).toEqual([])
})
