// Reads what trouble is over, and what is done without, called off, fewer than before or left behind.
import type { Sought } from '../../../../../ports/language-model.ts'
import { insideQuotes, isUnreal } from '../../../sentences/sentence-sense.ts'
import { createChooser } from '../../slot-rule.ts'
import type { Persons } from '../../slot-subjects.ts'
import { alternatives } from '../another/alternatives.ts'
import { rather } from '../aside/rather.ts'
import { rejected } from '../aside/rejected.ts'
import { BYGONE, each, IN_PASSING, subjectBefore } from '../ending-words.ts'
import { begun } from './begun.ts'
import { calledOffRules } from './called-off.ts'
import { closeness } from './closeness.ts'
import { fallenAway } from './fallen-away.ts'
import { fewerRules } from './fewer.ts'
import { givenUp } from './given-up.ts'
import { movedOnRules } from './moved-on.ts'
import { otherwise } from './otherwise.ts'
import { type Resolution, resolutions } from './resolved.ts'
import { settledRules } from './settled.ts'
import { turned } from './turned.ts'

const GONE_BY = [
  ...givenUp,
  ...calledOffRules,
  ...fewerRules,
  ...movedOnRules,
  ...fallenAway,
  ...otherwise,
  ...begun,
  ...rejected,
  ...rather,
  ...alternatives,
]
const overBy = createChooser([...resolutions, ...turned, ...closeness, ...settledRules, ...GONE_BY])
/** What went by in passing ends none of these. */
const lasting = new Set(GONE_BY)

/** The states that are over; `text` has straight quotes. */
export function readResolved(text: string, persons: Persons): Sought[] {
  return overBy(text).flatMap((each) => {
    const found = resolved(each, text, persons)
    return found.length > 0 && lasting.has(each) && IN_PASSING.test(text) ? [] : found
  })
}

/** What trouble is over. */
function resolved(
  { told, by, sought = ({ what }) => each(what), attribute, value, one }: Resolution,
  text: string,
  persons: Persons,
): Sought[] {
  const found = told.exec(text)
  if (!found) return []
  const before = text.slice(0, found.index)
  if (insideQuotes(before) || isUnreal(before)) return []
  const rest = text.slice(found.index + found[0].length)
  if (attribute && BYGONE.test(rest)) return []
  const subject =
    by === 'anybody'
      ? null
      : by === 'speaker'
        ? persons.first
        : subjectBefore(before, found[0], persons)
  if (!by && subject === null) return []
  const groups = found.groups ?? {}
  const of = attribute ? { attribute: attribute(groups) } : {}
  const single = one ? { one: one(groups) } : {}
  return [{ kind: 'ends', subject, words: sought(groups), value: value ?? null, ...of, ...single }]
}
