// A rebuilt projection and the one in use are compared where both have read the same of the log.
import { expect, test } from 'vitest'
import { memberNamesOf } from '../../../../infra/runtime/certain.ts'
import { compareAtOnePosition } from '../../../../infra/runtime/replay/compare.ts'

const WRITES = 'memory.writes.v1' as const
const FACTS = 'memory.facts.v1' as const
type Stands = { readonly [topic in string]?: readonly (readonly [number, number])[] }

/** A store that stands at a position, and whose digest is that position, or what is given. */
function storeAt(position: number, digest?: () => string) {
  const store = {
    position,
    remainders: [],
    checkpoints: async () => new Map([[0, store.position]]),
    digest: async () => digest?.() ?? `at ${store.position}`,
    fences: async () => [],
    receipt: async () => null,
    ping: async () => undefined,
    close: async () => undefined,
  }
  return store
}

/** A store that stands at these positions, by topic and partition. */
function storeOf(stands: Stands) {
  return { ...storeAt(0), checkpoints: async (topic: string) => new Map(stands[topic] ?? []) }
}

function comparing(fresh: { position: number }) {
  return {
    topics: [WRITES] as const,
    replayUpTo: async (upTo: ReadonlyMap<string, ReadonlyMap<number, number>>) => {
      fresh.position = Math.max(fresh.position, upTo.get(WRITES)?.get(0) ?? 0)
    },
    signal: new AbortController().signal,
  }
}

test('given one in use that moves on while it is read, when compared, then it is at the position where it stood still', async () => {
  const fresh = storeAt(3)
  let moves = 2
  const before = storeAt(3, () => {
    const digest = `at ${before.position}`
    if (moves-- > 0) before.position++
    return digest
  })
  expect(await compareAtOnePosition({ before, fresh }, comparing(fresh))).toEqual({
    digest: 'at 5',
    digestBefore: 'at 5',
    atOnePosition: true,
  })
})

test('given one in use that was changed, when compared, then the digests differ at one position', async () => {
  const [fresh, before] = [storeAt(3), storeAt(3, () => 'changed')]
  expect(await compareAtOnePosition({ before, fresh }, comparing(fresh))).toEqual({
    digest: 'at 3',
    digestBefore: 'changed',
    atOnePosition: true,
  })
})

test('given one in use that never stands still, when compared, then nothing is said of it', async () => {
  const fresh = storeAt(3)
  const before = storeAt(3, () => `at ${before.position++}`)
  expect(await compareAtOnePosition({ before, fresh }, comparing(fresh))).toEqual({
    digest: 'at 22',
    digestBefore: 'at 23',
    atOnePosition: false,
  })
})

test('given one in use that is set back while it is read, when compared, then it is read again', async () => {
  const fresh = storeAt(3)
  let reads = 0
  const before = storeAt(5, () => {
    if (++reads === 1) before.position = 3
    return `at ${before.position}`
  })
  const comparingBoth = { ...comparing(fresh), replayUpTo: async () => undefined }
  expect(await compareAtOnePosition({ before, fresh }, comparingBoth)).toEqual({
    digest: 'at 3',
    digestBefore: 'at 3',
    atOnePosition: true,
  })
  expect(reads).toBe(2)
})

test.each([
  ['of another topic', { [WRITES]: [[0, 3]], [FACTS]: [[0, 5]] }, { [WRITES]: [[0, 3]] }],
  [
    'of another partition',
    {
      [WRITES]: [
        [0, 3],
        [1, 0],
      ],
    },
    { [WRITES]: [[0, 3]] },
  ],
  ['at its beginning', { [WRITES]: [[0, 0]] }, {}],
] as const)(
  'given one in use that is behind in a partition %s, when compared, then it is waited for until the command stops',
  async (_, freshStands, beforeStands) => {
    const reason = new Error('stopping')
    const signal = AbortSignal.abort(reason)
    const topics = memberNamesOf(freshStands)
    const comparing = { topics, replayUpTo: async () => undefined, signal }
    const both = { before: storeOf(beforeStands), fresh: storeOf(freshStands) }
    await expect(compareAtOnePosition(both, comparing)).rejects.toMatchObject({ cause: reason })
  },
)

test('given one in use that is behind, when it catches up, then they are compared', async () => {
  const fresh = storeAt(5)
  const before = storeAt(3)
  let asked = 0
  const digest = async () => `at ${before.position}`
  const checkpoints = async () => {
    if (++asked > 2) before.position = 5
    return new Map([[0, before.position]])
  }
  const compared = await compareAtOnePosition(
    { before: { ...before, checkpoints, digest }, fresh },
    comparing(fresh),
  )
  expect(compared).toEqual({ digest: 'at 5', digestBefore: 'at 5', atOnePosition: true })
})
