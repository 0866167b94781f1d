// The documents that rows of the memory store hold, as they were written.
import type { Item, Resource, Summary } from '../../ports/memory-store.ts'

type WithDocument = { doc: string }

export function itemOf({ doc }: WithDocument): Item {
  return JSON.parse(doc)
}

export function resourceOf({ doc }: WithDocument): Resource {
  return JSON.parse(doc)
}

export function summaryOf({ doc }: WithDocument): Summary {
  return JSON.parse(doc)
}
