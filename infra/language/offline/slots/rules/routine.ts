// Slot rules about how a person's days go, and how they want to be answered: the way to work, where and when they work,
// how long answers are. A person has one of each at a time, whatever the words.
import { groupOf } from '../../../match-groups.ts'
import { any, anyCase, rule } from '../../../patterns.ts'
import { toKey } from '../../words.ts'
import { slotRules, type WrittenRule } from '../slot-rule.ts'
import { type Reader, readAmount, readName, readPlace, readWord } from '../slot-values.ts'

const WORKPLACE = '(?:work|the office|school|uni|university|college|campus)'
/** "On Fridays", "when it rains": on other days it is another way. */
const ALWAYS = String.raw`(?![^.;!?]*\b(?:when|if|unless|on (?:\p{L}+days?|weekends)|(?:in|during) (?:the )?(?:winter|summer|spring|autumn|fall)|sometimes|twice|once|(?:\d|two|three|four|some|most) (?:days|times))\b)`

const OCCASIONS = any`holiday holidays vacation trip honeymoon wedding party conference meeting reunion ceremony reception dinner lunch breakfast brunch drinks gig concert class training match course session appointment interview exam`
const OCCASION = `(?:${OCCASIONS.join('|')})`

const SHORT = 'short|shorter|brief|briefer|concise|succinct|terse|to the point|crisp|compact'
const LONG =
  'long|longer|detailed|more detailed|thorough|in-depth|in depth|verbose|lengthy|extensive'
const LENGTH = anyCase`^[^.;!?]{0,60}?\b(?:(${SHORT})|(?:${LONG}))(?![\p{L}-])`

/** "short and concise": of one kind. */
const readLength: Reader = (rest) => {
  const found = LENGTH.exec(rest)
  return found && { value: found[1] ? 'short' : 'long', length: found[0].length }
}

/** "walks" and "walk" are one way. */
const readWay = readWord(/^(\p{L}+)/u, (word) => word.replace(/(?<=[a-z]{3})s$/, ''))

const readWhere = readWord(
  /^(remotely|remote|from home|hybrid|(?:from|in|at) (?:the|an|our) office|on[- ]?site|in person|in the office)(?![\p{L}-])/iu,
  (where) => {
    if (/^(?:remote|from home)/.test(where)) return 'remotely'
    return where === 'hybrid' ? where : 'on site'
  },
)

/** A place, or a house by its name. */
const readVenue: Reader = (rest) => readPlace(rest) ?? readName(rest) ?? readRoom(rest)
const readRoom = readWord(
  /^((?:our|my|the) \p{Ll}+(?: \p{Ll}+)?)(?= ?(?:[.,;!]|$|instead\b|now\b|this year\b))/u,
)

/** What is given in a unit or a form of one's choice. */
const GIVEN = any`temperatures dates times prices distances weights units amounts measurements speeds heights`
const THINGS = GIVEN.join('|')

const given = {
  attribute: (groups) => `${toKey(groupOf(groups, 'what'))} are given in`,
  by: 'speaker',
  read: readWord(/^([\p{L}\d/-]+)/u),
} satisfies Partial<WrittenRule>

export const routineRules = slotRules('preferences', [
  {
    attribute: 'way to work',
    category: 'activities',
    read: readWay,
    words: any`work office school uni university college campus`,
    head: rule`\b(?:(?:take|takes|catch|catches|ride|rides|get|gets) (?:the|a|my) (?=[\p{L}-]+ to ${WORKPLACE}\b${ALWAYS})|(?=(?:walk|cycle|bike|drive|run|commute|carpool)s? (?:\p{L}+ ){0,2}to ${WORKPLACE}\b${ALWAYS}))`,
  },
  {
    attribute: 'way to work',
    category: 'activities',
    read: readWay,
    words: any`bus train tram tube metro subway bike bicycle car ferry scooter`,
    head: rule`\b(?:go|goes|get|gets|travel|travels|commute|commutes) (?:to ${WORKPLACE} )?by (?=(?:bus|train|tram|tube|metro|subway|bike|bicycle|car|ferry|scooter)\b${ALWAYS})`,
  },
  {
    attribute: 'place of work',
    category: 'work',
    read: readWhere,
    words: any`remotely remote home office hybrid site onsite person`,
    head: rule`(?:\b(?:work|works|working|(?:have|has) to be)|\b(?:went|gone|go|switched to|moved to)|\b(?:am|is|are|'m|'s|'re)(?: now| currently| also| still| back)?)(?: (?:fully|mostly|entirely|completely|permanently|100%|a))* (?=(?:remote|from home|hybrid|on[- ]?site|(?:from|in|at) (?:the|an|our) office|in person)${ALWAYS})`,
  },
  {
    attribute: 'working hours',
    category: 'work',
    read: readWord(/^((?:full|part)[- ]time)/i, (hours) => hours.replace(' ', '-')),
    words: any`full part`,
    head: rule`\b(?:work|works|working|went|gone|go|switched to|moved to|down to|(?:went|dropped|cut|gone|moved|switched) (?:down|back|up) to|dropped to|back to) (?:only )?(?=(?:full|part)[- ]time)`,
  },
  {
    attribute: 'working hours',
    by: 'speaker',
    category: 'work',
    read: readWord(/^((?:full|part)[- ]time)/i, (hours) => hours.replace(' ', '-')),
    words: any`made took put moved`,
    cue: /\bme (?:on )?(?:to )?(?:full|part)[- ]time/iu,
    head: rule`\b(?:made|took|put|moved) me (?:on )?(?:to )?(?=(?:full|part)[- ]time)`,
  },
  {
    attribute: 'shift',
    category: 'work',
    read: readWord(/^(nights?|days?|mornings?|evenings?|lates?|early|earlies)/i, (shift) =>
      shift.replace(/s$/, ''),
    ),
    words: any`nights days mornings evenings lates earlies shift shifts`,
    head: rule`\b(?:(?:work|works|working|switched to|moved to)|(?<=(?:am|is|are|'m|'s|'re) (?:now )?)on) (?:the )?(?=(?:nights|days|mornings|evenings|lates|earlies|(?:night|day|morning|evening|early|late) shifts?)(?= ?(?:[.,;!]|$|now\b|at\b|from now\b|these\b|instead\b|on\b|in\b|for good\b)))`,
  },
  {
    attribute: 'shift',
    by: 'speaker',
    category: 'work',
    read: readWord(/^(night|day|morning|evening|early|late)/i),
    words: any`put moved switched`,
    head: rule`\b(?:(?:put|moved|switched) (?:me|us)|(?:been|was|got) (?:put|moved|switched)) (?:on|onto|to) (?:the )?(?=(?:(?:night|day|morning|evening|early|late) shifts?|nights|days|mornings|evenings)\b(?!(?! for good)[^.;!?]*\b(?:for|until|till|this|tonight|today|tomorrow|next)\b))`,
  },
  {
    attribute: (groups) => `preferred time for ${toKey(groupOf(groups, 'noun'))}`,
    read: readWord(
      /^((?:early |late )?(?:mornings?|afternoons?|evenings?|weekends?|weekdays?))/iu,
      (time) => time.replace(/s$/, ''),
    ),
    words: any`prefer prefers like likes rather`,
    head: rule`\b(?:prefer|prefers|like|likes|(?<=\bi)(?:'d| would)(?: now| much)* rather have) (?:my |to have |having )?(?<noun>\p{Ll}+) (?:in|on|at) (?:the )?(?=(?:early |late )?(?:morning|afternoon|evening|weekend|weekday))`,
  },
  {
    attribute: (groups) => `how ${toKey(groupOf(groups, 'noun'))} is taken`,
    read: readWord(/^([\p{L}-]+)/u),
    words: any`coffee tea`,
    head: rule`\b(?:drink|drinks|take|takes|have|has|order|orders) (?:only |always )?(?=(?:black|white|iced|decaf|strong|weak|sweet|unsweetened|plain) (?<noun>coffee|tea)(?= ?(?:[.,;!]|$|now\b|these\b)))`,
  },
  {
    attribute: 'rent',
    category: 'finances',
    read: readAmount,
    words: any`rent`,
    head: rule`\b(?:pay|pays|paying) (?=(?:[^.,;!?]|(?<=\d)[.,](?=\d)){1,40}\brent\b)`,
  },
  {
    attribute: 'rent',
    category: 'finances',
    read: readWord(/^(\d[\d.,]*)(?= (?:in|for|of) rent\b)/u),
    words: any`rent`,
    head: rule`\b(?:pay|pays|paying) (?=\d[\d.,]* (?:in|for|of) rent\b)`,
  },
  {
    attribute: ({ bed }) => (bed ? 'bedtime' : 'wake-up time'),
    category: 'activities',
    read: readWord(
      /^((?:half past |half |(?:a )?quarter (?:past|to) )?(?:\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?|five|six|seven|eight|nine|ten|eleven|twelve|midnight|midday|noon)(?: (?:fifteen|thirty|forty[- ]five)\b)?)/iu,
    ),
    words: any`wake wakes waking get gets getting bed`,
    cue: / (?:at|around|about) /u,
    head: rule`\b(?:(?:wake|wakes|get|gets|(?<=\bbeen )(?:waking|getting)) up|(?<bed>(?:go|goes|(?<=\bbeen )going) to bed))(?<!\b(?:on|at) (?:\p{L}+days|(?:the )?weekends?|holidays)\b[^.;!?]{0,60}) (?:at (?:about |around )?|around |about )(?=[^.;!?]{1,30}${ALWAYS})`,
  },
  {
    attribute: 'units',
    by: 'speaker',
    read: readWord(/^(metric|imperial)/iu),
    words: any`metric imperial`,
    head: rule`(?:^(?:please |always |from now on,? |just )*(?:use|stick to|switch to|show me)|\b(?:i|we) (?:prefer|use|want|think in)) (?:the )?(?=(?:metric|imperial)\b)`,
  },
  {
    ...given,
    words: [...GIVEN, 'examples', 'code'],
    head: rule`(?:^|(?<=\b(?:please|always|now on|instead),? ))(?:show|display|give|give me|show me|format|write|list|quote|use|tell me)(?: all| the| my)? (?<what>${THINGS}|code examples|examples|code) in (?:the )?(?=\p{L})`,
  },
  {
    ...given,
    words: GIVEN,
    cue: /from now on|please|instead/i,
    head: rule`^(?=[\p{L}\d/-]+ (?:for|with)(?: all| the| my)? (?<what>${THINGS})(?: from now on|,? please| instead)\b)`,
  },
  {
    attribute: (groups) => `place of ${toKey(groupOf(groups, 'what'))}`,
    by: 'thing',
    category: 'plans',
    read: readVenue,
    words: OCCASIONS,
    head: rule`\b(?<what>(?:(?:summer|winter|family|company|school|team|launch|birthday|office|farewell|anniversary) )?${OCCASION}) (?:(?:is|'s|is booked|will be|takes place|happens)(?: now)? (?:in|at)|(?:was |has been |got |is )?(?:moved|relocated) to) (?=\p{Lu})`,
  },
  {
    attribute: (groups) => `place of ${toKey(groupOf(groups, 'what'))}`,
    category: 'plans',
    read: readVenue,
    words: OCCASIONS,
    head: rule`\b(?:spending|having|holding|celebrating) (?:my|our|the) (?<what>(?:(?:summer|winter|family|company|school|team) )?${OCCASION}) (?:in|at) (?=\p{Lu})`,
  },
  {
    attribute: 'tone of answers',
    by: 'speaker',
    read: readWord(/^(formal|informal|casual|friendly|professional)(?:ly)?(?![\p{L}-])/iu),
    words: any`formal formally informal informally casual casually friendly professional professionally`,
    head: rule`^(?:please |always |you can |from now on,? |just )*(?:be|stay|address me|talk to me|speak to me|write to me|write|speak|answer(?: me)?|reply(?: to me)?|use|keep (?:it|your tone|the tone))(?: (?:an?|in an?|more|very|with me))* (?=formal|informal|casual|friendly|professional)`,
  },
  {
    attribute: ({ noun = '' }) =>
      `format of ${/^(?:replies|responses)$/i.test(noun) ? 'answers' : toKey(noun)}`,
    by: 'speaker',
    read: readWord(
      /^((?:full |short |plain |numbered )?(?:bullet points|bullets|paragraphs|prose|tables?|lists?|plain text|markdown|numbered lists?))(?![\p{L}])/iu,
    ),
    words: any`answers replies responses summaries explanations recipes instructions notes reports`,
    head: rule`\b(?:prefer|like|love|want|need|give me|keep|make|write|format|lay out|present|structure) (?:my |your |the |all )*(?<noun>answers|replies|responses|summaries|explanations|recipes|instructions|notes|reports) (?:in|as) `,
  },
  {
    attribute: 'length of answers',
    by: 'speaker',
    read: readLength,
    words: any`answer answers reply replies response responses explanation explanations`,
    head: rule`(?:^|(?<=\b(?:i|i'd rather|please|now on|always|but|and|so|could you|can you),? ))(?:prefer|like|love|want|need|(?:i'd |i would )?rather have|give me|keep|make|write|use|send me|stick to)(?= [^.;!?]{0,50}\b(?:answers?|repl(?:y|ies)|responses?|explanations?)\b) `,
  },
  {
    attribute: 'length of answers',
    by: 'speaker',
    read: readLength,
    words: any`be stay answer`,
    head: rule`^(?:please |always |from now on,? |just )*(?:be|stay|answer(?: me| in)*)(?: more| very)? (?=${SHORT}|${LONG})`,
  },
])
