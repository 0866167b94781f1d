// Slot rules about who somebody is: name, age, family, car, diet, origin. Order is priority.

import { kindOfName } from './lexicon.ts'
import { BE, rule, type SlotRule } from './slot-rule.ts'
import {
  always,
  type Reader,
  readAge,
  readCar,
  readDay,
  readPerson,
  readPlace,
  readWord,
} from './slot-values.ts'

const IS =
  "(?:'s| is| are| has changed to| changed to| was changed to|:(?= ))(?: now| currently)?:? ?"
const PARTNER = '(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?)'
const PET =
  '(?:dog|cat|puppy|kitten|parrot|hamster|rabbit|bunny|horse|pet|goldfish|turtle|tortoise|guinea pig|snake)'

const readSurePerson: Reader = (rest) => {
  const found = readPerson(rest)
  return found !== null && kindOfName(found.value) === 'person' ? found : null
}

/** "I'm Swedish": a capitalised word that names a people. */
const readDemonym: Reader = (rest) => {
  const word = /^\p{Lu}\p{L}{2,20}(?= ?(?:[.,;!]|$|and\b|but\b))/u.exec(rest)?.[0]
  if (word === undefined) return null
  const known =
    kindOfName(word) === 'demonym' || /(?:ish|ese|wegian|nian|rian|lian|mian|ican|dian)$/.test(word)
  return known ? { value: word, length: word.length } : null
}

const readStatus = readWord(
  /^(single|married|engaged|divorced|widowed|separated)\b(?=\s*(?:[.,;!)]|$|to\b|from (?:my|his|her)\b|and\b|now\b|but\b|last\b|again\b|any ?more\b|this\b|since\b|for\b|yesterday\b|today\b|in (?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))| ?[\p{Extended_Pictographic}])(?!\s+(?:to (?:my|the) (?:job|work)))/iu,
)
/** "dating Anna", "in a relationship"; not "dating apps". */
const readDating: Reader = (rest) => {
  const found = /^(?:[Dd]ating (?:\p{Lu}\p{L}+|a (?:guy|girl|man|woman)|someone)|in a )/u.exec(rest)
  return found ? { value: 'in a relationship', length: found[0].length } : null
}
const readDiet = readWord(
  /^(vegan|vegetarian|pescatarian|pescetarian|flexitarian|keto|gluten[- ]free|omnivore)(?=\s*(?:[.,;!)]|$|and\b|now\b|but\b|since\b|for\b|last\b|because\b|so\b|these\b|again\b|diet\b))/i,
  (word) => word.replace('pescetarian', 'pescatarian'),
)

export const personRules: readonly SlotRule[] = [
  {
    attribute: 'partner',
    by: 'owner',
    category: 'relationships',
    exclusive: true,
    read: readPerson,
    head: rule(`\\b${PARTNER}(?:'s name (?:is|:)|,? (?:is|who is) (?:called|named)) `),
  },
  {
    attribute: 'partner',
    by: 'owner',
    category: 'relationships',
    exclusive: true,
    read: readSurePerson,
    head: rule(`\\b${PARTNER}(?: is|:) (?=\\p{Lu})`),
  },
  {
    attribute: 'pet',
    by: 'owner',
    category: 'relationships',
    exclusive: false,
    read: readPerson,
    head: rule(`\\b${PET}(?:'s name (?:is|:)|(?: is| was)? (?:called|named)| is(?= \\p{Lu})) `),
  },
  {
    attribute: 'pet',
    by: 'verb',
    category: 'relationships',
    exclusive: false,
    read: readPerson,
    head: rule(
      `\\b(?:have|has|got|adopted|own|owns) an? (?:[\\p{L}-]+ ){0,3}?${PET},? (?:named|called) `,
    ),
  },
  {
    attribute: 'name',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readPerson,
    head: rule(`\\b(?:full |first )?name(?:'s| is|:)(?: now| actually)? `),
  },
  {
    attribute: 'name',
    by: 'speaker',
    category: 'profile',
    exclusive: true,
    read: readSurePerson,
    head: rule(
      "^(?:(?:hi|hello|hey)(?: there)?[,!.]? )?(?:i'm|i am|call me|please call me|you can call me) (?=[^ ]+(?: \\p{Lu}[^ ]+)?(?:[.,!]|$| and ))",
    ),
  },
  {
    attribute: 'name',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readPerson,
    head: rule('\\bchanged (?:my|his|her) name(?: from \\S+)? to '),
  },
  {
    attribute: 'age',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readAge,
    head: rule(`${BE}(?=\\d)`),
  },
  {
    attribute: 'age',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readAge,
    head: rule('\\bturned (?=\\d)'),
  },
  {
    attribute: 'age',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readAge,
    head: rule(`\\bage${IS}`),
  },
  {
    attribute: 'birthday',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readDay,
    head: rule(`\\b(?:birthday|date of birth|birth ?date|dob)${IS}`),
  },
  {
    attribute: 'birthday',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    read: readDay,
    head: rule('\\bwas born (?:on )?'),
  },
  {
    attribute: 'relationship status',
    by: 'verb',
    category: 'relationships',
    exclusive: true,
    endable: true,
    read: readStatus,
    head: rule(
      `(?:${BE}|\\b(?:got|gotten) (?:re)?)(?=single|married|engaged|divorced|widowed|separated)`,
    ),
  },
  {
    attribute: 'relationship status',
    by: 'verb',
    category: 'relationships',
    exclusive: true,
    endable: true,
    read: readDating,
    head: rule('\\b(?=dating |in a (?:new |serious |committed |long-distance )?relationship\\b)'),
  },
  {
    attribute: 'relationship status',
    by: 'verb',
    category: 'relationships',
    exclusive: true,
    read: always('single'),
    head: rule(
      `\\b(?:broke up(?= with (?:\\p{Lu}|my ${PARTNER}\\b)| ?[.,!]|$)|split up(?= with| ?[.,!]|$))`,
    ),
  },
  {
    attribute: 'relationship status',
    by: 'speaker',
    category: 'relationships',
    exclusive: true,
    read: readStatus,
    head: rule('^(?:my )?(?:relationship|marital) status(?: is|:)(?: now)? '),
  },
  {
    attribute: 'car',
    by: 'verb',
    category: 'profile',
    exclusive: true,
    endable: true,
    read: readCar,
    head: rule(
      '\\b(?:drive|drives|driving) (?:an?|my|his|her) (?:(?:new|used|old|black|white|red|blue|silver|electric) )?',
    ),
  },
  {
    attribute: 'car',
    by: 'owner',
    category: 'profile',
    exclusive: true,
    read: readCar,
    head: rule(`\\bcar${IS}an? (?:(?:new|used|old|black|white|red|blue|silver|electric) )?`),
  },
  {
    attribute: 'diet',
    by: 'verb',
    category: 'health',
    exclusive: true,
    endable: true,
    read: readDiet,
    head: rule(
      `(?:${BE}(?:an? |on a )?|\\b(?:went|gone|turned|became|become|switched to) (?:an? )?|\\beat )(?=vega|vegetarian|pesc|flexi|keto|gluten|omni)`,
    ),
  },
  {
    attribute: 'diet',
    by: 'verb',
    category: 'health',
    exclusive: true,
    read: always('omnivore'),
    head: rule('\\b(?:eat|eats|eating|started eating) meat again\\b'),
  },
  {
    attribute: 'diet',
    by: 'owner',
    category: 'health',
    exclusive: true,
    read: readDiet,
    head: rule(`\\bdiet${IS}`),
  },
  {
    attribute: 'weight',
    by: 'verb',
    category: 'health',
    exclusive: true,
    read: readWord(/^(\d{2,3}(?:[.,]\d)? ?(?:kg|kilos?|pounds|lbs?|stone))\b/i),
    head: rule('\\b(?:weigh|weighs) (?:about |around )?'),
  },
  {
    attribute: 'origin',
    by: 'verb',
    category: 'profile',
    exclusive: false,
    read: readPlace,
    head: rule(`(?:${BE}|\\b(?:come|comes) )(?:originally )?from `),
  },
  {
    attribute: 'origin',
    by: 'owner',
    category: 'profile',
    exclusive: false,
    read: readPlace,
    head: rule(`\\b(?:home ?town|home country|birthplace)${IS}`),
  },
  {
    attribute: 'nationality',
    by: 'verb',
    category: 'profile',
    exclusive: false,
    read: readDemonym,
    head: rule(`${BE}(?=\\p{Lu}\\p{L}{2,20}\\b)`),
  },
  {
    attribute: 'nationality',
    by: 'owner',
    category: 'profile',
    exclusive: false,
    read: readDemonym,
    head: rule(`\\bnationality${IS}`),
  },
  {
    attribute: 'children',
    by: 'verb',
    category: 'relationships',
    exclusive: false,
    read: readWord(
      /^(\d{1,2}|one|two|three|four|five|six|seven|eight) (?:[a-z]+ )?(?:kids|children|sons|daughters|kid|child)\b/i,
    ),
    head: rule("\\b(?:have|has|'ve got|have got) (?=\\p{L}+ |\\d)"),
  },
]
