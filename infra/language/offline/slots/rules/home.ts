// Slot rules about where a person lives. Order is priority.
import { any, rule } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { BE, IS, slotRules, type WrittenRule } from '../slot-rule.ts'
import { isNoPlace, type Reader, readPlace } from '../slot-values.ts'

const DWELLINGS =
  '(?:one-bed|two-bed|three-bed|village|bungalow|farmhouse|villa|cabin|loft|terraced house|place|studio|flat|apartment|house|room|condo|cottage|bungalow|townhouse)'
/** People rent a cottage for a week, too. */
const NO_TRIP = String.raw`(?<!\b(?:for (?:a|the|two|three|our|my)|in (?:January|February|March|April|May|June|July|August|September|October|November|December|spring|summer|autumn|fall|winter)|next|this|until)\b[^.;!?]{0,40})`

const SERVICES =
  /^ (?:for|as) (?:all )?(?:(?:my|our|the|his|her) )?(?:\p{Ll}+ )?(?:banking|bank|shopping|shop|groceries|food shop|music|e-?mails?|notes|browsing|streaming|podcasts|coding|search|news|photos|maps|messaging|hosting|insurance|energy|electricity|gas|broadband|internet|phone|mobile|calls|browser|editor|provider|tasks|calendar|bread|coffee|clothes|books|hair)\b/iu

/** People move to another bank, too. */
const readMovedTo: Reader = (rest) => {
  const found = readPlace(rest)
  if (found === null || /\d/.test(found.value)) return null
  return SERVICES.test(rest.slice(found.length)) ? null : found
}

type HomeRule = Omit<WrittenRule, 'attribute' | 'read'> & { read?: Reader }

const written: readonly HomeRule[] = [
  {
    endable: true,
    words: any`live lives living reside resides residing based settled settling stay stays rent rents renting`,
    head: rule`\b(?:live|lives|living|reside|resides|residing|based|settled|settled down|settling|settling down|(?<=settling )in|(?:rent|rents|renting)(?= in \p{Lu})|(?:stay|stays)(?= in \p{Lu}(?![^.;!?]*\b(?:every|each|for|when|once|twice|during|over)\b)))(?: back| over| down| up| out| together)?(?: alone| by (?:my|him|her)self| on (?:my|his|her) own)?(?: (?:with|at) (?:my|his|her|our) [^.,;!?]{1,30}?)? (?:in|near|(?<!(?:settled|based) )on(?= (?:an?|the) (?:\p{Ll}+ ){1,5}(?:near|in|outside) )|(?<=settling (?:down )?)(?:in|into)(?= (?-i:\p{Lu}))) `,
  },
  {
    read: readMovedTo,
    isOther: ({ from }) => from !== undefined && isNoPlace(from.replace(/,.*/u, '')),
    words: any`moved move relocated shifted emigrated retired`,
    head: rule`\b(?:moved|made the move|relocated|shifted|emigrated|retired)(?: house| out of [^,.;!?]{2,40} and)?(?: back| over| out| down| up| away)?(?: here)?(?: from (?<from>(?:(?!, (?-i:\p{Ll}))[^.;!?]){1,40}?))? (?:to (?:live in )?|into (?=an? |my |our |their |his |her |halls |student |sheltered |assisted |residential )|in with [^.,;!?]{2,30}? in (?=\p{Lu}))`,
  },
  {
    words: any`bought rented got found`,
    head: rule`\b(?:bought|rented|got|found) (?:an?|our|my) (?:\p{Ll}+ ){0,2}?(?:house|flat|apartment|place|home|cottage) (?:in|on) (?=[^.;!?]{2,40} and (?:have |just |already )*(?:moved in|live there))`,
  },
  {
    words: any`gone went going`,
    head: rule`\b(?:gone|went) to live (?:in|near) `,
  },
  {
    words: any`gone went`,
    head: rule`\b(?:gone|went) into (?=an? (?:\p{Ll}+ )?home (?:in|near) )`,
  },
  {
    words: any`sold upped packed downsized upsized`,
    head: rule`\b(?:sold up|sold (?:the|our|my|their|his|her) (?:\p{Ll}+ )?${DWELLINGS}|upped sticks|packed up|downsized|upsized)[^.;!?]{0,20}? (?:(?:bought|got|found|rented|took|built)(?: themselves| ourselves| myself)? (?=an? |our |my |their )|(?:to|for|into) (?=an? )|(?:moved|went|relocated|headed|off) to |(?<=upped sticks )(?:and moved )?to (?=(?-i:\p{Lu})))`,
  },
  {
    words: any`bought got found keys lease`,
    cue: / in \p{Lu}/u,
    head: rule`\bbought (?:my|our|his|her|their) (?:first|own|new|dream|forever|very own) ${DWELLINGS}(?:, in|,? (?:it's|it is|which is) in) (?=(?-i:\p{Lu}))|\b(?:bought|got|found|(?:got|picked up|have|has|collected) the keys (?:to|for)|signed (?:the|a) lease (?:on|for)) (?=(?:my|our|his|her|their) (?:first|own|new|dream|forever|very own) ${DWELLINGS} in |an? (?:\p{Ll}+ )?${DWELLINGS} in [^.;!?]{2,40}(?:moved in|moving in|live there|is moving in))`,
  },
  {
    words: any`roots home`,
    head: rule`\b(?:put down roots|set up home|made (?:a|my|our|his|her|their) home|(?:found|have|has|got) (?:a|my|our) (?:new )?home) in `,
  },
  {
    words: any`made call calls`,
    head: rule`\b(?:made|call|calls|now call|now calls) (?=(?-i:\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?) (?:my |our |his |her |their )?(?:new )?home\b)`,
  },
  {
    words: any`good live permanently`,
    head: rule`\b(?:gone|went|returned|headed|come|came) (?:back )?(?:home )?to (?=(?-i:\p{Lu})[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)? (?:for good|permanently|to live)\b)`,
  },
  {
    words: any`good permanently since`,
    head: rule`(?<=\b(?:am|are|is|'m|'re|'s) )(?:now )?(?:back )?in (?=(?-i:\p{Lu})[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)? (?:for good|permanently|(?<=\bback in .{1,40})since (?:[\p{L}\d]+ ?){1,3}[.!]?$)(?!\p{L}))`,
  },
  {
    words: any`moved relocated`,
    head: rule`\b(?:moved|relocated)(?: house)? again[,:;]? (?:this time |now )?(?:to|into) `,
  },
  {
    words: any`something somewhere`,
    head: rule`\b(?:bought|found|got|rented|took) (?:something|somewhere)(?: (?:\p{Ll}+ )?(?:bigger|smaller|cheaper|nicer|better|new|quieter|closer|nearer|larger))? in (?=[^.;!?]{2,40} and (?:have |just |already |then )*(?:moved|live there))`,
  },
  {
    words: any`ended wound`,
    head: rule`\b(?:ended|wound) up (?:moving to|living in|settling in|buying a place in) `,
  },
  {
    words: any`swapped traded exchanged`,
    isOther: ({ from }) => from === undefined || kindOfName(from) !== 'place',
    head: rule`\b(?:swapped|traded|exchanged) (?<from>(?-i:\p{Lu})[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)?) for (?:life in )?(?=\p{Lu})`,
  },
  {
    by: 'speaker',
    words: any`moved relocated`,
    head: rule`\b(?:moved|relocated|moved out|moved on)\b[^.!?]{0,30}?[,;:–-] ?(?:and |so )?(?:i'm|we're|i am|we are)(?: now)? (?:now )?in (?=[^.!?]{2,40}(?:now|[.!]|$))`,
  },
  {
    words: any`rent rents renting share shares sharing own place studio flat apartment house room`,
    head: rule`\b(?:(?:rent|rents|renting|share|shares|sharing) an? |(?:have|has|had|got|bought|found)(?: had)? (?:my|our|his|her|their) own )(?=(?:\p{L}[\p{L}-]* ){0,3}?${DWELLINGS}(?: with [^.,;!?]{2,30}?)? (?:in|near) \p{Lu}[^.;!?]*${NO_TRIP})(?:[^.;!?]{0,60}?) (?:in|near) `,
  },
  {
    words: any`resident`,
    head: rule`${BE}(?:officially )?an? (?=(?-i:\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?) resident\b)`,
  },
  {
    perfect: true,
    words: any`lived`,
    head: rule`\blived in `,
  },
  {
    words: any`in`,
    cue: / now.{1,20}(?:boxes|unpack|settl|since|for )/u,
    head: rule`(?<=\b(?:am|are|is|'m|'re|'s)(?: all)? )(?:now )?(?:up |down |over |out )?in (?=(?-i:\p{Lu})[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)? now,? (?:and )?(?:there are |with |the |still )?(?:boxes|unpack|settl|(?:have|has|'ve|'s)? ?been (?:here |there )?(?:since|for)|been since|since))`,
  },
  {
    words: any`resident residents`,
    head: rule`${BE}(?:an? )?(?:\p{Ll}+ )?residents? of `,
  },
  {
    ends: true,
    words: any`moved`,
    head: rule`\b(?:moved (?:away from|out of)|moved away out of) `,
  },
  {
    by: 'owner',
    words: any`home city location residence base`,
    head: rule`\b(?:home|home city|home base|base|city|location|residence)${IS}(?:in )?`,
  },
  {
    by: 'owner',
    words: any`flat apartment house place`,
    head: rule`(?<!s' )\b(?:flat|apartment|house|place)(?:'s| is)(?: now| currently| still)? in (?!(?:Row|Seat|Section|Group|Block|Zone|Lane|Line|Team)\b)`,
  },
  {
    by: 'speaker',
    words: any`home`,
    head: rule`(?:^|[,;] |\b(?:and|but|so) )home (?:for (?:me|us) )?is (?:now )?(?:in )?`,
  },
  {
    by: 'speaker',
    words: any`home live city town`,
    head: rule`(?:^|[,;] (?:and |so )?)(?:now |these days )?(?=(?-i:\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?) is (?:now )?(?:(?:my |our )?(?:new )?home\b|where (?:i|we) live\b))|\b(?:greetings|hello|hi) from (?=(?-i:\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?), (?:my|our) new (?:home|city|town)\b)`,
  },
  {
    words: any`moved relocated change`,
    head: rule`(?:^(?:[^.,;!?]{0,20}[,:] |btw |(?:so|ok|and) )?(?:i'm|we're|i am|we are)|(?<=\b(?:he|she)(?:'s| is))) (?:now )?(?:up |down |over |out |back )?in (?=(?-i:\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)(?: now)?,? (?:i |we )?(?:just )?(?:moved|relocated)(?=\s*(?:[.!]|$)|\s+(?:here|there|back|last|this|over|on|in|a|two|three|yesterday|today|recently|from|for)\b))|^change of address: (?:i'm|we're|i am|we are) (?:now )?in (?=(?-i:\p{Lu}))`,
    by: 'speaker',
  },
  {
    by: 'speaker',
    words: any`relocated transferred posted moved`,
    cue: /\b(?:me|us) (?:\p{Ll}+ )?to /iu,
    head: rule`\b(?:relocated|transferred|posted|moved) (?:me|us)(?: over| out| down| up)? to (?=(?-i:\p{Lu})[^.;!?]*\b(?:live|living|moved) (?:there|here)\b)`,
  },
  {
    words: any`days nowadays`,
    head: rule`(?<=\b(?:am|are|is|'m|'re|'s) )in (?=(?-i:\p{Lu})[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)? (?:these days|nowadays)\b)`,
  },
]

export const homeRules = slotRules(
  'profile',
  written.map((each) => ({ attribute: 'home', read: readPlace, ...each })),
)
