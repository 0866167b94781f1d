// The words of one user's items: which items each term is in. Lists are appended to as items come; a search takes
// postings, which are made of a list when they are asked for.
import { weighTerms } from '../ports/rules/bm25.ts'
import type { Postings } from './text-search.ts'

type WordLists = {
  /** `terms`: those of the item, as often as they are said. */
  add(n: number, terms: readonly string[]): void
  remove(n: number, terms: readonly string[]): void
  postings(term: string): Postings
}

export function createWordLists(): WordLists {
  /** By term: number and weight of one item after another. */
  const lists = new Map<string, number[]>()
  const made = new Map<string, Postings>()
  return {
    add: (n, terms) => {
      for (const [term, weight] of weighTerms(terms)) {
        made.delete(term)
        const list = lists.get(term)
        if (list) list.push(n, weight)
        else lists.set(term, [n, weight])
      }
    },
    remove: (n, terms) => {
      for (const term of new Set(terms)) {
        made.delete(term)
        lists.set(term, without(lists.get(term) ?? [], n))
      }
    },
    postings: (term) => {
      const known = made.get(term)
      if (known) return known
      const list = lists.get(term)
      if (!list) return NONE
      const postings = postingsOf(list)
      made.set(term, postings)
      return postings
    },
  }
}

const NONE: Postings = { numbers: new Int32Array(0), weights: new Float32Array(0), last: 0 }

function without(list: readonly number[], n: number): number[] {
  const kept: number[] = []
  for (let at = 0; at < list.length; at += 2) {
    if (list[at] !== n) kept.push(list[at] ?? 0, list[at + 1] ?? 0)
  }
  return kept
}

function postingsOf(list: readonly number[]): Postings {
  const count = list.length / 2
  const [numbers, weights] = [new Int32Array(count), new Float32Array(count)]
  let last = 0
  for (let at = 0; at < count; at++) {
    const n = list[2 * at] ?? 0
    last = Math.max(last, n)
    numbers[at] = n
    weights[at] = list[2 * at + 1] ?? 0
  }
  return { numbers, weights, last }
}
