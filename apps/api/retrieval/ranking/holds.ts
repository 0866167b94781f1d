// What a sentence is about, and which kinds of things it holds that questions ask for. Read by its form: no list of places
// or people would be complete.
import type { Kind } from '../query/asked.ts'

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?'
const NUMBER =
  '(?:\\d[\\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\p{L}+teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen|half)'
export const HOLDS: readonly (readonly [Kind, RegExp])[] = [
  [
    'place',
    new RegExp(
      `\\b(?:in|at|from|to|near|on|along|around|outside) (?!(?i:${MONTH}|${DAY})\\b|the \\d|\\d)(?:(?:the|a|an|my|our|his|her) )?(?:\\p{L}+ ){0,2}?\\p{Lu}|\\b(?:at|in|near|from|to) (?:the|a|an) \\p{L}`,
      'u',
    ),
  ],
  [
    'time',
    new RegExp(
      `\\b${MONTH}\\b|\\b${DAY}\\b|\\b(?:19|20)\\d\\d\\b|\\b\\d{1,2}(?::\\d\\d|(?:st|nd|rd|th)\\b| ?[ap]m\\b)|\\b(?:yesterday|today|tomorrow|tonight|ago|morning|evening|noon|night|weekend)s?\\b|\\b(?:last|next|this|every) (?:week|month|year|summer|winter|spring|autumn|fall)|\\b(?:at|before|after) (?:${NUMBER}|breakfast|lunch|dinner|school|work)\\b`,
      'iu',
    ),
  ],
  [
    'trade',
    /\b(?:work(?:s|ed|ing)? (?:as|at|for|in|from|part|full)|runs?|owns?|teach(?:es)?|manages?|freelance|retired|employed)\b|(?:\b(?:is|was|am|be|are|were|as)|'m|'s) (?:\p{L}+(?: \p{L}+)?, )?(?:an? )(?:[\p{L}-]+ ){0,3}?(?:\p{L}{2,}(?:er|or|ist|ian|ant|ect|yst)|nurse|vet|chef|judge|pilot|cook|clerk|surgeon|priest|soldier|nanny)\b/iu,
  ],
  ['number', new RegExp(`\\b${NUMBER}\\b`, 'iu')],
  [
    'age',
    new RegExp(
      `\\b(?:is|are|am|was|turn(?:s|ed|ing)?)(?: nearly| almost| only)? ${NUMBER}\\b|'m ${NUMBER}\\b|\\byears? old\\b|\\baged? ${NUMBER}|\\bborn\\b`,
      'iu',
    ),
  ],
  [
    'rhythm',
    /\b(?:every|each|once|twice|daily|weekly|monthly|times|most (?:days|mornings|evenings)|(?:mon|tues|wednes|thurs|fri|satur|sun)days|days a week|always|never)\b/iu,
  ],
  [
    'name',
    /\b(?:called|named) (?:\p{Ll}+ )?\p{Lu}|\bnames? (?:is|are|was|were) \p{Lu}|\b(?:[Mm]y|[Oo]ur) (?:(?:best|older|younger|elder|little|big) )?[\p{Ll}-]+(?:,| is| are)? \p{Lu}|(?<![\p{L}-])\p{Lu}[\p{L}-]+ (?:is|are|was|were) (?:my|our)\b/u,
  ],
  ['person', /(?<=\S )(?<![.!?] )\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}{2,} \p{Ll}+s\b|\bI'm \p{Lu}\p{Ll}+/u],
]
/** The one who says it is what it is about. */
export const OWN_SUBJECT =
  /^(?:(?:so|and|but|well|yes|no|oh|in \p{L}+|on \p{L}+|as a \p{L}+),? )?(?:I|we)\b/iu
/** What another sentence is about: its first words, up to the verb. */
export const SUBJECT =
  /^(?:(?:my|our|the) )?((?:[\p{L}\p{N}-]+(?:['’]s)? ){0,4}?[\p{L}\p{N}-]+?)(?:['’]s(?= \p{Ll}+ing\b)|['’]m| (?=(?:is|are|was|were|has|have|had|will|can|cannot|must|should|would|used|does|do|did|never|still|always|also|only|really)\b|(?:is|does|has|was)n['’]t|ca\Sn?['’]t|do(?:es)?n['’]t|\p{Ll}+(?:s|ed)\b(?!['’])|\p{Ll}+ (?:in|at|to|for|from|as|with|on|me|my|a|an|the)\b))/iu
