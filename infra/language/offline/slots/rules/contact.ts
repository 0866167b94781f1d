// Slot rules about how to reach a person: phone, email, address, time zone. Order is priority.
import { any, rule } from '../../../patterns.ts'
import { IS, slotRules } from '../slot-rule.ts'
import { readAddress, readEmail, readPhone, readThing, readWord } from '../slot-values.ts'
import { ASKED } from '../slot-words.ts'

const FROM_NOW_ON = String.raw`(?:from now on|from here on|instead|going forward|in future)\b`

export const contactRules = slotRules('profile', [
  {
    attribute: 'best time to reach',
    by: 'speaker',
    category: 'preferences',
    read: readWord(
      /^(?:now )?((?:in|at|after|before|on|between|from)? ?[^.,;!?]{2,40}?)(?= ?(?:[.,;!]|$|now\b|these days\b|instead\b))/iu,
    ),
    words: any`reach call ring contact phone text`,
    cue: /best time/i,
    head: rule`\bbest time to (?:reach|call|ring|contact|phone|text) me is `,
  },
  {
    attribute: 'best time to reach',
    by: 'speaker',
    category: 'preferences',
    read: readWord(
      /^((?:in the (?:mornings|afternoons|evenings)|on week(?:day|end)s|at (?:lunchtime|night|weekends)|(?:after|before|from|between) [^.,;!?]{1,20}?))(?= ?(?:[.,;!]|$|now\b|these days\b|instead\b|please\b|from now\b))/iu,
    ),
    words: any`reach call ring contact phone text`,
    cue: / me (?:in the|on week|at|after|before|from|between) /iu,
    head: rule`(?:^you can (?:only |best )?|^(?:it's |it is )?(?:best|easiest|better) to |^(?:please )?(?:only |always )?|\b(?:any ?more|no longer|these days)\b[^.;!?]{0,20}[,;] (?:so |please )?)(?:reach|call|ring|contact|phone|text) me (?=(?:in the (?:mornings|afternoons|evenings)|on week(?:day|end)s|at (?:lunchtime|night|weekends)|(?:after|before|from|between) \d))`,
  },
  {
    attribute: 'shipping address',
    by: 'speaker',
    read: readAddress,
    words: any`ship send deliver go goes`,
    head: rule`(?:^(?:please |always |from now on,? )*(?:ship|send|deliver) (?:all )?my (?:orders|parcels|packages|mail|post)|(?:^|, |\band )(?:my |our |all )?(?:orders|parcels|packages|mail|post) (?:go|goes)) to (?=\d)`,
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} phone` : 'phone'),
    by: 'owner',
    read: readPhone,
    words: any`landline mobile cell phone telephone contact whatsapp cellphone home number`,
    head: rule`\b(?:(?<kind>work|office|emergency) )?(?:(?:(?:landline|mobile|cell|phone|telephone|contact|whatsapp|cellphone|home phone)(?: phone)?(?: number)?)|number)${IS}`,
  },
  {
    attribute: 'phone',
    by: 'owner',
    read: readPhone,
    words: any`number`,
    head: rule`\b(?:phone |mobile |cell |telephone )?number\b[^.!?]{0,50}?[,;:–-] ?(?:it's|it is|now it's|now it is)(?: now)?:? `,
  },
  {
    attribute: 'phone',
    read: readPhone,
    words: any`number`,
    head: rule`\b(?:changed|updated|switched) (?:my|his|her|the|their) (?:phone |mobile |cell )?number to `,
  },
  {
    attribute: 'phone',
    read: readPhone,
    words: any`number landline mobile`,
    head: rule`\b(?:have|has|got|have got|gave (?:me|us)) a (?:new|different) (?:(?:phone |mobile |cell |telephone |landline )?number|landline|mobile)(?: now)?(?:,|:| -|, it's| and it's)? `,
  },
  {
    attribute: 'phone',
    by: 'speaker',
    read: readPhone,
    words: any`call text reach ring phone use`,
    head: rule`\b(?:call|text|reach|ring|phone) me (?:at|on|under) (?:my (?:landline|mobile|cell|new number)(?: number)?[,:]? (?:at |on )?)?|\buse my (?:landline|mobile|cell|new number)(?: number)?[,:]? (?:instead[,:]? )?(?=\+?\d)`,
  },
  {
    attribute: 'phone',
    read: readPhone,
    words: any`him her them`,
    cue: /\b(?:ring|call|text|reach|phone) (?:him|her|them) (?:on|at|under) \+?\d/i,
    head: rule`\b(?:got rid of|gave up|cancelled|canceled|changed|swapped|lost|has|have|is|are) [^.,;!?]{2,40}[,;] (?:so |and |please )*(?:ring|call|text|reach|phone) (?:him|her|them) (?:on|at|under) `,
  },
  {
    attribute: 'phone',
    by: 'speaker',
    read: readPhone,
    words: any`use`,
    head: rule`\buse (?=\+?[\d ()-]{5,20} ${FROM_NOW_ON})`,
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} email` : 'email'),
    by: 'owner',
    read: readEmail,
    words: any`email mail`,
    head: rule`\b(?:(?<kind>work|office|school) )?(?:e-?mail)(?: address)?${IS}`,
  },
  {
    attribute: 'email',
    by: 'speaker',
    read: readEmail,
    words: any`email mail write reach contact`,
    head: rule`\b(?:e-?mail|write|reach|contact) (?:(?:to )?me (?:at|on|under)|to) `,
  },
  {
    attribute: 'email',
    by: 'speaker',
    read: readEmail,
    words: any`use write try`,
    cue: /any ?more|no longer|instead|not work/iu,
    head: rule`\b(?:any ?more|no longer|instead|not work(?:ing)?)\b[^.;!?]{0,20}[,;] (?:please |so )?(?:use|write to|try) (?=\S{1,64}@)`,
  },
  {
    attribute: 'email',
    read: readEmail,
    words: any`switched moved changed`,
    head: rule`\b(?:switched|moved|changed)(?: over)? to (?=\S{1,64}@)`,
  },
  {
    attribute: 'email',
    by: 'speaker',
    read: readEmail,
    words: any`use`,
    head: rule`\buse (?:(?=\S{1,64}@\S{1,120} ${FROM_NOW_ON})|my new e-?mail(?: address)?,? )`,
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} address` : 'address'),
    by: 'owner',
    read: readAddress,
    words: any`address`,
    head: rule`\b(?:(?<kind>work|office|billing|shipping) )?(?:home |postal |mailing |street |registered |permanent |residential )?address${IS}`,
  },
  {
    attribute: 'address',
    by: 'speaker',
    read: readAddress,
    words: any`write letters post mail`,
    head: rule`${ASKED}(?:write to me|send (?:me )?(?:letters|post|mail)(?: to me)?) (?:at|to) (?=(?:PO Box )?\d)`,
  },
  {
    attribute: 'address',
    by: 'speaker',
    read: readAddress,
    words: any`everything mail post letters`,
    head: rule`(?:^|(?<=\bplease |, |now on,? ))(?:send|post|forward|address) (?:everything|(?:all |any )?(?:my |our )?(?:mail|post|letters)) to (?=(?:PO Box )?\d[^.;!?]*\b(?:from now on|from here on|now|instead)\b)`,
  },
  {
    attribute: 'place of delivery',
    by: 'speaker',
    category: 'preferences',
    read: readWord(
      /^((?:my |our |the )?(?:new |old )?(?:office|home|house|flat|work|workplace|neighbou?rs?|parents|locker|pick-?up point|post office|shop|reception)\b)/iu,
    ),
    words: any`parcels packages orders deliveries shipments`,
    head: rule`${ASKED}(?:always )?(?:send|deliver|ship) (?:all )?(?:my |our |the )?(?:parcels|packages|orders|deliveries|shipments) to `,
  },
  {
    attribute: (groups) => (groups.kind ? `${groups.kind.toLowerCase()} address` : 'address'),
    by: 'thing',
    read: readAddress,
    words: any`office work`,
    head: rule`\b(?<kind>work|office) (?:(?:has |have |was |just )*(?:moved|relocated) to |(?:is|'s)(?: now)?(?: located)? at |has a (?:new|different) address[,:]? (?:it's |it is )?)(?=\d)`,
  },
  {
    attribute: 'address',
    read: readAddress,
    words: any`address`,
    head: rule`\b(?:have|has|got|'ve got) a new (?:home |postal )?address(?:,|:| -) (?:it's |it is )?(?=\d)`,
  },
  {
    attribute: 'address',
    by: 'owner',
    read: readAddress,
    words: any`place flat house apartment home`,
    head: rule`\bnew (?:place|flat|house|apartment|home)(?: is|'s)(?: now)? (?:at )?(?=\d+[a-z]? (?-i:\p{Lu}))`,
  },
  {
    attribute: 'address',
    read: readAddress,
    words: any`live lives living moved`,
    head: rule`\b(?:(?:live|lives|living) at |moved to )(?=\d+[a-z]? (?-i:\p{Lu})[\p{L}-]+ |(?<=at )\d)`,
  },
  {
    attribute: ({ site = 'instagram' }) => site.toLowerCase(),
    by: 'speaker',
    read: readWord(/^@?([\p{L}\d_.-]*[\p{L}\d_])(?=[.!]*(?:\s|$))/u),
    words: any`instagram twitter tiktok discord mastodon bluesky snapchat telegram youtube`,
    head: rule`(?:\b(?:find|follow|reach) me on (?<site>instagram|twitter|tiktok|discord|mastodon|bluesky|snapchat|telegram|youtube) (?:as|under|at) |\b(?:renamed|changed) my (?<site>instagram|twitter|tiktok|discord|mastodon|bluesky|snapchat|telegram|youtube)(?: account)?(?:,? (?:and )?(?:it's|it is)(?: now)?|,? now| to) )`,
  },
  {
    attribute: 'timezone',
    by: 'owner',
    read: readThing,
    words: any`timezone zone`,
    head: rule`\btime ?zone${IS}`,
  },
  {
    attribute: 'timezone',
    read: readWord(/^([A-Z]{2,4}(?:[+-]\d{1,2})?|[A-Z][a-z]+)(?= time ?zone)/i),
    words: any`timezone zone`,
    head: rule`\bin the (?=[\p{L}+-]{2,12}\d{0,2} time ?zone)`,
  },
  {
    attribute: 'timezone',
    read: readWord(
      /^((?:(?:UTC|GMT)(?: ?[+-] ?\d{1,2})?|[ECMPBI][SDE]?T|CES?T|EES?T|WES?T|AES?T|AEDT|ACST|AWST|NZS?T|NZDT|JST|KST|HKT|SGT|(?:Eastern|Central|Mountain|Pacific|Atlantic)(?: (?:Standard |Daylight )?[Tt]ime)|(?:UK|London|Berlin|Paris|Tokyo|Sydney|New York) time))(?![\p{L}\d])/u,
    ),
    cue: /\b(?:UTC|GMT|[A-Z]{2,4}T|[Tt]ime)\b/u,
    head: rule`(?<=(?:\bam|'m|\bare|'re|\bis|'s)(?: now| back| currently)?) (?:on|in) (?=(?-i:\p{Lu}))`,
  },
])
