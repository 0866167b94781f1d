// What is read of a user's next writes while one is decided on.
import { expect, test, vi } from 'vitest'
import { createReadAhead } from '../../../../processors/extract-facts/running/read-ahead.ts'
import { USER } from '../../given.ts'

const OTHER = { ...USER, userId: 'other' }
const write = (id: string, scope = USER) => ({ ...scope, id })

const bytesOf = (id: string) => new TextEncoder().encode(id)
const read = (id: string) => ({
  sealed: Promise.resolve(bytesOf(id)),
  read: Promise.resolve(undefined),
})
const batch = (...ids: string[]) => new Map(ids.map((id) => [id, read(id)]))

/** What was read ahead, and how often a batch was begun. */
function reading() {
  const ahead = createReadAhead()
  const begun = vi.fn()
  const start = (...ids: string[]) =>
    ahead.start(USER, async () => {
      begun()
      return batch(...ids)
    })
  const taken = async (id: string, scope = USER) => {
    const of = await ahead.take(write(id, scope))
    return of && new TextDecoder().decode((await of.sealed)!)
  }
  const fail = () => ahead.start(USER, () => Promise.reject(new Error('down')))
  return { forget: ahead.forget, start, fail, taken, begun }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

test('given a batch, when its writes come, then each is taken once, by its user alone', async () => {
  const { start, taken } = reading()
  expect(await taken('a')).toBe(undefined)
  start('a', 'b', 'c')
  expect(await taken('a', OTHER)).toBe(undefined)
  expect([await taken('a'), await taken('b')]).toEqual(['a', 'b'])
  expect(await taken('b')).toBe(undefined)
})

test('given a batch that is not used up, when another is asked for, then none begins', async () => {
  const { start, taken, begun } = reading()
  start('a', 'b')
  start('x')
  await taken('a')
  start('x')
  expect(begun).toHaveBeenCalledTimes(1)
  await taken('b')
  start('x')
  expect(begun).toHaveBeenCalledTimes(2)
  expect(await taken('x')).toBe('x')
})

test('given a write that is missing in the batch, when it comes, then the rest of the batch is of no use', async () => {
  const { start, taken, begun } = reading()
  start('a', 'b')
  expect(await taken('z')).toBe(undefined)
  expect(await taken('a')).toBe(undefined)
  start('x')
  expect([begun.mock.calls.length, await taken('x')]).toEqual([2, 'x'])
})

test('given a batch of nothing, when it has begun, then nothing is kept of the user, and the next one begins', async () => {
  const { start, begun } = reading()
  start()
  await turn()
  start('a')
  expect(begun).toHaveBeenCalledTimes(2)
})

test('given a batch that cannot be prepared, when its writes come, then they are read in their turn, and the next one begins', async () => {
  const { start, taken, fail } = reading()
  fail()
  expect(await taken('a')).toBe(undefined)
  fail()
  await turn()
  start('a')
  expect(await taken('a')).toBe('a')
})

test('given a write that cannot be read, when it is taken, then its failure is told then, and to no one before', async () => {
  const ahead = createReadAhead()
  const down = () => Promise.reject(new Error('down'))
  ahead.start(USER, async () => new Map([['a', { sealed: down(), read: down() }]]))
  await turn()
  const taken = await ahead.take(write('a'))
  await expect(taken!.sealed).rejects.toThrow('down')
  await expect(taken!.read).rejects.toThrow('down')
})

test('given a user who is forgotten, then what was read ahead of that user is gone, and the next batch begins', async () => {
  const { start, forget, taken, begun } = reading()
  start('a')
  forget(OTHER)
  expect(await taken('a')).toBe('a')
  start('b')
  forget(USER)
  expect(await taken('b')).toBe(undefined)
  start('c')
  expect(begun).toHaveBeenCalledTimes(3)
})

test.each([
  ['a write that is missing in it', ['a']],
  ['nothing in it', []],
])(
  'given a batch with %s, when its user is forgotten before it is there, then the next batch stays',
  async (_, ids) => {
    const late = Promise.withResolvers<ReturnType<typeof batch>>()
    const ahead = createReadAhead()
    ahead.start(USER, () => late.promise)
    const missing = ahead.take(write('z'))
    ahead.forget(USER)
    ahead.start(USER, async () => batch('b'))
    late.resolve(batch(...ids))
    expect(await missing).toBe(undefined)
    await turn()
    expect(await ahead.take(write('b'))).toBeDefined()
  },
)
