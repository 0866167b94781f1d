// What of an export is still to be written. A day of a conversation may have grown since an earlier export: then what
// came after the messages that were written is a write of its own. The key of messages ends with the place of the last
// one in its day, so that the journal tells how far it is: its number, or its instant where numbers do not last.
import { createHash } from 'node:crypto'
import { nth } from '../../../infra/runtime/certain.ts'
import type { Journal } from './journal.ts'
import type { OwnedRecord } from './planned.ts'

/** `key`: how the journal names the write. */
export type Waiting = OwnedRecord & { key: string }

type Target = { appId: string; from: string }

type Unwritten = {
  /**
   * The writes of the call that an earlier run was stopped in. They go together once more, because the key of a call
   * is that of all its writes: among others the service would store them a second time. Null where the export no
   * longer has them.
   */
  again: Waiting[] | null
  others: Waiting[]
  /** Records of which nothing is to be written. */
  before: number
}

export function unwritten(
  records: readonly OwnedRecord[],
  { accepted, refused, lastCall }: Pick<Journal, 'accepted' | 'refused' | 'lastCall'>,
  target: Target,
): Unwritten {
  const isAnswered = lastCall.every((key) => accepted.has(key) || refused.has(key))
  const called = isAnswered ? [] : lastCall
  const written = countsOf(accepted)
  const again = calledAgain(called, { records, written, target })
  const known = countsOf([...accepted, ...(again ? called : [])])
  const others: Waiting[] = []
  let before = 0
  const names = new Set(again?.map(({ key }) => nameIn(key)))
  for (const record of records) {
    const name = nameOf(record, target)
    const part = partOf(record, { after: Math.max(0, ...(known.get(name) ?? [])), name })
    if (part) others.push(part)
    else if (!names.has(name)) before++
  }
  return { again, others, before }
}

type Called = {
  records: readonly OwnedRecord[]
  written: ReadonlyMap<string, readonly number[]>
  target: Target
}

/** As they were: the export may have more of a day now. */
function calledAgain(
  keys: readonly string[],
  { records, written, target }: Called,
): Waiting[] | null {
  if (keys.length === 0) return []
  const byName = new Map(records.map((record) => [nameOf(record, target), record]))
  const found = keys.flatMap((key) => {
    const [name, upTo] = [nameIn(key), countIn(key)]
    const record = byName.get(name)
    if (!record) return []
    const after = Math.max(0, ...(written.get(name) ?? []).filter((count) => count < upTo))
    const part = partOf(record, { after, upTo, name })
    return part?.key === key ? [part] : []
  })
  return found.length === keys.length ? found : null
}

type Part = { after: number; upTo?: number; name: string }

/** Null where nothing comes after what is written. */
function partOf(record: OwnedRecord, { after, upTo = WHOLE, name }: Part): Waiting | null {
  if (!('content' in record) || typeof record.content === 'string' || record.content === null) {
    return after > 0 ? null : { ...record, key: name }
  }
  const { saidAt, ...write } = record
  const places = saidAt ?? record.content.map((_, n) => n + 1)
  const content = record.content.filter((_, n) => isBetween(nth(places, n), after, upTo))
  const last = Math.max(...places.filter((place) => isBetween(place, after, upTo)))
  return content.length === 0 ? null : { ...write, content, key: `${name}/${last}` }
}

function isBetween(place: number, after: number, upTo: number): boolean {
  return place > after && place <= upTo
}

/** The place of the last message that was written with each key of a record. */
function countsOf(keys: Iterable<string>): Map<string, number[]> {
  const counts = new Map<string, number[]>()
  for (const key of keys) {
    const of = counts.get(nameIn(key)) ?? []
    counts.set(nameIn(key), of)
    of.push(countIn(key))
  }
  return counts
}

/** Of a record that is no messages, or of a key from before their number was part of it. */
const WHOLE = Number.POSITIVE_INFINITY

function nameIn(key: string): string {
  return key.replace(/\/\d+$/, '')
}

function countIn(key: string): number {
  const [, count] = /\/(\d+)$/.exec(key) ?? []
  return count === undefined ? WHOLE : Number(count)
}

function nameOf({ id, userId }: OwnedRecord, { appId, from }: Target): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([appId, userId, id]))
    .digest('hex')
  return `${from}-${hash}`
}
