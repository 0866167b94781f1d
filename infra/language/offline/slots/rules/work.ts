// Slot rules about what a person works at: employer, occupation. Order is priority.
import { any, anyCase, rule } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { PRODUCTS } from '../changes/another/products.ts'
import { BE, BE_WORDS, slotRules, type WrittenRule } from '../slot-rule.ts'
import { always, type Reader, readEmployer, readJoined, readWord } from '../slot-values.ts'
import {
  ADJECTIVES,
  IS_PROBABLY,
  PROFESSION,
  PROFESSION_WORDS,
  readEmployerEnd,
  readOccupation,
} from '../slot-words.ts'

/** A firm that is known as one: people also move to Linux and switch to tea. */
const readFirm: Reader = (rest) => {
  const found = readJoined(rest)
  return found !== null && kindOfName(found.value) === 'organization' ? found : null
}

const A_PROFESSION = anyCase`\b${PROFESSION}(?!\p{L})`
const A_PROFESSION_AT = new RegExp(`\\b${PROFESSION} (?:at|for|with) `, 'i')

/** "Manager of the store": what one was made. */
const readOffice = readWord(
  /^((?:(?:assistant|deputy|general|branch) )?(?:manager|head|director|leader|editor)) of (?:the|our|my) |^((?:head|director|vp|chief) of (?:(?!(?:last|this|in|at|on|and|the)\b)[\p{L}-]+ ?){1,3})(?<! )(?=\s*(?:[.,;!]|$|(?:last|this|in|at|yesterday|today|and)\b))/iu,
)

const employerEnd = {
  attribute: 'employer',
  ends: true,
  read: readEmployerEnd,
} satisfies Partial<WrittenRule>

/** What people leave, and never worked at. */
const NO_FIRM =
  /^(?:gmail|hotmail|outlook|gmx|chrome|firefox|safari|whatsapp|windows|linux|macos|mac|vim|emacs|excel|photoshop|instagram|twitter|facebook|tiktok|tinder|evernote|dropbox|keto|veganism)$/iu

export const workRules = slotRules('work', [
  {
    attribute: 'employer',
    read: readJoined,
    words: any`joined left quit switched changed`,
    // "I left Lyon for Grenoble", "I left Gmail for Proton Mail"
    isOther: ({ from }) =>
      from !== undefined &&
      (kindOfName(from) === 'place' || NO_FIRM.test(from) || PRODUCTS.has(from.toLowerCase())),
    head: rule`\b(?:joined|(?:left|quit) ?(?<from>[^,.;!?]{1,40}?) (?:to join|for)(?: an? (?:[\p{L}-]+ ){0,3}?(?:start-?up|company|firm|agency|job|role|position) (?:called|named|at|with))?|(?:switched|changed) (?:jobs|companies|employers)(?: from [^,.;!?]{1,30}?)? to) (?=\p{Lu})`,
  },
  {
    attribute: 'employer',
    read: readEmployer,
    words: any`joined`,
    head: rule`\bjoined (?:the |an? |their |its )?(?:[\p{L}-]+ ){0,3}?(?:team|staff|crew|faculty|department|lab|newsroom|practice|kitchen|workforce) (?:at|of|with) (?:the )?(?=\p{Lu})(?![^.;!?]*\bfor (?:lunch|dinner|drinks|coffee|tea|an?|the (?:day|evening|afternoon|week))\b)`,
  },
  {
    attribute: 'employer',
    read: readFirm,
    words: any`joined`,
    head: rule`\bjoined the (?=\p{Lu})`,
  },
  {
    attribute: 'employer',
    read: readEmployer,
    words: any`joined`,
    head: rule`\bjoined (?=the (?:army|navy|air force|police(?! (?:club|choir|band))|fire (?:brigade|department|service)|coast guard|civil service)\b)`,
  },
  {
    attribute: 'employer',
    read: readFirm,
    words: any`switched moved went`,
    head: rule`\b(?:switched|moved|went) (?:from [^,.;!?]{1,30}? )?(?:over )?to (?=\p{Lu})`,
  },
  {
    attribute: 'employer',
    read: readWord(
      /^(?:self-employed|freelanc(?:ing|er|e)|a freelancer|my own boss)(?![\p{L}-])/iu,
      () => 'self-employed',
    ),
    words: [...BE_WORDS, ...any`went gone turned freelance freelances`],
    cue: /self-employed|freelanc|own boss/i,
    head: rule`(?:${BE}|\b(?:went|gone|turned|became) )(?=self-employed|freelanc|a freelanc|my own boss)|\b(?=freelances? (?:as|in)\b)`,
  },
  {
    attribute: 'employer',
    read: readJoined,
    words: any`job jobs companies company employer employers firm firms offer role position left quit notice`,
    head: rule`(?<=\b(?:jobs?|companies|company|employers?|firms?|offer|role|position|left|quit|notice)\b[^.!?]{0,40}(?: is| am|'m|'s|'re| are)(?: now)?) (?:with|at) `,
  },
  {
    ...employerEnd,
    words: any`notice resignation packed jacked chucked`,
    head: rule`\b(?=(?:handed|gave|given|put|turned|tendered|submitted)(?: in)? (?:my|his|her) (?:notice|resignation)|(?:packed|jacked|chucked) in (?:my|his|her) )`,
  },
  {
    ...employerEnd,
    words: any`quit left resigned lost laid fired let retired stopped unemployed out between`,
    head: rule`(?<!\b(?:haven't|hasn't)\b[^.;!?]{0,60})\b(?=quit\b|left\b|resigned\b|lost (?:my|his|her) job|was (?:laid off|fired|let go)|laid off|fired\b|let go\b|retired\b|stopped working|unemployed\b|out of work|between jobs)`,
  },
  {
    ...employerEnd,
    by: 'speaker',
    read: always('none'),
    words: any`laid let fired sacked redundant`,
    cue: /\bme (?:off|go|redundant)|(?:fired|sacked) me|made redundant/iu,
    head: rule`\b(?:laid me off|let me go|fired me|sacked me|made me redundant|(?<=\bi(?:'ve been| was| got) )made redundant)(?=\s*(?:[.,;!]|$)|\s+(?:by|from|last|yesterday|today|this|in|on|and|so|after|because)\b)`,
  },
  {
    attribute: 'employer',
    read: readJoined,
    words: any`with`,
    head: rule`(?<=\b(?:am|is|'m|'s) )(?:now )?with (?=(?-i:\p{Lu})[^.,;!?]{1,30}?(?: now)?,? (?:started|since|as an? (?:\p{L}+ )?${PROFESSION}))`,
  },
  {
    attribute: 'employer',
    read: readJoined,
    words: any`been`,
    head: rule`(?<=\b(?:have|has|'ve|'s) )been at (?=(?-i:\p{Lu})[^.,;!?]{1,30} (?:for|since) (?:\p{L}+ ){0,2}(?:months?|years?|decades?|\d{4}|\d+ (?:months|years))\b)`,
  },
  {
    attribute: 'employer',
    endable: true,
    read: readEmployer,
    words: any`work works working employed hired consulting contracting freelancing`,
    head: rule`\b(?:work|works|working|employed|hired|consulting|contracting|freelancing)(?: (?:full|part)[- ]time| remotely)?(?: as (?:an? |the )?[\p{L} /-]{2,40}?)? (?:at|for|by) `,
  },
  {
    attribute: 'employer',
    read: readEmployer,
    words: any`hired`,
    head: rule`\bwas hired (?:as an? [\p{L} -]{2,40}? )?(?:at|by) `,
  },
  {
    attribute: 'employer',
    perfect: true,
    read: readEmployer,
    words: any`worked`,
    head: rule`\bworked (?:at|for) `,
  },
  {
    attribute: 'employer',
    endable: true,
    read: readEmployer,
    words: PROFESSION_WORDS,
    cue: A_PROFESSION_AT,
    head: rule`${BE}(?:an? |the )?${ADJECTIVES}${PROFESSION} (?:at|for|with) `,
  },
  {
    attribute: 'employer',
    read: readEmployer,
    words: any`started began`,
    head: rule`(?<!\b(?:son|daughter|child|kid|eldest|youngest|nephew|niece|grandson|granddaughter)(?: (?-i:\p{Lu})\p{L}+)?(?: has| just| finally)* )\b(?:started|began)(?: (?:working|work|an? (?:new )?(?:job|role|position)|my new (?:job|role|position)|as an? [\p{L} -]{2,40}?))? (?:at|with|for) `,
  },
  {
    attribute: 'employer',
    read: readEmployer,
    words: any`job position role`,
    head: rule`\b(?:got|landed|took|taken|accepted|started|found|have|has) (?:an?|the|my) (?:[\p{L}-]+ ){0,2}(?:job|position|role) (?:at|with) `,
  },
  {
    attribute: 'employer',
    by: 'owner',
    read: readEmployer,
    words: any`first`,
    head: rule`\b(?:first|1st) (?:day|week|shift) (?:of work )?(?:at|with) (?=\p{Lu})`,
  },
  {
    attribute: 'employer',
    by: 'owner',
    read: readEmployer,
    words: any`employer company workplace job position role`,
    head: rule`\b(?:(?:employer|company|workplace)${IS_PROBABLY}|(?:job|position|role) (?:is )?(?:now )?(?:at|with) )`,
  },
  {
    attribute: 'occupation',
    endable: true,
    read: readOccupation,
    words: PROFESSION_WORDS,
    cue: A_PROFESSION,

    head: rule`(?:\b(?:(?:work|works|working|serve|serves|serving) as|(?:took|taken) over as) (?:an? |the )?|${BE}(?:an? |the )|(?<=\bi(?:'m| am) )|\b(?:became|become) (?:an? |the )?|\b(?:was |got |been )?promoted to (?:an? |the )?|\b(?:(?:was|been|got) (?:made|named|appointed)|moved up to|stepped up to|(?:qualified|retrained|trained|started|started out|started work) as) (?:an? |the )?|\b(?:hold|holds) the (?:position|post|office|role) of (?:an? )?|\b(?:got|found|landed|took) (?:an?|the) (?:new )?(?:job|position|role) as (?:an? |the )?)`,
  },
  {
    attribute: 'occupation',
    read: readWord(
      /^((?:head|director|vp|vice president|chief|lead) of (?:(?!(?:last|this|in|at|on|and)\b)[\p{L}-]+ ?){1,3})(?<! )/iu,
    ),
    words: any`head director vp vice chief lead`,
    head: rule`(?:\b(?:promoted to|became|become|(?:was|been|got) (?:made|named|appointed)|(?:hold|holds) the (?:position|post|office|role) of) (?:the )?|${BE}(?:the )?)(?=(?:head|director|vp|vice president|chief|lead) of )`,
  },
  {
    attribute: 'occupation',
    by: 'speaker',
    read: (rest) => readOccupation(rest) ?? readOffice(rest),
    words: any`made appointed named promoted took taken hired moved bumped`,
    cue: /\bme\b/i,
    head: rule`\b(?:(?:made|appointed|named) me|promoted me to|(?:took|taken) me on(?: full[- ]time| permanently)? as|hired me as|moved me up to|bumped me up to) (?:an? |the |their )?(?:new )?`,
  },
  {
    attribute: 'occupation',
    by: 'owner',
    read: readOccupation,
    words: any`title occupation profession job role position`,
    head: rule`\b(?:(?:job title|title|occupation|profession|job|role|position)${IS_PROBABLY}|(?:job title|title|role|position) (?:has |was |got )?changed to )(?:an? |the )?`,
  },
])
