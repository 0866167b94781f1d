// Slot rules about where somebody is and how to reach them: home, phone, email, address, time zone.
// Order is priority.
import { rule, type SlotRule } from './slot-rule.ts'
import { readAddress, readEmail, readPhone, readPlace, readThing, readWord } from './slot-values.ts'

const IS =
  "(?:'s| is| are| has changed to| changed to| was changed to|:(?= ))(?: now| currently| still)?:? ?"

export const contactRules: readonly SlotRule[] = [
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    endable: true,
    read: readPlace,
    head: rule(
      '\\b(?:live|lives|living|reside|resides|residing|based|settled|settled down|(?:stay|stays)(?= in \\p{Lu}))(?: back| over| down| up| out| together)?(?: with (?:my|his|her|our) [^.,;!?]{1,30}?)? in ',
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    head: rule(
      '\\b(?:moved|relocated|shifted|emigrated)(?: house)?(?: back| over| out| down| up| away)?(?: here)?(?: from [^,.;!?]{1,40}?)? (?:to (?:live in )?|into (?=an? |my |our ))',
    ),
  },
  {
    attribute: 'home',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    head: rule(
      "\\b(?:moved|relocated|moved out|moved on)\\b[^.!?]{0,30}?[,;:–-] ?(?:and |so )?(?:i'm|we're|i am|we are)(?: now)? (?:now )?in (?=[^.!?]{2,40}(?:now|[.!]|$))",
    ),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    perfect: true,
    read: readPlace,
    head: rule('\\blived in '),
  },
  {
    attribute: 'home',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    ends: true,
    read: readPlace,
    head: rule('\\b(?:moved (?:away from|out of)|moved away out of) '),
  },
  {
    attribute: 'home',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPlace,
    head: rule(`\\b(?:home|home city|city|location|residence)${IS}(?:in )?`),
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} phone` : 'phone'),
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    head: rule(
      `\\b(?:(?<kind>work|office|landline|emergency) )?(?:(?:(?:mobile|cell|phone|telephone|contact|whatsapp|cellphone|home phone)(?: phone)?(?: number)?)|number)${IS}`,
    ),
  },
  {
    attribute: 'phone',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPhone,
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
    head: rule(
      "\\b(?:have|has|got|have got) a new (?:phone |mobile |cell |telephone )?number(?: now)?(?:,|:| -|, it's| and it's)? ",
    ),
  },
  {
    attribute: 'phone',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readPhone,
    head: rule('\\b(?:call|text|reach|ring|phone) me (?:at|on|under) '),
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} email` : 'email'),
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readEmail,
    head: rule(`\\b(?:(?<kind>work|office|school) )?(?:e-?mail)(?: address)?${IS}`),
  },
  {
    attribute: 'email',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readEmail,
    head: rule('\\b(?:e-?mail|write|reach|contact) (?:to )?me (?:at|on|under) '),
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} address` : 'address'),
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readAddress,
    head: rule(
      `\\b(?:(?<kind>work|office|billing|shipping) )?(?:home |postal |mailing |street )?address${IS}`,
    ),
  },
  {
    attribute: 'address',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readAddress,
    head: rule('\\b(?:live|lives|living) at (?=\\d)'),
  },
  {
    attribute: 'timezone',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readThing,
    head: rule(`\\btime ?zone${IS}`),
  },
  {
    attribute: 'timezone',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readWord(/^([A-Z]{2,4}(?:[+-]\d{1,2})?|[A-Z][a-z]+)(?= time ?zone)/i),
    head: rule('\\bin the (?=[\\p{L}+-]{2,12}\\d{0,2} time ?zone)'),
  },
]
