// What holds for a while only, and what holds beside something else: neither means that a known fact has changed.
import { lastOf } from '../../../runtime/certain.ts'
import { groupOf } from '../../match-groups.ts'

const BEGUN =
  /\b(?:moved|relocated|started|began|joined|got|became|turned|changed|switched|quit|left|married|hired|promoted|born|retired|settled|bought|adopted|upgraded|downgraded|transferred|enrolled|signed|renamed|as of|first (?:day|week))\b/i
const FOR_A_WHILE =
  /\b(?:(?:for|until|till|through|over) (?:the |this |next )?(?:rest of (?:the |this )?)?(?:day|night|week|weekend|month|spring|summer|autumn|fall|winter|holidays?|semester|conference|time being|moment)|this (?:week|weekend|morning|afternoon|evening|spring|summer|autumn|fall|winter)|(?<!\b(?:from|since|as of|starting) )today|tonight|for (?:a|an|one|two|three|four|a few|a couple of|\d+) (?:day|night|week|weekend|month)s?|temporarily|for now|for once|this (?:one )?time|just this once|just visiting|while (?:i'm|i am|we're|we are|(?:he|she)(?:'s| is)) (?:away|abroad|out of (?:town|the country)|travell?ing|visiting|here|there|(?:in|on|at) [^.,;!?]{2,30})|on (?:vacation|holiday|a business trip|a trip))\b/i
const UNTIL = /\b(?:until|till) (?!now\b|then\b|recently\b|last\b)/i

/** True if the sentence itself says that it will not last. A change that happened "this week" lasts. */
export function isTemporary(sentence: string): boolean {
  if (UNTIL.test(sentence) && !BEGUN.test(sentence)) return true
  return (
    FOR_A_WHILE.test(sentence) &&
    !BEGUN.test(sentence) &&
    !/\b(?:have|has|'ve|'s) been\b|\bsince\b/i.test(sentence)
  )
}

const BESIDE =
  /(?:\b(?:too|as well)(?: now| these days| nowadays)?(?=\s*[.!]?$|,? (?:which|because|since)\b)|\b(?:i|we|he|she|they)(?:'m|'re|'s| am| is| are)? also\b|\balso (?:have|has|work|works|speak|speaks|own|owns|drive|drives|live|lives)\b|\b(?:another|second|additional|other|spare|extra) (?:job|phone|number|email|e-mail|address|car|home|house|apartment|flat|place|account)\b|\b(?:my|our|his|her|their) other (?!half\b)[a-z]|\bon (?:the side|weekends|the weekend|weekdays)\b|\bat weekends\b|\bin addition\b|\bpart of the (?:year|week)\b|\bhalf (?:of )?the (?:year|week|time)\b)/i

/** True if the sentence itself says that it holds beside what is known. */
export function isBeside(sentence: string): boolean {
  return BESIDE.test(sentence)
}

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const UNTIL_DAY = new RegExp(
  `\\b(?:until|till|through) (?:next |this )?(?<day>${DAYS.join('|')})\\b`,
  'i',
)
const NOW = /(?:\b(?:am|is|are|staying|visiting|working|living|skipping|off|away)\b|'(?:m|re|s)\b)/i

/** As imports end what another memory knew to have ended. Other dates may tell of something that is over as it is said. */
const UNTIL_DATE = /\((?:until|till) (?<date>\d{4}-\d\d-\d\d)\)[.!]?\s*$/i
const DAY_MS = 86_400_000

const A_SPELL = /\b(?:until|till|through|today|tonight|this week|weekend|for )/i

/**
 * When sentences that were said at an instant stop being so, all of them; null if any of them does not say. A date behind
 * the last one is that of all.
 */
export function expiryOf(sentences: readonly string[], at: string): string | null {
  const last = Date.parse(UNTIL_DATE.exec(lastOf(sentences))?.groups?.date ?? '')
  if (!Number.isNaN(last)) return new Date(last + DAY_MS).toISOString()
  const ends = sentences.flatMap((sentence) => endOfSpell(sentence, at) ?? [])
  return ends.length < sentences.length ? null : lastOf(ends.sort())
}

function endOfSpell(sentence: string, at: string): string | null {
  if (!A_SPELL.test(sentence)) return null
  const said = new Date(at)
  if (Number.isNaN(said.getTime()) || BEGUN.test(sentence) || !NOW.test(sentence)) return null
  const days = daysLeft(sentence, said)
  if (days === null) return null
  const end = new Date(
    Date.UTC(said.getUTCFullYear(), said.getUTCMonth(), said.getUTCDate() + days + 1),
  )
  return end.toISOString()
}

/** Days that it still holds, today not counted; weeks end with Sunday. */
function daysLeft(sentence: string, at: Date): number | null {
  const weekday = at.getUTCDay()
  const untilDay = UNTIL_DAY.exec(sentence)?.groups?.day?.toLowerCase()
  if (untilDay) return (DAYS.indexOf(untilDay) - weekday + 7) % 7 || 7
  if (/\b(?:until|till) tomorrow\b/i.test(sentence)) return 1
  if (/\b(?:today|tonight)\b/i.test(sentence)) return 0
  if (/\bthis (?:week|weekend)\b/i.test(sentence)) return (7 - weekday) % 7
  const spell =
    /\bfor (?:the next )?(?<count>an?|one|two|three|four|\d{1,2}) (?<unit>day|week)s?\b/i.exec(
      sentence,
    )?.groups
  if (!spell || /\b(?:been|since)\b/i.test(sentence)) return null
  const said = groupOf(spell, 'count')
  const counted = ['zero', 'one', 'two', 'three', 'four'].indexOf(said.toLowerCase())
  const count = Number(said) || Math.max(1, counted)
  return groupOf(spell, 'unit').toLowerCase() === 'week' ? count * 7 : count
}
