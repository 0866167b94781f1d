// The documents that rows of the memory store hold, as they were written.
import type { Erasure, Item, Resource, Summary } from '../../ports/memory-store.ts'
import { storedJson } from '../database/damage.ts'

const DOCUMENT = 'a document of the memory'

type WithDocument = { doc: string }

export function itemOf({ doc }: WithDocument): Item {
  return storedJson(doc, DOCUMENT)
}

export function resourceOf({ doc }: WithDocument): Resource {
  return storedJson(doc, DOCUMENT)
}

export function summaryOf({ doc }: WithDocument): Summary {
  return storedJson(doc, DOCUMENT)
}

export function erasureOf({ doc }: WithDocument): Erasure {
  return storedJson(doc, DOCUMENT)
}
