// The common form of every export: writes with their original ids and dates, and what was left out, and why.
import { z } from 'zod'
import type { GivenFact } from '../../../../schemas/api/reading/items.ts'
import type { ContentType, Importance } from '../../../../schemas/identifiers.ts'

export type Message = { role: 'user' | 'assistant'; content: string }

/** One write: what was said, or what happened. */
export type ImportRecord = {
  /** The id in the export: the same on every reading, so that the record is written once. */
  id: string
  /** Null: the export does not say. */
  userId: string | null
} & (Said | { activity: Activity; at: string } | { fact: GivenFact; at: string })

type Said = {
  /** ISO 8601; null: the export does not say. */
  at: string | null
  /** A sentence that another memory kept, a text of `contentType`, or messages. */
  content: string | readonly Message[]
  /**
   * Where an export has the newest messages alone: when each was said, in Unix milliseconds. It tells them apart where
   * their places have changed since an earlier export.
   */
  saidAt?: readonly number[]
  contentType?: ContentType
  threadId?: string
  metadata?: Readonly<Record<string, unknown>>
}

type Activity = {
  eventType: string
  source: string
  importance: Importance
  data: Record<string, unknown>
}

/** How many entries were left out for the same reason. */
export type LeftOut = Readonly<Record<string, number>>

/** The file is of its kind, but not as it was exported: the message goes on after its name, and quotes nothing of it. */
export class BrokenExport extends Error {
  override readonly name = 'BrokenExport'
}

export type Export = { records: ImportRecord[]; leftOut: LeftOut }

export type Reader = (file: unknown, text: string) => Export

/** Parses the entries one by one: an invalid entry is counted and costs no other. */
export function readEach<T>(
  entries: readonly unknown[],
  schema: z.ZodType<T>,
  read: (entry: T, index: number) => ImportRecord[] | string,
): Export {
  const records: ImportRecord[] = []
  const leftOut: Record<string, number> = {}
  const leave = (why: string) => {
    leftOut[why] = (leftOut[why] ?? 0) + 1
  }
  for (const [index, entry] of entries.entries()) {
    const known = schema.safeParse(entry)
    const outcome = known.success ? read(known.data, index) : 'not as expected'
    if (typeof outcome === 'string') leave(outcome)
    else records.push(...outcome)
  }
  return { records, leftOut }
}

export function joined(exports: readonly Export[]): Export {
  const leftOut: Record<string, number> = {}
  for (const each of exports) {
    for (const [why, count] of Object.entries(each.leftOut))
      leftOut[why] = (leftOut[why] ?? 0) + count
  }
  return { records: exports.flatMap(({ records }) => records), leftOut }
}

/** An end goes into the words, because the service reads it from there; null: there is none. */
export function until(text: string, end: string | null): string {
  return end === null ? text : `${text.trim()} (until ${end.slice(0, 10)})`
}

/** An instant as exports write it: ISO 8601 with or without a zone (then UTC), or Unix seconds. */
export const instant = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((given) => instantOf(given ?? null))

function instantOf(given: string | number | null): string | null {
  if (given === null || given === '') return null
  const hasZone = typeof given === 'number' || /(Z|[+-]\d\d:?\d\d)$/i.test(given)
  const isDay = typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given)
  const at = new Date(
    typeof given === 'number' ? given * 1000 : hasZone || isDay ? given : `${given}Z`,
  )
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}
