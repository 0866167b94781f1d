// Slot rules for what has no rule of its own: "my manager is Karen", "the wifi password is tulip42", "I have 3
// employees", "I prefer aisle seats". The named thing must be one of a kind, or the value must be of a form that only
// one thing has (a code, a number, a name). Order is priority, and these come last.
import { groupOf } from '../../../match-groups.ts'
import { any, rule } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { toKey } from '../../words.ts'
import { BE, slotRules, wordsIn } from '../slot-rule.ts'
import { type Reader, readPerson, readShort, readWord } from '../slot-values.ts'
import { ASKED, settingOf } from '../slot-words.ts'

/** A person has one of each at a time. */
const ONE =
  '(?:password|passcode|pin|pin code|code|username|user name|handle|nickname|id|iban|plan|tier|subscription|budget|goal|target|deadline|due date|status|mode|theme|default [a-z]+|preferred [a-z]+|shift|schedule|level|grade|score|blood type|blood pressure|resting heart rate|shoe size|shirt size|dress size|ring size|size|height|dose|dosage|room|room number|seat|seat number|desk|locker|extension|work extension|team|department|gym|bank|insurance|insurer|provider|carrier|pharmacy|salon|laptop|computer|console|tv|monitor|printer|router|smartwatch|tablet|browser|editor|ide|operating system|os|keyboard|camera|bike|bicycle|commute|wake-up time|bedtime|major|thesis topic|currency|locale|pronouns|religion|zodiac sign|star sign|postcode|zip code|zip|passport number|license plate|licence plate|number plate|screen name|(?:last|family|middle|maiden) name|surname|ringtone|website|blog|instagram(?: name| handle| account)?|twitter|facebook|tiktok|telegram|skype(?: name| id)?|(?:steam|discord|xbox|psn|reddit|github|linkedin)(?: name| handle| id| tag)?|handle|morning routine|drink of choice|go-to [a-z]+|usual [a-z]+|rent|mortgage|hourly rate|rate|internet provider|isp|therapy day|day off|favou?rite|medication|search engine|password manager|email provider|e-mail provider|email client|energy supplier|electricity supplier|mobile network|phone network|database|airline)'
/** Of these, too, but they are people. */
const HELD =
  '(?:manager|boss|supervisor|team lead|team leader|group leader|head of department|headteacher|line manager|mentor|coach|trainer|tutor|teacher|landlord|landlady|doctor|gp|dentist|therapist|psychologist|physio|lawyer|accountant|hairdresser|roommate|flatmate|assistant|advisor|adviser|vet|optician|midwife|childminder|nanny|cleaner|emergency contact)'
const ROLE =
  '(?:manager|boss|supervisor|team lead|team leader|group leader|head of department|headteacher|line manager|mentor|coach|trainer|tutor|teacher|landlord|landlady|doctor|gp|dentist|therapist|psychologist|physio|lawyer|accountant|hairdresser|roommate|flatmate|assistant|advisor|adviser|best friend|neighbou?r|cleaner|nanny|babysitter|agent|vet|optician|midwife|partner|girlfriend|boyfriend|wife|husband)'
/** One has one of these, even where nothing says that another is new: two may be flatmates or teachers. */
const SOLE =
  '(?:boss|line manager|manager|supervisor|landlord|landlady|gp|dentist|therapist|optician|midwife)'
const NO_OWNER = String.raw`(?!(?:my|our|your|his|her|their|its|the|a|an|this|that|new|current|no|wait|and|or|but|so|is|are|was|in|on|at|of|for|to|from|with|by)\b)`
const ADJECTIVES = String.raw`(?:${NO_OWNER}[\p{L}-]+ ){0,2}?`
const NOUN = String.raw`(?:${NO_OWNER}\p{L}[\p{L}-]* ){0,2}${NO_OWNER}\p{Ll}[\p{L}-]*`
/** In "my flatmate's haircut is" he has a haircut, and is none. */
const BEING = String.raw`'s(?! [^.,;!?]{1,40} (?:is|are|was|were|has|moved|got)\b)`
const IS = String.raw`(?:${BEING}| is| are| has changed to| changed to| was changed to| has been changed to| went up to| went down to| rose to| fell to| dropped to| increased to| is up to| is down to| was raised to| was lowered to| was updated to| got changed to| (?:has been|was|is|got) (?:extended|moved|pushed|postponed|delayed|increased|reduced|cut)(?: back)? to| is set to|'s (?:up|down) to|:(?= ))(?: now| currently| actually)?:? (?:(?:about|around|roughly) (?=[\d$£€]))?`

const STATE_WORD =
  /^(?:name (?:is|was)|not|so|very|really|too|going|being|getting|coming|in|on|at|out|off|up|here|there|the (?:best|worst|one|same|reason)|a (?:bit|lot|little|great|good|big|huge|real|pain|nightmare|joke|mess|must|beast|godsend|lifesaver|delight|gem)|great|good|bad|fine|nice|broken|sick|amazing|awesome|wonderful|lovely|terrible|awful|tough|hard|easy|busy|full|empty|ready|done|late|early|important|always|never|also|still|that|this|what|how|why|because|such|all|like|about|kind of|sort of|super|pretty|quite|my|your|his|her|their|our|its|it|to (?:be|have|get|make|help|keep|do)|just|only|more|less|helping|making|giving|dirty|clean|old|new|slow|fast|heavy|light|worth|due|angry|happy|sad|tired|ill|dead|gone|open|closed|cheap|expensive|high|higher|low|lower|okay|ok|stuck|locked|missing|lost|parked|(?:great|huge|bit|sort) (?:fan )?of)\b/i
/** What is done with a thing, and how it compares, is no value of it: "my bike is locked to a tree", "faster than yours". */
const DONE_WITH =
  /^(?:\p{Ll}+(?:ed|ing) (?:to|by|from|at|in|with|about|it|me|us|the|a|an)\b|\p{Ll}+er than\b)/u

const SETTINGS =
  '(?:password|passcode|pin|pin code|code|username|deadline|due date|budget|alarm|theme|status|rent)'
const A_HOLDER = new RegExp(`\\b${HELD}(?:'s|:| is| has| changed| was| got)`, 'i')
const A_SETTING = new RegExp(
  `\\b(?:${ONE})(?:'s|:| is| are| has| changed| was| got| went| rose| fell| dropped| increased)`,
  'i',
)
const SOME_SETTING = new RegExp(`\\b${SETTINGS}(?:'s|:| is| are| has| changed| was| got)`, 'i')
/** There are many of these, or nothing tells which one is meant. */
const MANY = String.raw`(?:(?:phone |e-?mail |ip )?(?:number|address|e-?mail)|(?:[\p{L}-]+ )?(?:order|account|booking|confirmation|reference|ticket|invoice|tracking|case|serial|card|flight) number|port|price|total|time|date|answer|result|score|temperature|weather)`

/** "Calling" and "to call" are one choice. */
function foldDoing(word: string): string {
  return toKey(word).replace(/(?<=\p{L}{3})ing$/u, '')
}

/** A few words to the end of the clause that name something rather than judge it. */
const readSetting: Reader = (rest) => {
  if (STATE_WORD.test(rest) || DONE_WITH.test(rest)) return null
  return readShort(rest)
}

/** Who has a role: a name, which some write without a capital. */
const readHolder: Reader = (rest) => {
  const relative = /^(?:my|our) \p{Ll}+ (?=\p{Lu})/u.exec(rest)?.[0] ?? ''
  const name = relative ? readPerson(rest.slice(relative.length)) : null
  if (name) return { ...name, length: relative.length + name.length }
  const found = readSetting(rest)
  if (found === null || /\p{Lu}/u.test(found.value)) return found
  return kindOfName(found.value) === 'person' ? found : null
}

/** A code, a number, a time: values that only one thing has. */
const readCode: Reader = (rest) => {
  const found = readShort(rest)
  const word = found?.value.split(' ')[0] ?? ''
  const isCode = found !== null && /\d/.test(word) && !/^\d+(?:%|st|nd|rd|th)?$/.test(word)
  return isCode && found.value.split(' ').length <= 3 ? found : null
}

const readSureName: Reader = (rest) => {
  const found = readPerson(rest)
  if (found === null) return null
  const kind = kindOfName(found.value)
  return kind === 'place' || kind === 'organization' ? null : found
}

export const genericRules = slotRules('profile', [
  {
    attribute: 'due date',
    category: 'plans',
    read: readShort,
    words: any`due`,
    head: rule`${BE}due (?:in|on|at|around) `,
  },
  {
    attribute: (groups) => toKey(groupOf(groups, 'role')),
    by: 'owner',
    category: 'relationships',
    read: readSureName,
    words: wordsIn(ROLE),
    head: rule`\b(?<role>${ROLE})(?:'s name)?(?:${BEING}| is|:)(?: now| currently)?(?: (?:called|named))? (?=\p{Lu})`,
  },
  {
    attribute: (groups) => toKey(groups.role ?? groups.now ?? groups.later ?? groups.sole ?? ''),
    by: 'speaker',
    category: 'relationships',
    read: readSureName,
    words: [...any`new now`, ...wordsIn(SOLE)],
    head: rule`(?:^(?:(?:so|well|also|and|now),? )*|(?<=, | and |, so ))(?=(?-i:\p{Lu}[\p{L}-]+\.?(?: \p{Lu}[\p{L}-]+)?) (?:is|became|has become) (?:now )?(?:my|our) new (?<role>${ROLE})\b|(?-i:\p{Lu}[\p{L}-]+\.?(?: \p{Lu}[\p{L}-]+)?) is (?:now (?:my|our) (?<now>${ROLE})\b|(?:my|our) (?<sole>${SOLE})(?=\s*[.!]?$)|(?:my|our) (?<later>${ROLE}) (?:now|these days|from now on)\b))`,
  },
  {
    attribute: 'manager',
    category: 'work',
    read: readSureName,
    words: any`report reports`,
    head: rule`\b(?:report|reports)(?: directly)? to (?=\p{Lu})`,
  },
  {
    attribute: (groups) => toKey(groupOf(groups, 'role')),
    category: 'relationships',
    read: readSureName,
    words: any`new different`,
    head: rule`\b(?:have|has|got|have got|has got|hired|found)(?: an?| my| our) (?:new|different) (?<role>${ROLE}|[\p{Ll}]+ (?:manager|teacher|coach|trainer|doctor|lead))(?: (?:now|since \p{L}+|from today))?(?:,? (?:(?:her|his|their) name(?:'s| is)|named|called|(?:she|he)(?:'s| is) (?:called|named)|it's|it is)|:|,) `,
  },
  {
    attribute: (groups) => `preferred ${singular(groupOf(groups, 'noun'))}`,
    category: 'preferences',
    read: readWord(/^((?:the )?[\p{L}-]+)(?= \p{Ll})/u),
    words: any`prefer prefers`,
    head: rule`\b(?:prefer|prefers) (?=(?:the )?(?!(?:to|being|having|not|that|it|this|when|if|my|your|his|her)\b)[\p{L}-]+ (?<noun>(?!(?:to|over|than|in|on|at|for|with|and|because|when|now|these|as)\b)\p{Ll}[\p{L}-]+)(?= ?(?:[.,;!]|$|now|these days|nowadays|instead|over|to|rather|on|in|for|when)))`,
  },
  {
    attribute: (groups, value) =>
      `choice between ${[groupOf(groups, 'other'), value].map(foldDoing).sort().join(' and ')}`,
    category: 'preferences',
    read: readWord(/^([\p{L}-]+)(?= (?:to|over) )/iu),
    words: any`prefer prefers`,
    head: rule`\b(?:prefer|prefers) (?=[\p{L}-]+ (?:to|over) (?<other>[\p{L}-]+)(?= ?(?:[.,;!]|$|now|these days|nowadays)))`,
  },
  {
    attribute: (groups, value) =>
      `choice between ${[groupOf(groups, 'other'), value].map(foldDoing).sort().join(' and ')}`,
    category: 'preferences',
    read: readWord(/^([\p{L}-]+)(?= than )/iu),
    words: any`rather`,
    head: rule`(?:'d| would) (?:much )?rather (?:have |get |take |use |eat |drink )?(?=[\p{L}-]+ than (?<other>[\p{L}-]+)(?= ?(?:[.,;!]|$|now|these days|nowadays)))`,
  },
  {
    attribute: (groups) => `how ${toKey(groupOf(groups, 'noun'))} is taken`,
    category: 'preferences',
    read: readShort,
    words: any`coffee tea steak egg eggs toast burger burgers whisky whiskey curry latte espresso cappuccino cereal noodles pizza drinks beer wine water oatmeal porridge pasta`,
    cue: / (?:my|his|her|their) (?:\p{Ll}+ )?(?:coffee|tea|steak|eggs?|toast|burgers?|whisk(?:e)?y|curry|latte|espresso|cappuccino|cereal|noodles|pizza|drinks|beer|wine|water|oatmeal|porridge|pasta)/iu,
    head: rule`\b(?:(?<=\b(?:to|started|been|now|am|is) |'[ms] )(?:drinking|taking|having|eating)|take|takes|have|has|drink|drinks|like|likes|want|eat|eats|order|orders|prefer|prefers) (?:my|his|her|their) (?<noun>(?:\p{Ll}+ )?(?:coffee|tea|steak|eggs?|toast|burgers?|whisk(?:e)?y|curry|latte|espresso|cappuccino|cereal|noodles|pizza|drinks|beer|wine|water|oatmeal|porridge|pasta)) (?=with|without|black|white|rare|medium|well|hot|cold|iced|strong|weak|mild|spicy|plain|neat|sweet|unsweetened|decaf|fried|boiled|poached|scrambled|dry|warm|al dente|sunny)`,
  },
  {
    attribute: 'plan',
    category: 'finances',
    read: readWord(/^([\p{L}\d+-]+)(?= (?:plan|tier|subscription|package)\b)/iu),
    words: any`plan tier subscription package`,
    cue: / (?:plan|tier|subscription|package)\b/i,
    head: rule`\b(?:(?<=(?:am|is|are|'m|'s|'re) )on|upgraded(?: my plan)? to|downgraded(?: my plan)? to|switched to|moved to|went for|signed up for|subscribed to|have|has) (?:the |an? |your )`,
  },
  {
    attribute: settingOf,
    by: 'owner',
    category: 'relationships',
    read: readHolder,
    words: wordsIn(HELD),
    cue: A_HOLDER,
    head: rule`\b(?<noun>${ADJECTIVES}${HELD})${IS}`,
  },
  {
    attribute: settingOf,
    by: 'owner',
    read: readSetting,
    words: any`website blog homepage portfolio`,
    head: rule`\b(?<noun>website|blog|homepage|portfolio)(?: has|'s)? moved to `,
  },
  {
    attribute: settingOf,
    by: 'owner',
    read: readSetting,
    words: wordsIn(ONE).filter((word) => !/^(?:of|to|up)$/.test(word)),
    cue: A_SETTING,
    head: rule`\b(?<noun>${ADJECTIVES}${ONE})${IS}`,
  },
  {
    attribute: settingOf,
    read: readWord(/^(.{1,40}?)(?= as my)/u),
    words: any`use uses`,
    head: rule`\b(?:use|uses) (?=[^.,;!?]{1,40} as my (?:main |default )?(?<noun>${ONE})(?= ?(?:[.,;!]|$|now)))`,
  },
  {
    attribute: settingOf,
    by: 'speaker',
    read: readSetting,
    words: any`new different`,
    cue: / (?:it's|it is|which is|called|named) /i,
    head: rule`\b(?:(?:gave|given|got|assigned)(?: me| us)? a (?:new|different)|(?:the|our|my) new) (?<noun>${ADJECTIVES}${ONE})(?:,? (?:it's|it is|which is)(?: called| named)?|(?: is|'s) (?:called|named)) `,
  },
  {
    attribute: settingOf,
    read: readSetting,
    words: any`changed updated switched set reset renamed raised lowered increased reduced moved put upped bumped cut pushed got brought stretched`,
    cue: / to /i,
    head: rule`\b(?:changed|updated|switched|set|reset|renamed|raised|lowered|increased|reduced|moved|put|upped|bumped|cut|pushed|stretched|(?:got|brought)(?= [^.,;!?]{3,40} (?:up|down) to )) (?:my|our|his|her|the) (?<noun>${ADJECTIVES}${ONE})(?: up| down)?(?: from [^,.;!?]{1,40}?)?(?: up| down)? to `,
  },
  {
    attribute: settingOf,
    by: 'speaker',
    read: readSetting,
    words: any`change update switch set rename`,
    head: rule`${ASKED}(?:change|update|switch|set|rename) (?:my|our) (?<noun>${ADJECTIVES}${ONE})(?: from [^,.;!?]{1,40}?)? to `,
  },
  {
    attribute: settingOf,
    by: 'thing',
    read: readSetting,
    words: wordsIn(SETTINGS),
    cue: SOME_SETTING,
    head: rule`\b(?<noun>${ADJECTIVES}${SETTINGS})${IS}(?=\S)`,
  },
  {
    attribute: settingOf,
    by: 'thing',
    read: readCode,
    cue: /\d/,
    head: rule`\b(?!${MANY}${IS})(?<noun>${NOUN})${IS}(?=\S*\d)`,
  },
])

function singular(noun: string): string {
  return toKey(noun).replace(/(?<=[^s])s$/, '')
}
