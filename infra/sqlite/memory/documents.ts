// The documents that rows of the memory store hold, as they were written.
import type { Erasure, Item, Resource, Summary } from '../../ports/memory-store.ts'
import { storedJson } from '../database/damage.ts'

type Document = Item | Resource | Summary | Erasure

const read = <T extends Document>({ doc }: { doc: string }): T =>
  storedJson(doc, 'a document of the memory')

export const itemOf = read<Item>
export const resourceOf = read<Resource>
export const summaryOf = read<Summary>
export const erasureOf = read<Erasure>
