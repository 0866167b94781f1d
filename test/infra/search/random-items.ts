// Items by chance, the same for the same seed: for tests that compare what is held in memory with what is stored.
import type { Scope } from '../../../schemas/identifiers.ts'
import { itemDocument } from '../../contracts/memory-documents.ts'

export const words = ['tea', 'train', 'piano', 'garden', 'ferry']

/** Mulberry32. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

export const byId = <T extends { id: string }>(some: readonly T[]) =>
  some.toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** One of forty items, as of the version. */
export function randomItem(scope: Scope, random: (below: number) => number, version: number) {
  const id = `i${random(40)}`
  return itemDocument(scope, {
    id,
    version,
    source: version,
    terms: words.slice(random(3), 3 + random(3)),
    vector: Int8Array.from([random(200) - 100, random(200) - 100, random(200) - 100]),
    item: {
      category: random(3) === 0 ? 'health' : 'work',
      text: `${id} as of ${version}`,
      threadId: `t${random(2)}`,
      place: random(60),
      supersededBy: random(5) === 0 ? 'another' : null,
      ...(random(5) === 0 && { pinned: true as const }),
    },
  })
}
