// Slot rules about who a person is: name, age, diet, origin. Order is priority.
import { any, rule } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import { BE, BE_WORDS, IS, slotRules } from '../slot-rule.ts'
import {
  always,
  type Reader,
  readAge,
  readDay,
  readPerson,
  readPlace,
  readSurePerson,
  readWord,
} from '../slot-values.ts'

const GREETING = '(?:(?:hi|hello|hey)(?: there)?[,!.]? )?'
const NAME_ALONE = String.raw`(?=[^ ]+(?: \p{Lu}[^ ]+)?(?:[.,!]|$| and | from now on| now| instead))`

/** "I'm Swedish": a capitalised word that names a people. */
const readDemonym: Reader = (rest) => {
  const word = /^\p{Lu}\p{L}{2,20}(?= ?(?:[.,;!]|$|and\b|but\b))/u.exec(rest)?.[0]
  if (word === undefined) return null
  const known =
    kindOfName(word) === 'demonym' || /(?:ish|ese|wegian|nian|rian|lian|mian|ican|dian)$/.test(word)
  return known ? { value: word, length: word.length } : null
}

const readDiet = readWord(
  /^(vegan|plant[- ]based|vegetarian|pescatarian|pescetarian|flexitarian|keto|paleo|mediterranean|low[- ](?:fat|carb|calorie|sodium|sugar)|(?:gluten|dairy|lactose|sugar|caffeine|wheat)[- ]free|omnivore)(?=\s*(?:[.,;!)]|$|and\b|now\b|but\b|since\b|for\b|last\b|because\b|so\b|these\b|again\b|too\b|as well\b|diet\b|this\b|in\b|about\b|almost\b|two\b|three\b|a (?:week|month|year|few|while|couple)\b|yesterday\b))/i,
  (word) => word.replace('pescetarian', 'pescatarian').replace(/^plant[- ]based$/u, 'vegan'),
)

/** Who is vegan may be gluten-free, too. */
function dietOf(diet: string): string {
  const without = /^(?<what>\p{L}+)[- ]free$/u.exec(diet)?.groups?.what
  return without ? `diet without ${without}` : 'diet'
}

export const personRules = slotRules('profile', [
  {
    attribute: 'name',
    by: 'owner',
    read: readPerson,
    words: any`name`,
    head: rule`\b(?:full |first )?name(?:'s| is|:)(?: now| actually)*(?: spelled| spelt)? (?!(?<same>\p{Lu}[\p{L}-]+),? (?:but|so|and) (?:please |just )?call me \k<same>(?![\p{L}-]))`,
  },
  {
    attribute: 'name',
    by: 'speaker',
    read: readSurePerson,
    words: any`i`,
    head: rule`^${GREETING}(?:i'm|i am) ${NAME_ALONE}`,
  },
  {
    attribute: 'name',
    by: 'speaker',
    read: readSurePerson,
    words: any`now`,
    head: rule`\b(?:i'm|i am) (?=(?-i:\p{Lu}[\p{L}-]+ \p{Lu}[\p{L}-]+) now\b)`,
  },
  {
    attribute: 'name',
    read: readPerson,
    words: any`called named`,
    head: rule`(?<=\b(?:is|'s) )(?:called|named) (?=(?-i:\p{Lu}))`,
  },
  {
    attribute: 'preferred name',
    read: readSurePerson,
    words: any`go goes going went`,
    head: rule`\b(?:go|goes|going|went) by (?:the name (?:of )?)?(?=\p{Lu})`,
  },
  {
    attribute: 'preferred name',
    read: readPerson,
    words: any`rather prefer prefers like likes want wants`,
    cue: / (?:called|known as) \p{Lu}/u,
    head: rule`(?:(?:'d| would) (?:much )?(?:rather|prefer to|like to)|\b(?:prefers?|likes?|wants?) (?:to|being)) (?:be )?(?:called|known as) (?=(?-i:\p{Lu}))`,
  },
  {
    attribute: 'name',
    read: readPerson,
    words: any`name`,
    head: rule`\b(?:legally |officially )?changed (?:my|his|her) (?:first )?name(?: from \S+)? to `,
  },
  {
    attribute: 'age',
    read: readAge,
    cue: /\d|\b(?:\p{Ll}{3,6}teen|twelve|eleven|ten|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)\b/iu,
    head: rule`${BE}(?=\d|\p{Ll}{3,6}teen|(?:twelve|eleven|ten)\b|(?:twen|thir|for|fif|six|seven|eigh|nine)ty)`,
  },
  {
    attribute: 'age',
    read: readAge,
    words: any`one two three four five six seven eight nine`,
    cue: /\b(?:son|daughter|baby|child|toddler|sister|brother|niece|nephew|dog|cat|grandson|granddaughter)(?: (?-i:\p{Lu})\p{L}+)? is (?:now |only |already |nearly )?\p{Ll}|^(?!(?:dinner|lunch|breakfast|brunch|supper|tea|bedtime|curfew|church|school|class|practice|training|pick-?up|check-?(?:in|out)|kick-?off)\b)(?-i:\p{Lu})\p{L}+ (?:is now \p{L}+|is \p{L}+ now)[.!]?$/iu,
    head: rule`${BE}(?=(?:one|two|three|four|five|six|seven|eight|nine)\b)`,
  },
  {
    attribute: 'age',
    read: readWord(/^(\d{1,2})(?= ?(?:now|already|this year|today)?[.,!]|$)/u),
    words: any`son daughter baby child brother sister niece nephew dog cat grandson granddaughter`,
    cue: /\b(?:son|daughter|baby|child|brother|sister|niece|nephew|dog|cat|grandson|granddaughter)\b.*\d/i,
    head: rule`${BE}(?=\d)`,
  },
  {
    attribute: 'age',
    read: readWord(/^(\d{1,2} (?:weeks|months))(?= old\b)/iu),
    words: any`weeks months`,
    head: rule`${BE}(?=\d{1,2} (?:weeks|months) old\b)`,
  },
  {
    attribute: 'age',
    read: readAge,
    words: any`turned`,
    head: rule`\bturned (?=\d|\p{Ll})`,
  },
  {
    attribute: 'age',
    read: readWord(
      /^(\d{1,3})(?=(?:st|nd|rd|th) birthday (?:yesterday|today|last|on|this|the other)\b)/iu,
    ),
    words: any`birthday`,
    head: rule`\b(?:had|celebrated) (?:my|his|her) (?=\d)`,
  },
  {
    attribute: 'age',
    by: 'owner',
    read: readAge,
    words: any`age`,
    head: rule`\bage${IS}`,
  },
  {
    attribute: 'birthday',
    by: 'owner',
    read: readDay,
    words: any`birthday date birth birthdate dob`,
    head: rule`\b(?:birthday|date of birth|birth ?date|dob)${IS}`,
  },
  {
    attribute: 'birth year',
    read: readWord(/^((?:19|20)\d\d)\b/),
    words: any`born`,
    head: rule`\bwas born in `,
  },
  {
    attribute: 'birthplace',
    read: readPlace,
    words: any`born`,
    head: rule`\b(?:was|were) born in (?=\p{Lu})`,
  },
  {
    attribute: 'birthday',
    read: readDay,
    words: any`born`,
    head: rule`\bwas born (?:on )?`,
  },
  {
    attribute: (_, diet) => dietOf(diet),
    category: 'health',
    endable: true,
    read: readDiet,
    words: [...BE_WORDS, ...any`went gone turned switched eat`],
    cue: /vega|plant|vegetarian|pesc|flexi|keto|paleo|mediterranean|low[- ]|[- ]free|omni/i,
    head: rule`(?:${BE}(?:(?:an? |on a )(?:(?:strict|committed|lifelong|proud) )?)?|\b(?:went|gone|turned|became|become|switched to) (?:an? )?(?:fully |completely |totally )?|\beat )(?=vega|plant[- ]based|vegetarian|pesc|flexi|keto|paleo|mediterranean diet|low[- ](?:fat|carb|calorie|sodium|sugar)|(?:gluten|dairy|lactose|sugar|caffeine|wheat)[- ]free|omni)`,
  },
  {
    attribute: 'diet',
    category: 'health',
    read: always('omnivore'),
    words: any`meat chicken beef pork steak bacon lamb burgers`,
    head: rule`\b(?:eat|eats|eating|started eating) (?:meat(?= ?(?:[.,;!]|$|again\b|now\b|these days\b))|(?:chicken|beef|pork|steak|bacon|lamb|burgers)(?:,? (?:and|or) \p{Ll}+)? again\b)`,
  },
  {
    attribute: (_, diet) => dietOf(diet),
    by: 'owner',
    category: 'health',
    read: readDiet,
    words: any`diet`,
    head: rule`\bdiet${IS}`,
  },
  {
    attribute: 'weight',
    category: 'health',
    read: readWord(/^(\d{1,3}(?:[.,]\d)? ?(?:kg|kilos?|pounds|lbs?|stone))\b/i),
    words: any`weigh weighs`,
    head: rule`\b(?:weigh|weighs) (?:about |around )?`,
  },
  {
    attribute: 'weight',
    category: 'health',
    read: readWord(
      /^(\d{1,3}(?:[.,]\d)? ?(?:kg|kilos?|pounds|lbs?|stone))(?=\s*(?:[.,;!]|$)|\s+(?:now|after|since|these days|already)\b)/iu,
    ),
    words: any`at down`,
    cue: /(?:at|down to) \d/u,
    head: rule`(?<=(?:\bam|'m|\bis|'s)(?: now| already| currently)?) (?:at|down to)(?= \d) (?:about |around )?`,
  },
  {
    attribute: 'origin',
    exclusive: false,
    read: readPlace,
    words: any`from`,
    head: rule`(?:${BE}|\b(?:come|comes) )(?:originally )?from `,
  },
  {
    attribute: 'origin',
    by: 'owner',
    exclusive: false,
    read: readPlace,
    words: any`hometown home birthplace`,
    head: rule`\b(?:home ?town|home country|birthplace)${IS}`,
  },
  {
    attribute: 'nationality',
    exclusive: false,
    read: readDemonym,
    words: BE_WORDS,
    head: rule`${BE}(?=(?-i:\p{Lu})\p{L}{2,20}\b)`,
  },
])
