// Slot rules about where a person lives. Order is priority.
import { any, BE, IS, rule, type SlotRule } from '../slot-rule.ts'
import { readPlace } from '../slot-values.ts'

const DWELLINGS =
  '(?:one-bed|two-bed|three-bed|village|bungalow|farmhouse|villa|cabin|loft|terraced house|place|studio|flat|apartment|house|room|condo|cottage|bungalow|townhouse)'
/** People rent a cottage for a week, too. */
const NO_TRIP =
  '(?<!\\b(?:for (?:a|the|two|three|our|my)|in (?:January|February|March|April|May|June|July|August|September|October|November|December|summer|winter)|next|this|until)\\b[^.;!?]{0,40})'

export const homeRules: readonly SlotRule[] = [
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    endable: true,
    read: readPlace,
    words: any('live lives living reside resides residing based settled stay stays'),
    head: rule(
      '\\b(?:live|lives|living|reside|resides|residing|based|settled|settled down|(?:stay|stays)(?= in \\p{Lu}))(?: back| over| down| up| out| together)?(?: with (?:my|his|her|our) [^.,;!?]{1,30}?)? (?:in|near|on (?=an? \\p{Ll}+ (?:near|in|outside) )) ',
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('moved move relocated shifted emigrated retired'),
    head: rule(
      '\\b(?:moved|made the move|relocated|shifted|emigrated|retired)(?: house)?(?: back| over| out| down| up| away)?(?: here)?(?: from [^,.;!?]{1,40}?)? (?:to (?:live in )?|into (?=an? |my |our )|in with [^.,;!?]{2,30}? in (?=\\p{Lu}))',
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('bought rented got found'),
    head: rule(
      '\\b(?:bought|rented|got|found) (?:an?|our|my) (?:\\p{Ll}+ ){0,2}?(?:house|flat|apartment|place|home|cottage) in (?=[^.;!?]{2,40} and (?:have |just |already )*(?:moved in|live there))',
    ),
  },
  {
    attribute: 'home',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('moved relocated'),
    head: rule(
      "\\b(?:moved|relocated|moved out|moved on)\\b[^.!?]{0,30}?[,;:–-] ?(?:and |so )?(?:i'm|we're|i am|we are)(?: now)? (?:now )?in (?=[^.!?]{2,40}(?:now|[.!]|$))",
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any(
      'rent rents renting share shares sharing own place studio flat apartment house room',
    ),
    head: rule(
      `\\b(?:(?:rent|rents|renting|share|shares|sharing) an? |(?:have|has|had|got|bought|found)(?: had)? (?:my|our|his|her|their) own )(?=(?:\\p{L}[\\p{L}-]* ){0,3}?${DWELLINGS}(?: with [^.,;!?]{2,30}?)? in \\p{Lu}[^.;!?]*${NO_TRIP})(?:[^.;!?]{0,60}?) in `,
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('resident'),
    head: rule(
      `${BE}(?:officially )?an? (?=(?-i:\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?) resident\\b)`,
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    perfect: true,
    read: readPlace,
    words: any('lived'),
    head: rule('\\blived in '),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    ends: true,
    read: readPlace,
    words: any('moved'),
    head: rule('\\b(?:moved (?:away from|out of)|moved away out of) '),
  },
  {
    attribute: 'home',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('home city location residence'),
    head: rule(`\\b(?:home|home city|city|location|residence)${IS}(?:in )?`),
  },
  {
    attribute: 'home',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('flat apartment house'),
    head: rule("\\b(?:flat|apartment|house)(?:'s| is)(?: now| currently| still)? in "),
  },
  {
    attribute: 'home',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('home'),
    head: rule('(?:^|[,;] |\\b(?:and|but|so) )home (?:for (?:me|us) )?is (?:now )?(?:in )?'),
  },
  {
    attribute: 'home',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('home'),
    head: rule(
      '^(?:now |these days )?(?=(?-i:\\p{Lu}[\\p{L}-]+(?: \\p{Lu}[\\p{L}-]+)?) is (?:now )?(?:my |our )?(?:new )?home\\b)',
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    words: any('days nowadays'),
    head: rule(
      "(?<=\\b(?:am|are|is|'m|'re|'s) )in (?=(?-i:\\p{Lu})[\\p{L}-]+(?: (?-i:\\p{Lu})[\\p{L}-]+)? (?:these days|nowadays)\\b)",
    ),
  },
]
