// Finds out since when a statement holds, if the sentence clearly says so. All in UTC, without a clock: relative times
// are relative to when the words were said. Invalid and future times are ignored.
import { getFrom } from '../../runtime/certain.ts'
import { type Groups, groupOf, nthGroupOf } from '../match-groups.ts'
import { any } from '../patterns.ts'

const MONTHS =
  'january february march april may june july august september october november december'
const MONTH_NAMES = MONTHS.split(' ')
const MONTH = MONTH_NAMES.map((name) => `${name}|${name.slice(0, 3)}`).join('|')
const NUMBERS = any`zero one two three four five six seven eight nine ten eleven twelve`
const COUNT = String.raw`\d{1,3}|a|an|${NUMBERS.slice(1).join('|')}`

const AGO = new RegExp(`\\b(${COUNT}|a couple of) (day|week|month|year)s? ago\\b`, 'i')
const LAST = /\b(last|this) (week|month|year)\b/i
const MONTH_YEAR = new RegExp(
  `\\b(?:in|since|on) (?:(\\d{1,2})(?:st|nd|rd|th)? )?(${MONTH})\\.?(?: (\\d{1,2})(?:st|nd|rd|th)?,?)? ((?:19|20)\\d\\d)\\b`,
  'i',
)
const ISO_DAY = /\b(?:on|since|from) ((?:19|20)\d\d)-(\d\d)-(\d\d)\b/i
/** As calendars of the northern half of the earth name them, with the month in which each begins. */
const SEASONS: ReadonlyMap<string, number> = new Map([
  ['spring', 2],
  ['summer', 5],
  ['autumn', 8],
  ['fall', 8],
  ['winter', 11],
])
const MONTHS_OF_SEASON = 3
const SEASON = [...SEASONS.keys()].join('|')
const SEASON_YEAR = new RegExp(
  `\\b(?:in|since|from) (?:the )?(?:early |late |mid-?)?(?<season>${SEASON})(?: of)? (?<year>(?:19|20)\\d\\d)\\b`,
  'i',
)
/** "In spring" may be of any year. */
const THE_SEASON = new RegExp(
  `\\b(?:(?<last>last)|since(?: the)?) (?:early |late )?(?<season>${SEASON})\\b`,
  'i',
)
const YEAR = /\b(?:since|in|from) ((?:19|20)\d\d)\b/i
const FOR_YEARS = new RegExp(`\\bfor (?:the (?:past|last) )?(${COUNT}) (week|month|year)s\\b`, 'i')

/** When the statement began: an ISO instant, `at` itself if the sentence does not say. */
export function startOf(sentence: string, at: string): string {
  const said = new Date(at)
  if (Number.isNaN(said.getTime())) return at
  const found = explicit(sentence) ?? relative(sentence, said)
  if (found === null || Number.isNaN(found.getTime()) || found > said) return at
  return found.toISOString()
}

function explicit(sentence: string): Date | null {
  const iso = ISO_DAY.exec(sentence)
  if (iso) return day(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  const month = MONTH_YEAR.exec(sentence)
  if (month) {
    const said = nthGroupOf(month, 2).toLowerCase().slice(0, 3)
    const index = MONTH_NAMES.findIndex((name) => name.startsWith(said))
    return day(Number(month[4]), index, Number(month[1] ?? month[3] ?? 1))
  }
  const season = SEASON_YEAR.exec(sentence)?.groups
  if (season) return day(Number(season.year), monthOf(season), 1)
  const year = YEAR.exec(sentence)
  return year ? day(Number(year[1]), 0, 1) : null
}

function relative(sentence: string, said: Date): Date | null {
  const ago = AGO.exec(sentence) ?? FOR_YEARS.exec(sentence)
  if (ago) return before(said, count(nthGroupOf(ago, 1)), nthGroupOf(ago, 2).toLowerCase())
  const season = THE_SEASON.exec(sentence)?.groups
  if (season) return seasonBefore(said, monthOf(season), season.last ? MONTHS_OF_SEASON : 0)
  if (/\byesterday\b|\blast night\b/i.test(sentence)) return before(said, 1, 'day')
  const last = LAST.exec(sentence)
  if (last?.[1]?.toLowerCase() === 'last') return before(said, 1, nthGroupOf(last, 2).toLowerCase())
  return null
}

function monthOf(groups: Groups): number {
  return getFrom(SEASONS, groupOf(groups, 'season').toLowerCase())
}

/** When the last season began that lay so many months back. */
function seasonBefore(said: Date, month: number, months: number): Date {
  const year = said.getUTCFullYear()
  const began = new Date(Date.UTC(year, month, 1))
  return new Date(Date.UTC(year, month + months, 1)) > said ? before(began, 1, 'year') : began
}

function count(word: string): number {
  const lower = word.toLowerCase()
  if (lower === 'a' || lower === 'an') return 1
  if (lower === 'a couple of') return 2
  return /^\d/.test(lower) ? Number(lower) : NUMBERS.indexOf(lower)
}

function before(said: Date, amount: number, unit: string): Date {
  const date = new Date(said)
  if (unit === 'day') date.setUTCDate(date.getUTCDate() - amount)
  else if (unit === 'week') date.setUTCDate(date.getUTCDate() - amount * 7)
  else if (unit === 'month') date.setUTCMonth(date.getUTCMonth() - amount)
  else date.setUTCFullYear(date.getUTCFullYear() - amount)
  return date
}

/** Null if the calendar has no such day. */
function day(year: number, month: number, dayOfMonth: number): Date | null {
  const date = new Date(Date.UTC(year, month, dayOfMonth))
  return date.getUTCMonth() === month && date.getUTCDate() === dayOfMonth ? date : null
}
