// Finds out since when a statement holds, if the sentence clearly says so. All in UTC, without a clock: relative times
// are relative to when the words were said. Invalid and future times are ignored.
import { nthGroupOf } from '../match-groups.ts'

const MONTHS =
  'january february march april may june july august september october november december'
const MONTH_NAMES = MONTHS.split(' ')
const MONTH = MONTH_NAMES.map((name) => `${name}|${name.slice(0, 3)}`).join('|')
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')
const COUNT = `\\d{1,3}|a|an|${NUMBERS.slice(1).join('|')}`

const AGO = new RegExp(`\\b(${COUNT}|a couple of) (day|week|month|year)s? ago\\b`, 'i')
const LAST = /\b(last|this) (week|month|year)\b/i
const MONTH_YEAR = new RegExp(
  `\\b(?:in|since|on) (?:(\\d{1,2})(?:st|nd|rd|th)? )?(${MONTH})\\.?(?: (\\d{1,2})(?:st|nd|rd|th)?,?)? ((?:19|20)\\d\\d)\\b`,
  'i',
)
const ISO_DAY = /\b(?:on|since|from) ((?:19|20)\d\d)-(\d\d)-(\d\d)\b/i
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
  const year = YEAR.exec(sentence)
  return year ? day(Number(year[1]), 0, 1) : null
}

function relative(sentence: string, said: Date): Date | null {
  const ago = AGO.exec(sentence) ?? FOR_YEARS.exec(sentence)
  if (ago) return before(said, count(nthGroupOf(ago, 1)), nthGroupOf(ago, 2).toLowerCase())
  if (/\byesterday\b|\blast night\b/i.test(sentence)) return before(said, 1, 'day')
  const last = LAST.exec(sentence)
  if (last?.[1]?.toLowerCase() === 'last') return before(said, 1, nthGroupOf(last, 2).toLowerCase())
  return null
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
