// Which facts a person wants to see. Pure.
import type { Item } from '../shapes.ts'

export type FactFilter = {
  text: string
  /** Empty: any. */
  channel: string
  minConfidence: number
  /** Also facts that no longer hold and lie under no other fact. */
  closed: boolean
}

export const noFilter: FactFilter = { text: '', channel: '', minConfidence: 0, closed: false }

/** Leaves out facts that hold. */
export function isNarrow({ text, channel, minConfidence }: FactFilter): boolean {
  return text.trim() !== '' || channel !== '' || minConfidence > 0
}

export function isWanted(item: Item, filter: FactFilter): boolean {
  if (!item.current && !filter.closed) return false
  if (filter.channel !== '' && item.provenance.channel !== filter.channel) return false
  if (item.confidence < filter.minConfidence) return false
  return item.content.toLowerCase().includes(filter.text.trim().toLowerCase())
}
