// Which records of an export are written: for which user, in which order, and which have no user.
import { userId } from '../../../schemas/identifiers.ts'
import type { Export, ImportRecord, LeftOut } from './formats/import-record.ts'

export type OwnedRecord = ImportRecord & { userId: string }
export type Sorted = { records: OwnedRecord[]; leftOut: LeftOut }

const NOBODY = 'without a user: give --user USER'
const NO_IDENTIFIER = 'of a user whose name is no identifier: give --user USER'

export function planned({ records, leftOut }: Export, user: string | undefined): Sorted {
  const left: Record<string, number> = { ...leftOut }
  const owned: OwnedRecord[] = []
  for (const record of records) {
    const owner = user ?? record.userId
    const { data } = userId.safeParse(owner)
    if (data !== undefined) owned.push({ ...record, userId: data })
    else {
      const why = owner === null ? NOBODY : NO_IDENTIFIER
      left[why] = (left[why] ?? 0) + 1
    }
  }
  // A record without a date holds now, so it comes last.
  const at = (record: ImportRecord) => record.at ?? '9999'
  return {
    records: owned.sort((a, b) => (at(a) < at(b) ? -1 : at(a) > at(b) ? 1 : 0)),
    leftOut: left,
  }
}
