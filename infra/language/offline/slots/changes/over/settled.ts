// The rules for what was only until something else was found or decided: a sofa until the flat, a plan until another one, crutches
// until they are needed no more. Each tells which words the former state was told in.
import { any, asWritten } from '../../../../patterns.ts'
import { each } from '../ending-words.ts'
import type { Resolution } from './resolved.ts'

const DWELLING = '(?:flat|apartment|house|place|room|studio|home|cottage|bungalow|condo)'
const FOUND_HOME = asWritten`\b(?:(?:found|got|rented|(?:been|was|were) given) (?:an?|our|my|his|her)(?: [\p{Ll}-]+){0,2} ${DWELLING}\b(?! (?:tyre|tire|plant|mate|white|guest|screen|battery))(?=[^.;!?]* (?:moved in|in \p{Lu}))|moved into (?:an?|my|our|his|her|their)(?: [\p{Ll}-]+){0,2} ${DWELLING}\b)`
const LIVING = any`staying stay stays crashing living lives live sleeping sleep`
const MEANWHILE = any`until till sofa couch temporarily airbnb hostel hotel suitcase tent campervan`
const STOPGAPS = any`dorm dorms halls homeless flatshare`
const PLANNED = any`planning plan plans want wants going thinking considering hoping intend intends`
const LEAVING = any`quit quitting leave leaving resign resigning move moving relocate relocating emigrate emigrating`
const AIDS =
  '(?<what>crutches|cane|walking stick|wheelchair|walker|brace|sling|inhaler|hearing aids?)'
const COURSE =
  '(?<what>antibiotics|tablets|pills|medication|treatment|injections|chemo|chemotherapy|physio|therapy|exams|thesis|dissertation|renovations?|training|degree|studies|braces|diet|night shifts)'
const NAME = String.raw`\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?`
const UNIT =
  '(?<unit>office|branch|store|shop|department|site|plant|campus|warehouse|clinic|practice|team|squad|division|school)'

export const settledRules: readonly Resolution[] = [
  {
    words: any`found moved got rented given`,
    told: FOUND_HOME,
    sought: () => [
      [...LIVING, ...STOPGAPS],
      [...MEANWHILE, ...STOPGAPS],
    ],
  },
  {
    by: 'speaker',
    words: any`contract`,
    told: asWritten`\b[Mm]y contract (?:at|with) (?:the )?(?<what>${NAME}) (?:has |have |just )*(?:ended|ran out|run out|expired|wasn't renewed|was not renewed)\b`,
    attribute: () => 'employer',
  },
  {
    words: any`need needs`,
    told: asWritten`\b(?:don't|doesn't|do not|does not|no longer) need(?:s)? (?:my |the |a |his |her )?${AIDS}(?=\s*(?:[.,;!]|$|any\b|anymore\b))`,
  },
  {
    words: any`done finished through`,
    told: asWritten`\b(?:done|finished|through) with (?:my|the|his|her|all the) ${COURSE}(?=\s*(?:[.,;!]|$|(?:at last|now|and|so|since)\b))`,
  },
  {
    words: any`done finished through`,
    told: /\b(?:done|finished|through) with (?<what>therapy|(?!(?:my|the|his|her|our|all) )(?:\p{Ll}+ ){1,2}(?:lessons|classes))(?=\s*(?:[.!]|$))/u,
  },
  {
    words: any`instead`,
    told: /\b(?:decided|chose|opted|(?:am|'m|is|'s) (?:now )?going) to (?<verb>\p{Ll}{3,}) [^.;!?]{2,40} instead\b(?! of)/u,
    sought: ({ verb }) => [PLANNED, ...each(verb)],
    attribute: () => 'is',
  },
  {
    words: any`instead`,
    told: /\b(?:decided|chose|opted) to (?<verb>\p{Ll}{3,}) [^.;!?]{2,40} instead\b(?! of)/u,
    sought: ({ verb }) => [...each(verb)],
    attribute: () => 'does plan',
  },
  {
    words: any`switched changed`,
    told: /\b(?:switched|changed) (?:my|his|her) (?:major|degree|course|subject|studies)\b(?=[^.;!?]{0,30} to | ?[,;])/iu,
    sought: () => [any`study studies studying major majors majoring`],
  },
  {
    words: any`transferred reassigned moved switched`,
    told: asWritten`\b(?:(?:was|were|got|been) )?(?:transferred|reassigned|moved|switched)(?: over)? to the ${NAME} (?<unit>project|account|case|desk|programme|program)(?=\s*(?:[.,;!]|$|(?:in|last|this|on|and|from|now)\b))`,
    sought: ({ unit = '' }) => [[unit], any`on lead leads leading manage manages`],
    attribute: () => 'does work',
  },
  {
    words: any`decided`,
    told: /\bdecided (?:not to (?<verb>\p{Ll}{3,})|against (?<doing>\p{Ll}{3,}ing)) (?<what>[^.,;!?]{2,40})/u,
    sought: ({ verb, doing, what }) => [PLANNED, ...each(verb ?? doing), ...each(what).slice(-1)],
    attribute: () => 'is',
  },
  {
    words: any`after`,
    cue: / after all\b/u,
    told: /(?:(?:'m|am|is|'re|are|isn't|aren't) (?:not )?going to|won't) (?<verb>\p{Ll}{3,}) (?<what>[^.,;!?]{2,40}?) after all\b/u,
    sought: ({ verb, what }) => [PLANNED, ...each(verb), ...each(what).slice(-1)],
  },
  {
    words: any`decided`,
    told: /\bdecided to stay(?: put)?(?= (?:in|at|with) (?:(?:my|the|his|her) (?:job|company|firm)\b|(?-i:\p{Lu}))|\s*(?:[.,;!]|$))/u,
    sought: () => [PLANNED, LEAVING],
    attribute: () => 'is',
  },
  {
    words: any`transferred posted reassigned moved relocated assigned`,
    told: asWritten`\b(?:(?:was|were|got|been|has been) )?(?:transferred|posted|reassigned|moved|relocated|assigned)(?: over)? to the ${NAME} ${UNIT}(?=\s*(?:[.,;!]|$|(?:in|last|this|on|as|and|from|yesterday|today)\b))`,
    sought: ({ unit = '' }) => [[unit]],
  },
  {
    words: any`transferred switched moved changed`,
    told: /\b(?:transferred|switched|moved|changed)(?: over)? to (?:an?|the) (?:[\p{Ll}]+ )?(?:university|uni|college|school)\b/iu,
    sought: () => [any`study studies studying student attend attends attending`, ['in', 'at']],
  },
  {
    words: any`back`,
    told: /\b(?:went|gone|going|goes|go|am|'m|is|'s) back to work\b(?! (?:after|from) (?:lunch|the break|the weekend)\b)/iu,
    sought: () => [
      ['stay', 'home', 'leave', 'sabbatical'],
      any`mom mum mother dad father parent housewife househusband leave sabbatical`,
    ],
    attribute: () => 'is',
  },
  {
    words: any`finished completed left quit dropped`,
    told: /\b(?:finished|completed|left|quit|dropped out of) (?:university|uni|college|my studies|school|(?:high|medical|law|nursing|art|business|drama) school|studying)(?=\s*(?:[.,;!]|$)|\s+(?:last|this|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|and|for good)\b)/iu,
    sought: () => [any`student study studies studying`],
  },
  {
    words: any`phase`,
    told: /\b(?:is|am|'s|'m) (?:now |finally )*over (?:my|his|her) (?<what>\p{Ll}+) phase\b/u,
  },
]
