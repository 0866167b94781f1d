// The shapes of sentences that tell of another place: "Our office moved to Soho", "I'm having the party at Luigi's instead". In
// them a value is a mark with its number.
import { any, asWritten } from '../../../../patterns.ts'
import { type Cued, createChooser } from '../../slot-rule.ts'

/** Stands for a value, so that the shapes below are the same for all values. */
export const V = String.raw`§(?<n>\d)`
export const WHAT = '(?<what>[^.,;:!?]{2,60}?)'
/** What is someone else's is said with a name. */
export const OWN = String.raw`(?:(?:all )?(?:of )?(?:[Mm]y|[Oo]ur|[Tt]he) |(?=\p{Lu}[\p{L}-]+'s )|(?=(?!(?:His|Her|Their)\b)\p{Lu})|(?<=^)(?=(?!(?:it|that|this|what|there|here|she|who|which|all|everything|nothing|something|time)\b)\p{Ll}{3,}(?: \p{Ll}{3,})? is ))`

const SOME_INSTEAD = / (?:instead|now)/u

/** Linear-time; `what` is the thing, and `n` its value. */
export type Shape = Cued & {
  shape: RegExp
  /** The value is a person's, who stands in front. */
  ofPerson?: true
}

/** Where a thing is kept or done: a name says little by itself, so that fewer sentences tell of another. */
export const placesFor = createChooser<Shape>([
  {
    words: any`moved switched transferred migrated brought relocated`,
    shape: asWritten`\b(?:moved|switched|transferred|migrated|brought|relocated) ${OWN}${WHAT}(?: over| across| out)?(?: from §\d)? (?:to|into) (?:the )?${V}`,
  },
  {
    words: any`gone switched moved changed went turned migrated swapped`,
    cue: / to (?:the )?\p{Lu}\S*(?: \p{Lu}\S*)* (?:for|as) /u,
    shape: asWritten`\b(?:gone|switched|moved|changed|went|turned|migrated|swapped)(?: over| across)? to (?:the )?${V} (?:for|as) (?:all )?(?:(?:my|our|the) )?${WHAT}(?=\s*(?:[.,;!]|$|now\b|these\b|instead\b|last\b|because\b|and\b|this\b))`,
  },
  {
    words: any`moved relocated`,
    shape: asWritten`(?:^|[,;:] )(?:[Mm]y|[Oo]ur|[Tt]he) (?<what>(?:(?:head|main|new) )?(?:offices?|headquarters|hq|company|shop|store|studio|clinic|practice|school|gym|church|warehouse|workshop|restaurant|caf[eé]|bakery|salon|lab|library|club|festival|market))(?: has| have| just| is| was| been| got)* (?:moved|relocated)(?: again)?(?: from §\d)? to (?:the )?${V}`,
  },
  {
    cue: SOME_INSTEAD,
    shape: asWritten`(?:^|[,;:] )${OWN}${WHAT} (?:is|are) (?:\p{Ll}{3,}ed|kept|held|taught|built) (?:in|at) (?:the )?${V} (?:now|instead)`,
  },
  {
    words: any`venue location place`,
    shape: asWritten`\b(?:changed|moved|switched) ${OWN}${WHAT} (?:venue|location|place) to (?:the )?${V}`,
  },
  {
    words: any`changed`,
    shape: asWritten`\bchanged ${OWN}(?<what>(?:[\p{L}-]+ ){0,2}(?:trip|holiday|vacation|honeymoon|flight|booking|destination|retreat|tour|getaway)) to (?:the )?${V}`,
  },
  {
    words: any`meet`,
    cue: SOME_INSTEAD,
    shape: asWritten`(?:^|[,;:] )(?:[Ll]et's |[Ww]e'll |[Ww]e )(?<what>meet) (?:up )?(?:at|in|by|outside) (?:the )?${V}(?: at §\d)? (?:instead|now|from now on)`,
  },
  {
    cue: SOME_INSTEAD,
    shape: asWritten`(?:^|[,;:] )(?:I|[Ww]e)(?:'m|'re|'ll be| am| are| will be)(?: now)? (?:having|holding|keeping|storing|meeting for|celebrating|hosting) ${WHAT} (?:at|in|with|on|under|behind) (?:the )?${V} (?:instead|now|from now on)`,
  },
  {
    cue: SOME_INSTEAD,
    shape: asWritten`(?:^|[,;:] )(?:[Mm]y|[Oo]ur|[Tt]he) ${WHAT}(?:'s| is| are| takes place| will be| will take place)(?: held)? (?:now )?(?:at|in|with|on|under|behind) (?:the )?${V} (?:instead|now|from now on)`,
  },
  {
    words: any`venue location place`,
    shape: asWritten`^(?:[Cc]hange of (?:venue|location|place)|(?:[Vv]enue|[Ll]ocation) change|(?:[Nn]ew|[Dd]ifferent) (?:venue|location|place)) for ${OWN}?${WHAT}(?:[,:;]| -| –) (?:(?:it's|it is|we're|we are|now) )?(?:now )?(?:(?:being )?held )?(?:at|in) ${V}`,
  },
  {
    words: any`moved changed switched`,
    shape: asWritten`\b(?:moved|changed|switched) (?<what>offices?|desks?|rooms?|shops?|studios?|classes|gyms?|banks?|dentists?|doctors?|schools?|pubs?|churches|churchs?|hairdressers?|salons?|teams?|departments?|branch(?:es)?)(?: again| recently)?[,;:]? (?:and |so )?(?:now )?(?:we're|I'm|it's|it is|we are|I am|I go|we go|we meet)(?: now)? (?:in|on|at|with|to) (?:the )?${V}`,
  },
  {
    words: any`from now`,
    shape: asWritten`^(?:[Ff]rom (?:now|here) on|[Nn]ow),? ${OWN}${WHAT} (?:is|are|hangs?|lives?|stays?|goes|go|stands?|sits?|belongs?) (?:kept |stored )?(?:at|in|with|on|under|behind) ${V}`,
  },
])
