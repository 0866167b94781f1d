// Slot rules about where a person is and how to reach them: home, phone, email, address, time zone. Order is priority.
import { any, BE, rule, type SlotRule } from '../slot-rule.ts'
import {
  readAddress,
  readEmail,
  readPhone,
  readPlace,
  readThing,
  readWord,
} from '../slot-values.ts'

const IS =
  "(?:'s| is| are| has changed to| changed to| was changed to|:(?= ))(?: now| currently| still)?:? ?"
const FROM_NOW_ON = '(?:from now on|from here on|instead|going forward|in future)\\b'

const DWELLINGS =
  '(?:one-bed|two-bed|three-bed|village|bungalow|farmhouse|villa|cabin|loft|terraced house|place|studio|flat|apartment|house|room|condo|cottage|bungalow|townhouse)'
/** People rent a cottage for a week, too. */
const NO_TRIP =
  '(?<!\\b(?:for (?:a|the|two|three|our|my)|in (?:January|February|March|April|May|June|July|August|September|October|November|December|summer|winter)|next|this|until)\\b[^.;!?]{0,40})'

export const contactRules: readonly SlotRule[] = [
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
  {
    attribute: 'shipping address',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readAddress,
    words: any('ship send deliver go goes'),
    head: rule(
      '(?:^(?:please |always |from now on,? )*(?:ship|send|deliver) (?:all )?my (?:orders|parcels|packages|mail|post)|(?:^|, |\\band )(?:my |our |all )?(?:orders|parcels|packages|mail|post) (?:go|goes)) to (?=\\d)',
    ),
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} phone` : 'phone'),
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    words: any('landline mobile cell phone telephone contact whatsapp cellphone home number'),
    head: rule(
      `\\b(?:(?<kind>work|office|emergency) )?(?:(?:(?:landline|mobile|cell|phone|telephone|contact|whatsapp|cellphone|home phone)(?: phone)?(?: number)?)|number)${IS}`,
    ),
  },
  {
    attribute: 'phone',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    words: any('number'),
    head: rule(
      "\\b(?:phone |mobile |cell |telephone )?number\\b[^.!?]{0,50}?[,;:–-] ?(?:it's|it is|now it's|now it is)(?: now)?:? ",
    ),
  },
  {
    attribute: 'phone',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    words: any('number'),
    head: rule(
      '\\b(?:changed|updated|switched) (?:my|his|her|the|their) (?:phone |mobile |cell )?number to ',
    ),
  },
  {
    attribute: 'phone',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    words: any('number landline mobile'),
    head: rule(
      "\\b(?:have|has|got|have got|gave (?:me|us)) a (?:new|different) (?:(?:phone |mobile |cell |telephone |landline )?number|landline|mobile)(?: now)?(?:,|:| -|, it's| and it's)? ",
    ),
  },
  {
    attribute: 'phone',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    words: any('call text reach ring phone'),
    head: rule('\\b(?:call|text|reach|ring|phone) me (?:at|on|under) '),
  },
  {
    attribute: 'phone',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    words: any('use'),
    head: rule(`\\buse (?=\\+?[\\d ()-]{5,20} ${FROM_NOW_ON})`),
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} email` : 'email'),
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readEmail,
    words: any('email mail'),
    head: rule(`\\b(?:(?<kind>work|office|school) )?(?:e-?mail)(?: address)?${IS}`),
  },
  {
    attribute: 'email',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readEmail,
    words: any('email mail write reach contact'),
    head: rule('\\b(?:e-?mail|write|reach|contact) (?:(?:to )?me (?:at|on|under)|to) '),
  },
  {
    attribute: 'email',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readEmail,
    words: any('use'),
    head: rule(`\\buse (?:(?=\\S{1,64}@\\S{1,120} ${FROM_NOW_ON})|my new e-?mail(?: address)?,? )`),
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} address` : 'address'),
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readAddress,
    words: any('address'),
    head: rule(
      `\\b(?:(?<kind>work|office|billing|shipping) )?(?:home |postal |mailing |street )?address${IS}`,
    ),
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} address` : 'address'),
    by: 'thing',
    category: 'profile',
    exclusive: true,
    read: readAddress,
    words: any('office work'),
    head: rule(
      "\\b(?<kind>work|office) (?:(?:has |have |was |just )*(?:moved|relocated) to |(?:is|'s)(?: now)?(?: located)? at |has a (?:new|different) address[,:]? (?:it's |it is )?)(?=\\d)",
    ),
  },
  {
    attribute: 'address',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readAddress,
    words: any('live lives living'),
    head: rule('\\b(?:live|lives|living) at (?=\\d)'),
  },
  {
    attribute: 'timezone',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readThing,
    words: any('timezone zone'),
    head: rule(`\\btime ?zone${IS}`),
  },
  {
    attribute: 'timezone',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readWord(/^([A-Z]{2,4}(?:[+-]\d{1,2})?|[A-Z][a-z]+)(?= time ?zone)/i),
    words: any('timezone zone'),
    head: rule('\\bin the (?=[\\p{L}+-]{2,12}\\d{0,2} time ?zone)'),
  },
]
