// The rules for what has turned into its opposite: a night owl into a morning person, fostering into adoption, broken into
// working, living apart into living together. Each tells which words the state of before was told in.
import { any, anyCase } from '../../../../patterns.ts'
import { classesOf } from '../../../sentences/sentence-sense.ts'
import { each, eachAlike, withOneOf } from '../ending-words.ts'
import { BROKEN, type Resolution } from './resolved.ts'

const DIVORCING = any`divorce divorced divorcing separation separated separating`
const UNDER_WAY = any`going getting through filing filed process`
const EARLY = '(?<early>morning person|early bird|early riser|lark)'
const LATE = '(?<late>night owl|night person|evening person|late riser)'

const LIKED = any`love loves like likes enjoy enjoys adore into keen fond fan crazy favourite favorite`
const MEATS = '(?:meat|chicken|beef|pork|bacon|steak|burgers?|lamb|ham|turkey|sausages?)'
const FROM_ANIMALS = '(?:dairy|cheese|eggs?|milk|butter|yogh?urt|honey)'
const AGAIN_NOW = '(?:again|now|these days)'
const EATING = '(?:(?:started |began |back to )?eating|(?:eat|eats|having|had|have|has))'
const GRAINS = /^(?:bread|pasta|gluten|wheat|beer)$/iu

const INSTEAD_OF: ReadonlyMap<string, string> = new Map(
  ['coffee tea', 'dog cat', 'city country', 'summer winter', 'beach mountain'].flatMap((pair) => {
    const [one = '', other = ''] = pair.split(' ')
    return [
      [one, other],
      [other, one],
    ]
  }),
)

export const turned: readonly Resolution[] = [
  {
    words: any`over`,
    told: /(?:\bI am|\bI'm|\b\p{Lu}\p{L}+ is|\b(?:he|she)'s) (?:so |totally |completely |well and truly |just )?over (?!(?:the (?:moon|worst|hill|flu|cold|limit|line|top|age|weekend)|it|him|her|them|you|here|there|an?|my|his|half|twenty|thirty|forty|fifty|sixty)\b)(?:the )?(?<what>\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?)(?=\s*(?:[.,;!]|$)|\s+(?:now|these)\b)/u,
    sought: ({ what }) => withOneOf(eachAlike(what), LIKED),
  },
  {
    by: 'speaker',
    words: any`bores bore annoys annoy disgusts disgust`,
    told: /(?:^|[,;:] )(?<what>(?!(?:it|that|this|he|she|they|there|what)\b)\p{L}[\p{L}-]*(?: [\p{L}-]+)??) (?:just |really )?(?:bores?|annoys?|disgusts?) me (?:now|these days|nowadays|lately)\b/iu,
    sought: ({ what }) => withOneOf(eachAlike(what), LIKED),
  },
  {
    by: 'anybody',
    words: any`puppies kittens pups babies foal calf lambs piglets litter`,
    told: /\b(?<what>\p{Lu}[\p{L}-]+|(?:[Mm]y|[Oo]ur) \p{Ll}+) (?:has |just )*(?:had|gave birth to|given birth to) (?:\p{L}+ )?(?:healthy )?(?:puppies|kittens|pups|babies|foal|calf|lambs|piglets|litter)\b/u,
    sought: ({ what }) => [...each(what), ['pregnant', 'expecting']],
  },
  {
    words: any`own`,
    told: /\b(?:bought|got) (?:my|our|his|her|their) own (?<what>\p{Ll}+)(?=\s*(?:[.,;!]|$)|\s+(?:last|this|now|and|in|yesterday|today)\b)/u,
    sought: ({ what }) =>
      withOneOf(
        each(what),
        any`rent rents renting lease leases leasing hire borrow borrows borrowing share shares`,
      ),
  },
  {
    words: any`off`,
    told: /\b(?:got|gotten|come|came) off (?<what>\p{Lu}[\p{L}-]+)(?=\s*(?:[.!]|$)|\s+(?:last|this|for good|and|because|in|completely)\b)/u,
    sought: ({ what }) => withOneOf(each(what), any`on use uses using take takes taking have has`),
  },
  {
    words: any`retired`,
    told: /\bretired from (?:playing )?(?:professional |competitive )?(?<what>\p{Ll}[\p{L}-]*)(?=\s*(?:[.,;!]|$)|\s+(?:last|this|in|after|because|and)\b)/u,
    sought: ({ what }) =>
      withOneOf(each(what), any`play plays playing player do does doing compete coach coaches`),
  },
  {
    by: 'speaker',
    words: any`remission cured`,
    told: /(?:^|[,;:] )(?:[Mm]y|[Hh]is|[Hh]er) (?<what>\p{Ll}+(?: \p{Ll}+)?) (?:is|are|went|has gone|has been|was)(?: now| finally| fully| completely)* (?:in(?:to)? (?:full |complete )?remission|cured)\b/u,
    sought: ({ what }) => withOneOf(each(what), any`have has had suffer suffers with diagnosed`),
  },
  {
    words: any`can`,
    told: anyCase`\bcan (?:finally |now )?(?:eat|have|drink) (?<what>\p{Ll}+)(?: again| now| after all)+(?=\s*(?:[.,;!]|$))`,
    sought: ({ what = '' }) => {
      const kinds = each(what).flatMap(([word = '']) => [word, ...classesOf(word)])
      const inborn = GRAINS.test(what)
        ? ['coeliac', 'celiac']
        : kinds.includes('dairy')
          ? ['lactose']
          : []
      return [[...kinds, ...inborn], any`intolerant free coeliac celiac allergic disease`]
    },
    attribute: () => 'is',
  },
  {
    words: any`eat eats eating having had have has`,
    told: anyCase`\b${EATING} (?:${MEATS}|(?<fish>fish|seafood|salmon|tuna|sushi)|(?<animal>${FROM_ANIMALS})) ${AGAIN_NOW}(?=\s*(?:[.,;!]|$)|\s+(?:and|since|but)\b)`,
    sought: ({ animal, fish }) => [
      animal ? ['vegan'] : fish ? ['vegan', 'vegetarian'] : ['vegan', 'vegetarian', 'pescatarian'],
    ],
    attribute: () => 'diet',
  },
  {
    words: any`eats eat`,
    cue: /everything|anything/iu,
    told: /\b(?:eats?|will eat|'ll eat) (?:everything|anything|almost everything|nearly everything)(?: now| these days)\b/iu,
    sought: () => [['picky', 'fussy', 'choosy']],
    attribute: () => 'is',
  },
  {
    words: any`now again days time occasionally`,
    cue: /wine|beer|whisky|whiskey|cocktail|alcohol|cider|gin/iu,
    told: anyCase`\b(?:drink|drinks|drinking|have|having|enjoy)(?: an?| the| some| odd| occasional| glass of| pint of| couple of)* (?:alcohol|wine|beers?|whisk(?:e)?y|gin|cider|cocktails?|glass of wine)(?: (?:with|at|on) (?:dinner|meals|food|weekends|the weekend))? (?:now|these days|again|now and then|from time to time|occasionally)\b`,
    sought: () => [['teetotal', 'teetotaller', 'teetotaler', 'sober', 'abstinent', 'dry']],
    attribute: () => 'is',
  },
  {
    value: 'no',
    words: any`have has`,
    told: /\b(?:have|has|'ve got) (?:now )?(?:an?|two|three|four|five) (?:\p{Ll}+ )?(?<what>dogs?|cats?|puppy|kitten|rabbits?|hamsters?|parrots?|budgies?|goldfish|horses?|pony|tortoise|guinea pigs?)\b/iu,
    sought: () => [['pet', 'pets', 'animal', 'animals']],
    attribute: () => 'does have',
  },
  {
    value: 'no',
    words: any`allergic`,
    told: /\b(?:am|'m|is|'s) (?:now |apparently |actually |severely )?allergic to \p{L}/iu,
    sought: () => [['allergy', 'allergies']],
    attribute: () => 'does have',
  },
  {
    by: 'speaker',
    words: any`broke broken died packed gave failed conked`,
    told: /(?:^|[,;:] )(?:[Mm]y|[Oo]ur|[Tt]he) (?:old )?(?<what>\p{L}[\p{L}\d-]*(?: \p{L}[\p{L}\d-]*){0,2}?) (?:has |just |finally )*(?:broke|broken|broke down|died|packed up|gave up|failed|conked out)(?: on me)?(?:,| so| and)+ (?:now )?(?:so )?(?:I|[Ww]e)(?:'m|'re|'ve| am| are| have)?(?: now| just)* (?:use|using|drive|driving|ride|riding|have|got|bought|ordered|on|switched to)\b(?=[^.;!?]*\bnow\b|[^.;!?]* (?:an?|new) )(?![^.;!?]* (?:fixed|repaired|back|spare|loan|rental|borrow))/u,
    sought: ({ what }) => [...each(what), any`have has own is use uses drive drives ride rides`],
  },
  {
    words: any`person`,
    cue: /\b(?:now|these days|turned into|become|became|converted)\b/iu,
    told: /\b(?:am|'m|is|'s|turned into|become|became) (?:now |more of )*an? (?<kind>coffee|tea|dog|cat|city|country|summer|winter|beach|mountain) person\b/iu,
    sought: ({ kind = '' }) => [[INSTEAD_OF.get(kind.toLowerCase()) ?? kind], ['person']],
  },
  {
    by: 'speaker',
    words: any`more`,
    cue: /\bno more /iu,
    told: /(?:^|(?<!\bout of\b[^,;:]{0,40})[,;:] (?:so )?|\band )(?:(?:yay|finally|hooray|phew)[,!]? )?no more (?<what>glasses|contact lenses|contacts|reading glasses|hearing aids?|insulin|inhaler|crutches|cast|sling|braces|wheelchair|debts?|physio|chemo|nappies|night shifts|exams|lodgers?|(?!(?:social|night|love|real)\b)\p{Ll}{3,}(?= (?:life|living)\b))(?: life| living)?(?=\s*(?:[.,;!]|$))/iu,
  },
  {
    by: 'speaker',
    words: any`more`,
    cue: /\bno more /iu,
    told: /(?:^|[,;:] (?:so |and )?|\band )no more (?<what>\p{Ll}[\p{L}-]{2,}(?: \p{Ll}+)?)(?: for (?:me|us))?(?=\s*(?:[.!]|$))/iu,
    attribute: () => 'does have',
  },
  {
    by: 'speaker',
    words: any`lodger flatmate roommate housemate tenant boarder pair`,
    told: /(?:^|[,;:] )(?:[Oo]ur|[Mm]y|[Tt]he) (?<what>lodger|flatmate|roommate|housemate|tenant|boarder|au pair) (?:has |have |just )*(?:moved out|left|gone)\b(?! (?:at|for work|early|the door|the lights?|a|his|her|their)\b)/u,
    one: ({ what = '' }) => what,
  },
  {
    by: 'speaker',
    words: any`leave`,
    told: /\b(?:(?<what>maternity|paternity|parental|sick|study|adoption) leave (?:is|has|was) (?:now |just )?(?:over|ended|finished)|back (?:at work )?from (?<from>maternity|paternity|parental|sick|study|adoption) leave)\b/iu,
    sought: ({ what, from }) => [...each(what ?? from), ['leave']],
  },
  {
    by: 'anybody',
    words: any`together`,
    told: /\b(?:and I|we)(?:'ve| have| just| finally)* moved in together\b/iu,
    sought: () => [['apart', 'separately', 'distance', 'long-distance']],
  },
  {
    by: 'speaker',
    words: any`adopted`,
    told: /\b(?:[Ww]e|I)(?:'ve| have)(?: now| finally| officially| just)* adopted (?:him|her|them|it)\b/u,
    sought: () => [['fostering', 'foster', 'fosters']],
  },
  {
    by: 'anybody',
    words: any`works working runs running`,
    cue: / again\b/iu,
    told: /(?:^|[,;:] |\b(?:and|so) )(?:[Mm]y|[Oo]ur|[Tt]he) (?<what>(?:\p{Ll}+ ){0,2}?\p{Ll}+) (?:is )?(?:works|working|runs|running) (?:fine |properly |perfectly )?again\b(?! at\b)/u,
    sought: ({ what }) => [...each(what), BROKEN],
  },
  {
    by: 'anybody',
    words: any`divorce divorced`,
    told: /\b(?:(?:the|our|my) divorce (?:is|was|'s|came|went|has (?:come|gone))(?: now| finally)? (?:final|finali[sz]ed|done|official|through)|(?:am|'m|are|'re) (?:now |finally |officially )+divorced)\b/iu,
    sought: () => [DIVORCING, UNDER_WAY],
  },
  {
    words: any`person bird riser lark owl`,
    told: anyCase`\b(?:am|'m|is|'s|turned into|become|became|been) (?:now |more of |actually )*an? (?:${EARLY}|${LATE})\b`,
    sought: ({ early }) =>
      early
        ? [
            ['night', 'evening', 'late'],
            ['owl', 'person', 'riser'],
          ]
        : [
            ['morning', 'early', 'lark'],
            ['person', 'bird', 'riser', 'lark', 'getting', 'waking', 'rising'],
          ],
  },
]
