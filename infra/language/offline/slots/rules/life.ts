// Slot rules about what a person does and likes: work, school, languages, favourites, opinions.
import { groupOf } from '../../../match-groups.ts'
import { any, anyCase, rule } from '../../../patterns.ts'
import { toKey } from '../../words.ts'
import { BE, slotRules, type WrittenRule } from '../slot-rule.ts'
import { readName, readPlace, readSchool, readThing, readWord } from '../slot-values.ts'
import {
  ADJECTIVES,
  foldFavourite,
  IS_PROBABLY,
  LANGUAGES,
  readLanguage,
  readLanguages,
  readOpinion,
} from '../slot-words.ts'

/** What is said for or against something. */
const opinion = {
  attribute: (_groups, value) => `opinion of ${toKey(value)}`,
  category: 'preferences',
  read: readOpinion,
  polarity: (groups, { negated }) => (Boolean(groups.bad) === negated ? 'likes' : 'dislikes'),
} satisfies Partial<WrittenRule>

const DULL =
  '(?:boring|dull|tedious|annoying|awful|terrible|disgusting|revolting|exhausting|stressful|pointless|unbearable)'
const FUN =
  '(?:fun|fascinating|relaxing|delicious|soothing|exciting|wonderful|enjoyable|interesting|calming)'
const VERY = '(?:really|so|very|rather|quite|a bit|too)'
const JUDGED_THING = String.raw`(?!(?:it|that|this|them|him|her|you|my|the|an?)\b)[\p{L}\p{N}'-]+`
const JUDGED = new RegExp(`\\bfinds? .{2,40}(?:${DULL}|${FUN})`, 'i')

export const lifeRules = slotRules('education', [
  {
    attribute: 'school',
    endable: true,
    read: readSchool,
    words: any`study studies studying enrolled enroled student attend attends attending go goes going transferred switched moved changed started starts began`,
    cue: /stud(?:y|ies|ying|ent)|enrol|universit|college|school|institute|academy|nursery|kindergarten| (?:High|Primary|Elementary|Secondary|Prep|Juniors|Infants|Grammar)\b/i,
    head: rule`(?:\b(?:study|studies|studying)(?: [\p{L} ]{2,40}?)? at |\b(?:enrolled|enroled) (?:at|in) (?=[^.,;!?]{0,40}(?:Universit|College|School|Institute|Academy))|${BE}(?:an? )?${ADJECTIVES}student at |\b(?:attend|attends|attending|(?:go|goes|going|transferred|switched|moved|changed) to|(?:started|starts|began)(?: (?:school|nursery))? at) (?=[^.,;!?]{0,40}(?:Universit|College|School|Institute|Academy|Nursery|Kindergarten|(?-i:\p{Lu})\p{L}+ (?-i:High|Primary|Elementary|Secondary|Prep|Juniors|Infants|Grammar)\b)))(?:the )?`,
  },
  {
    attribute: 'school',
    by: 'owner',
    read: readSchool,
    words: any`school university college`,
    head: rule`\b(?:school|university|college)${IS_PROBABLY}`,
  },
  {
    attribute: 'field of study',
    exclusive: false,
    read: readThing,
    words: any`major majors majoring`,
    head: rule`\b(?:major|majors|majoring) in `,
  },
  {
    attribute: 'language',
    by: 'owner',
    category: 'preferences',
    read: readLanguage,
    words: any`language`,
    head: rule`\b(?:preferred language|language preference|language of choice)${IS_PROBABLY}`,
  },
  {
    attribute: 'language',
    category: 'preferences',
    read: readLanguage,
    words: any`prefer prefers want wants rather like`,
    head: rule`(?:(?:'d|\bwould) (?:rather|like to|prefer to) (?:get|have|receive|read) (?:(?:your|my|the|all) )?(?:answers|replies|responses) in |\b(?:want|wants) (?:(?:your|my|the|all) )?(?:answers|replies|responses) in |\b(?:prefer|prefers) (?:to (?:speak|write|talk|communicate|be answered|chat|read)(?: to me| with me)?(?: in)? |(?:answers|replies|responses|messages|emails) in |speaking |writing in |(?=english)))`,
  },
  {
    attribute: 'language',
    by: 'speaker',
    category: 'preferences',
    read: readLanguage,
    words: any`reply respond answer write speak talk`,
    head: rule`^(?:please |always |from now on,? |could you )*(?:reply|respond|answer|write|speak|talk)(?: to me| with me| me)?(?: only| always)?(?: in)? `,
  },
  {
    attribute: ({ what = '' }) => `level of ${toKey(what)}`,
    by: 'owner',
    read: readWord(/^([ABC][12])(?![\p{L}\d])/u),
    cue: /\b[ABC][12]\b/u,
    head: rule`\b(?<what>${LANGUAGES})(?: level)?(?:'s| is)(?: now| currently)?(?: at)?(?: an?)? (?=[ABC][12])`,
  },
  {
    attribute: ({ what = '' }) => `level of ${toKey(what)}`,
    read: readWord(/^([ABC][12])(?![\p{L}\d])/u),
    cue: /\b[ABC][12]\b/u,
    head: rule`\b(?:passed|reached|got|have|has|made it to|(?:am|is|'m|'s)(?: now)? (?:at)) (?:my |the |an? |level )?(?=[ABC][12] (?:\p{Ll}+ )?(?:in|of) (?<what>${LANGUAGES})\b)`,
  },
  {
    attribute: (_groups, value) => `speaks ${value}`,
    category: 'profile',
    exclusive: false,
    read: readLanguages,
    words: any`speak speaks speaking`,
    head: rule`\b(?:speak|speaks|speaking) (?:only )?(?:fluent |some |a little |a bit of |good )?`,
  },
  {
    attribute: (groups) => `favourite ${foldFavourite(groupOf(groups, 'what'))}`,
    by: 'owner',
    category: 'preferences',
    read: readThing,
    words: any`favourite favorite fav fave`,
    head: rule`\b(?:favou?rite|fave?) (?!(?:parts?|things?|memory|memories|moments?|ways?|times?|one|ones|bits?|spots?|pieces?|aspects?|pastimes?|kinds?|sorts?|types?|among|and|of)\b)(?<what>\p{L}[\p{L}'-]*(?: (?!(?:is|isn|are|was|has|have|to|of|in|at|for|about|that|with|from|we|i|now|these|right|currently|lately|used)\b)\p{L}[\p{L}-]*){0,2})(?: (?:now|these days|right now|currently|lately|at the moment))?(?:(?:'s| is| are| (?:has to|must) be(?= (?:(?-i:\p{Lu})|[^.,;!?]{2,40} (?:now|these days)\b))| has become| have become| became| has changed to| changed to)(?: now| currently| still| definitely| probably)? |(?: used to be| was| isn't| is not| is no longer) [^.!?]{1,40}?,? (?:but |and )?(?:now )?(?:it's|it is|is)(?: now)? |(?<=^(?:my )?favou?rite [\p{L} -]{1,40}): )`,
  },
  {
    attribute: (groups) => `favourite ${foldFavourite(groupOf(groups, 'what'))}`,
    category: 'preferences',
    read: readThing,
    words: any`favourite favorite fav fave`,
    cue: / new fav/i,
    head: rule`\b(?:have|has|'ve got|have got|has got|got|found|have found|'ve found) a new (?:favou?rite|fave?) (?<what>\p{Ll}[\p{L}-]*(?: \p{Ll}[\p{L}-]*)?)(?: now)?(?:,|:| -| –)(?: (?:it's|it is|now it's))? `,
  },
  {
    ...opinion,
    read: readWord(
      anyCase`^((?:${JUDGED_THING} ){0,2}?${JUDGED_THING})(?= (?:${VERY} )?(?:${DULL}|${FUN}))`,
    ),
    words: any`find finds`,
    cue: JUDGED,
    head: rule`\b(?:find|finds) (?=(?:${JUDGED_THING} ){1,3}(?:${VERY} )?(?:(?<bad>${DULL})|${FUN})\s*(?:[.,;!]|$))`,
  },
  {
    ...opinion,
    words: any`like likes liking love loves loving enjoy enjoys enjoying adore adores round around warmed into fond hooked obsessed crazy fan hate hates dread dreads look looks dislike dislikes detest detests loathe loathes stand bear touch off`,
    cue: /\b(?:lik|lov|enjoy|ador|into|fond|hook|obsess|crazy|hat|dislik|detest|loath|dread)|forward to|\bfan\b|stand\b|round to|warmed|touch\b|bear\b|off\b/i,
    head: rule`(?:\b(?:(?:(?:have |has |'ve )?(?:grown|come|came|learned|learnt|started|begun|began|grew) (?:to )?)?(?:(?:come|came) a?round to|warmed (?:up )?to|(?:look|looks) forward to|like|likes|love|loves|enjoy|enjoys|adore|adores|liking|loving|enjoying))|(?:${BE})(?:(?:totally |completely |really |absolutely |quite |pretty )?(?:into|fond of|hooked on|obsessed with|crazy about|an? (?:big |huge )?fan of))|(?<bad>\b(?:hate|hates|dread|dreads|dislike|dislikes|detest|detests|loathe|loathes|can't stand|cannot stand|can't bear|won't touch|(?:have |has |'ve )?gone off|went off))) `,
  },
  {
    ...opinion,
    polarity: (_groups, { negated }) => (negated ? 'does not mind' : 'dislikes'),
    words: any`mind minds`,
    cue: /any ?more|longer|now|these days/i,
    head: rule`\b(?:mind|minds) (?=[^.;!?]{2,40}\b(?:any ?more|any longer|now|these days)\b)`,
  },
  {
    ...opinion,
    words: any`handle stomach face take abide sick tired fed bored interest taste appetite keen partial enough love enthusiasm passion off into`,
    cue: /can(?:'t|not) (?:handle|stomach|face|take|abide|get enough)|\b(?:(?:sick|tired|bored) (?:of|with|by)|fed up|(?:interest|taste|appetite|love|enthusiasm|passion) (?:in|for)|(?:keen|partial) (?:on|to)|in love with|(?:right|completely|totally|really|rather) off|(?:got|gotten|grown) (?:really |totally |quite )?into) /i,
    head: rule`(?:${BE}(?:quite |very |rather |really |so )?(?:keen on|partial to)|\b(?:(?:have |has |'ve )?(?:got|gotten|grown|developed) (?:a (?:real )?taste for|(?:really |totally |quite )?(?:into|keen on))|can(?:'t|not) get enough of|(?:fell|fallen) in love with)|(?<bad>\b(?:can(?:'t|not) (?:handle|stomach|face|take|abide)|(?:have |has |'ve )?(?:lost (?:all )?(?:interest in|(?:my|his|her) (?:taste|appetite|love|enthusiasm|passion) for)|gone (?:right|completely|totally|really|rather) off)|went (?:right|completely) off)|${BE}(?:so |completely |totally |really |quite |pretty |a bit )?(?:sick of|tired of|fed up (?:with|of)|bored (?:with|of|by)))) `,
  },
  {
    attribute: 'year of studies',
    read: readWord(/^((?:first|second|third|fourth|fifth|sixth|final))[- ]year\b/iu),
    words: any`year`,
    head: rule`${BE}(?:an? )?(?=\p{L}+[- ]year (?:(?!old\b)[\p{L}-]+ ){0,3}?(?:student|trainee|apprentice|resident|intern)\b)`,
  },
  {
    attribute: 'school year',
    read: readWord(
      /^((?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|\d{1,2}(?:st|nd|rd|th)) grade|year \d{1,2}|kindergarten|preschool|(?:middle|high|primary|secondary) school)\b/iu,
    ),
    words: any`grade year kindergarten preschool school`,
    head: rule`(?:\b(?:started|starts|began|moved (?:up )?(?:in)?to|entered)|(?<=(?:\bam|\bis|\bare|'m|'s|'re)(?: now| already)?) in) (?:the )?(?=[^.;!?]{0,20}\b(?:grade|year|kindergarten|preschool|school)\b)`,
  },
  {
    attribute: (_groups, value) => `allergy to ${toKey(value)}`,
    category: 'health',
    read: readOpinion,
    polarity: (_groups, { negated }) => (negated ? 'no' : 'yes'),
    words: any`allergic allergy`,
    head: rule`(?:${BE}(?:severely |very |highly |deathly |mildly )?allergic to |\b(?:have|has|'ve got|have got) an? (?:severe |bad |mild )?allergy to )`,
  },
  {
    attribute: (groups, value) =>
      `${/^dri/i.test(groupOf(groups, 'verb')) ? 'drinks' : 'eats'} ${toKey(value)}`,
    category: 'health',
    read: readOpinion,
    polarity: () => 'no',
    words: any`eat drink have tolerate digest`,
    head: rule`\bcan(?:'t|not| not) (?<verb>eat|drink|have|tolerate|digest) (?:any )?(?!(?:children|kids|it all|fun)\b|another|much|enough|anything|everything|more|less|now|today|tonight|here|there|out|late|early|alone|before|after|until|right)`,
  },
  {
    attribute: 'hobby',
    by: 'owner',
    category: 'activities',
    exclusive: false,
    read: readThing,
    words: any`hobby hobbies`,
    head: rule`\bhobb(?:y is|ies are|ies include) `,
  },
  {
    attribute: 'plays',
    category: 'activities',
    exclusive: false,
    read: readWord(
      /^((?!(?:with|for|in|on|at|by|from|about|to|a|an|my|his|her|our|it|games?|this|that|against)\b)\p{L}[\p{L}-]*)(?![\p{L}-])/iu,
    ),
    words: any`play plays`,
    head: rule`\b(?:play|plays) (?:the )?`,
  },
  {
    attribute: 'visited',
    category: 'travel',
    exclusive: false,
    read: readPlace,
    words: any`visited went traveled travelled been flew trip`,
    head: rule`\b(?:visited|went to|travell?ed to|been to|flew to|trip to) `,
  },
  {
    attribute: 'owns',
    category: 'finances',
    exclusive: false,
    read: readName,
    words: any`bought purchased own owns`,
    head: rule`\b(?:bought|purchased|own|owns) (?:an? |the |my )?(?:new |used )?(?=\p{Lu})`,
  },
])
