// The rules for what one is through with: a season, a book, a job that was left for the next. "Done with season two of The
// Wire", "I've put Emma aside", "Karim left DHL and works for the council now".
import { any, anyCase } from '../../../../patterns.ts'
import { kindOfName } from '../../../names/lexicon.ts'
import { LATER } from '../../slot-words.ts'
import { BELONGING, each, TRAVEL, withOneOf } from '../ending-words.ts'
import type { Resolution } from './resolved.ts'

const UNIT =
  '(?:season|series|chapter|part|book|volume|level|unit|module|lesson|episode|stage|week|phase|act|year|grade)'
const NTH = String.raw`(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|final|last|\d+(?:st|nd|rd|th))`
const NUMERAL = String.raw`(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`
const OF = String.raw`(?: of (?:the |my |his |her )?[\p{L}\d'-]+(?: (?:(?-i:\p{Lu})[\p{L}\d'-]*|of|the|and)){0,4})?`
const NAME = String.raw`(?-i:\p{Lu})[\p{L}\d'&-]*(?: (?-i:\p{Lu})[\p{L}\d'&-]*){0,3}`
const READING = any`reading watching playing listening binge binging rewatching rereading into on learning studying`
const WORKS =
  "(?:works?|working|drives?|teach(?:es)?|(?:am|is|'m|'s) teaching|flies|fly|runs?|run|cooks?|joined|joins?|started|starts?|got (?:a|an|my) (?:new )?job|took (?:a|the) job|employed|freelances?|with|at|is with|is at|'s with|'s at|am with|am at|'m with|'m at|(?:is|am|'m|'s) (?:now )?(?:an? )?(?:working|freelancing|self-employed|freelance|employed))"

const WHEN = String.raw`(?: (?:over the \p{Ll}+|last \p{Ll}+|this \p{Ll}+|in (?-i:\p{Lu})\p{Ll}+|(?:a|two|three|a few) (?:weeks?|months?|years?|days) ago|recently|in the end|eventually|finally|earlier this \p{Ll}+))?`

const DWELLING = any`house flat home place farm cottage bungalow apartment villa`

const PLANNED = any`going moving meeting seeing staying driving travelling`

const LEFT_FIRM = anyCase`\b(?:left|quit|resigned from) (?<what>${NAME})(?=\s*(?:[.!]|$)|\s+(?:last|this|in|after|yesterday|because|two|three)\b)`

export const movedOnRules: readonly Resolution[] = [
  {
    by: 'speaker',
    words: any`left moved`,
    cue: /\b(?:left|moved (?:away |out )?(?:from|of)) \p{Lu}/u,
    told: anyCase`\b(?:left (?=[^.;!?]{2,60} and (?:settled|moved|now|live|bought|are|we're|i'm)\b)|moved (?:away from|out of) )(?<what>(?-i:\p{Lu})[\p{L}-]+)${WHEN}(?=\s*[.!,]|\s+and\b)`,
    sought: ({ what }) => withOneOf(each(what), DWELLING),
  },
  {
    words: any`sold`,
    cue: /\bsold up\b/iu,
    told: /\bsold up\b/iu,
    sought: () => [DWELLING],
  },
  {
    words: any`season series chapter part book volume level unit module lesson episode stage week phase act year grade`,
    cue: /finished|done|completed|through|wrapped up|end of/iu,
    told: anyCase`\b(?:finished|finished with|done with|completed|got through|through with|wrapped up|got to the end of|reached the end of|(?:am|'m|is|are) (?:now )?(?:done with|through)) (?:the |my |all of )?(?<what>${UNIT} ${NUMERAL}${OF}|${NTH} ${UNIT}${OF})`,
  },
  {
    by: 'anybody',
    words: any`moved`,
    told: /(?:^|[,;:] )(?<who>(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}-]+)(?: has| have| just)* moved (?:away|out)(?=\s*(?:[.,;!]|$)|\s+(?:last|yesterday|this|in|on|and|so)\b)/u,
    sought: ({ who = '' }) => [
      ...each(who.replace(/^(?:Mr|Mrs|Ms|Dr)\.? /u, '')),
      any`neighbour neighbours neighbor neighbors flatmate flatmates roommate roommates housemate housemates lodger tenant`,
    ],
  },
  {
    words: any`aside side hold`,
    told: anyCase`\b(?:put|set|laid) (?<what>${NAME}) (?:aside|to one side|on hold)\b`,
    sought: ({ what }) => [...each(what), READING],
  },
  {
    words: any`moved graduated progressed switched`,
    told: anyCase`\b(?:moved on|graduated|progressed|switched) from (?<what>${NAME}) to (?-i:\p{Lu})`,
  },
  {
    words: any`left quit`,
    told: anyCase`\b(?:left|quit) (?:(?:the )?(?<what>${NAME})|(?:the|his|her|my) (?!(?:house|home|room|office|building|table|party|meeting|country|city|town|village|car|bus|train|door|kids?|children|light|keys?)\b)(?<place>\p{Ll}{3,}))${WHEN}(?:(?:,? and|,)(?: so)?(?: (?:I|he|she|we))?(?:'ve| have| has| now| just| then)* ?${WORKS}|,? to (?:join|start|open|launch|found|set up|become|work|study|freelance|retire|run|focus on|go freelance|stay (?:at )?home))\b`,
    sought: ({ what, place }) => each(what ?? place),
  },
  {
    words: any`notice resignation`,
    told: anyCase`\b(?:handed in|gave in|gave|put in|turned in|tendered|given|given in|submitted) (?:my|his|her|their) (?:notice|resignation)(?: (?:at|to|with) (?:the )?(?<what>${NAME}))(?!${LATER})`,
  },
  {
    by: 'speaker',
    words: any`instead`,
    told: /\b(?:going|flying|travell?ing|driving|moving|meeting|seeing|visiting|staying) [^.,;!?]{2,40} instead of (?:in |to |with |at )?(?<where>\p{Lu}[\p{L}-]+)/u,
    sought: ({ where }) => [...each(where), [...TRAVEL, ...PLANNED]],
  },
  {
    by: 'speaker',
    words: any`instead`,
    told: /\b(?:going|flying|travell?ing|driving) to (?<where>\p{Lu}[\p{L}-]+) (?:in|on|next|this|at) [^.,;!?]{2,30} instead\b(?! of)/u,
    sought: ({ where }) => [...each(where), [...TRAVEL, ...PLANNED]],
  },
  {
    words: any`left quit leaving resigned`,
    told: LEFT_FIRM,
    attribute: () => 'employer',
  },
  {
    words: any`left quit leaving resigned`,
    told: LEFT_FIRM,
    sought: ({ what }) => [...each(what), ['with', 'at', 'for']],
    attribute: () => 'is',
  },
  {
    words: any`left quit leaving resigned finished graduated`,
    told: anyCase`${LEFT_FIRM.source}|\b(?:graduated from|finished at) (?:the )?(?<of>${NAME})(?=\s*(?:[.,!]|$)|\s+(?:last|this|in|because)\b)`,
    sought: ({ what, of }) => each(what ?? of),
    attribute: () => 'school',
  },
  {
    words: any`left quit leaving resigned graduated`,
    told: anyCase`${LEFT_FIRM.source}|\bgraduated from (?:the )?(?<of>${NAME})`,
    sought: ({ what, of }) => {
      const name = what ?? of ?? ''
      return kindOfName(name) === 'place' ? [] : withOneOf(each(name), BELONGING)
    },
  },
  {
    words: any`dropped`,
    told: /\bdropped out of (?<what>(?!(?:the|my|our|his|her) )\p{L}[^.,;!?]{2,40}?)(?=\s*(?:[.,;!]|$)|\s+(?:last|this|in|after|because|when|to|and)\b)/iu,
  },
  {
    by: 'speaker',
    words: any`let`,
    told: /(?:^|[,;:] )(?:I|[Ww]e)(?:'ve| have| had to)* let (?:my|our|the) (?<what>(?:cleaning |cleaner|nanny|maid|housekeeper|dog walker|chauffeur|gardener|driver|cook|assistant|trainer|tutor|au pair|babysitter)(?:lady|woman|man)?) go(?=\s*(?:[.,;!]|$)|\s+(?:last|this|because|and)\b)/u,
  },
]
