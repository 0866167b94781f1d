// The favourite named before its kind: "Teal is my favourite colour". The only slot whose value comes first.
import { groupOf } from '../../match-groups.ts'
import type { Slot } from './slot.ts'
import { ownerOf, type Persons } from './slot-subjects.ts'
import { cleanValue } from './slot-values.ts'
import { foldFavourite } from './slot-words.ts'

const REVERSED =
  /^(?:(?:well|yes|yeah|now|actually|these days|nowadays|so)[,]? )?(?<value>(?!that|this|it|these|those|they|what|one|here|there|he|she|you|i\b)[\p{L}\p{N}][\p{L}\p{N}'-]*(?: (?!(?:is|are)\b)[\p{L}\p{N}'-]+){0,5}?)(?:'s| is| are| has become| have become| became| has turned into| has taken over as| has replaced [^,.;!?]{2,40} as)(?: now| still| definitely| probably| also| currently)*(?<owner> [\p{L}']+(?: [\p{L}]+'s)?(?: new| all-time| absolute| current)?) (?:favou?rite|fave?) (?!(?:parts?|things?|memory|moment|way|time|one|of|spot)\b)(?<what>\p{L}[\p{L}'-]*(?: \p{L}[\p{L}-]*)?)(?= ?(?:now|these days|at the moment|of all time|ever)?\s*(?:[.,!;]|$))/iu

const MAX_CLAUSES = 4

/** In the sentence, or in one of its clauses. */
export function favouriteBehind(text: string, persons: Persons): Slot | null {
  if (!/fav/i.test(text)) return null
  const starts = [...text.matchAll(/[,;] (?:and |but |so )?/g)].map(
    ({ index, 0: { length } }) => index + length,
  )
  for (const start of [0, ...starts].slice(0, MAX_CLAUSES)) {
    const slot = favouriteAt(text, start, persons)
    if (slot) return slot
  }
  return null
}

function favouriteAt(text: string, start: number, persons: Persons): Slot | null {
  const found = REVERSED.exec(text.slice(start))
  if (!found?.groups) return null
  const { groups } = found
  const before = groupOf(groups, 'owner')
  const owner = ownerOf(before, persons)
  if (owner === null || /\b(?:of|among) /i.test(before)) return null
  return {
    subject: owner.key,
    attribute: `favourite ${foldFavourite(groupOf(groups, 'what').replace(/ (?:now|ever)$/i, ''))}`,
    value: cleanValue(groupOf(groups, 'value')),
    exclusive: owner.unique,
    category: 'preferences',
    ended: null,
    start,
    end: start + found[0].length,
  }
}
