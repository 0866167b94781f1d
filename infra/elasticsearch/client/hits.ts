// What every hit of a search holds when the request asked for it. Where it does not, these throw and name what is
// missing.
import type { estypes } from '@elastic/elasticsearch'
import { present } from '../../runtime/certain.ts'

/** Also of a document that was read by its id, and was found. */
export function sourceOf<Source>({ _source }: { _source?: Source | undefined }): Source {
  return present(_source, '_source')
}

export function sortOf({ sort }: Pick<estypes.SearchHit, 'sort'>): estypes.SortResults {
  return present(sort, 'sort')
}

export function idOf({ _id }: Pick<estypes.SearchHit, '_id'>): string {
  return present(_id, '_id')
}

/** One writing of a document, for a write that must come right after it. */
export type Writing = { if_seq_no: number; if_primary_term: number }

export function writingSeen(seen: {
  _seq_no?: number | undefined
  _primary_term?: number | undefined
}): Writing {
  return {
    if_seq_no: present(seen._seq_no, '_seq_no'),
    if_primary_term: present(seen._primary_term, '_primary_term'),
  }
}
