// Slot rules about what a person owns one of at a time, by its make: a phone, a car.
import { any, anyCase, rule } from '../../../patterns.ts'
import { BE, slotRules } from '../slot-rule.ts'
import { readCar, readName, readWord } from '../slot-values.ts'
import { settingOf } from '../slot-words.ts'

const IS = "(?:'s| is|:(?= ))(?: now| currently| actually)?:? "
const PHONE =
  'iphone|pixel|galaxy|samsung|google pixel|oneplus|xiaomi|nokia|fairphone|motorola|huawei|nothing phone|moto|razr|xperia|sony xperia|blackberry|redmi|oppo|z flip|z fold|flip phone|dumb phone|light phone|honor|realme|android'
const KIND_OF =
  '(?:(?:new|used|second-hand|old|little|small|big|family|company|black|white|red|blue|green|yellow|gr[ae]y|silver|electric|hybrid|diesel|petrol) ){0,2}'
const A_PHONE = new RegExp(PHONE, 'i')

export const CAR_MAKES = any`honda toyota tesla bmw audi ford volkswagen vw mercedes mazda nissan hyundai kia subaru volvo skoda škoda seat renault peugeot citroën citroen fiat opel vauxhall jeep chevrolet chevy lexus porsche mini dacia suzuki mitsubishi polestar rivian byd`

export const thingRules = slotRules('profile', [
  {
    attribute: 'car',
    endable: true,
    read: readCar,
    words: any`drive drives driving`,
    head: rule`\b(?:drive|drives|driving) (?:an?|my|his|her) ${KIND_OF}`,
  },
  {
    attribute: 'car',
    by: 'owner',
    read: readCar,
    words: any`car`,
    head: rule`\bcar${IS}an? ${KIND_OF}`,
  },
  {
    attribute: 'phone model',
    by: 'owner',
    read: readWord(
      anyCase`^(?:an? |the )?(?:new )?((?:${PHONE})(?: [\p{L}\d+]{1,8}){0,3}?)(?= ?(?:[.,;!]|$|now|and|but|with))`,
    ),
    words: any`phone mobile cell smartphone`,
    cue: A_PHONE,
    head: rule`\b(?:phone|mobile|cell|smartphone)${IS}`,
  },
  {
    attribute: 'phone model',
    read: readWord(/^(ios|android)/iu),
    words: any`ios android`,
    head: rule`\b(?:switched|moved|changed|went|gone|converted)(?: over)?(?: back)? to (?=(?:ios|android)(?=\s*(?:[.,;!]|$)|\s+(?:now|last|this|because|and)\b))`,
  },
  {
    attribute: 'phone model',
    read: readWord(
      anyCase`^(?:an? |the )?(?:new )?((?:${PHONE})(?: [\p{L}\d+]{1,8}){0,3}?)(?= ?(?:[.,;!]|$|(?:now|and|but|with|last|yesterday|today|this|these|for|from|instead|because|since|on)\b))`,
    ),
    cue: A_PHONE,
    head: rule`\b(?:(?<=(?:am|'m|is|'s) (?:now )?)on (?=an? [^.;!?]{3,30}(?: now| these days)?\s*(?:[.,!]|$))|uses?|upgraded to|switched to|changed to|moved(?: over)? to|(?:gone|went) over to|(?:got|bought|have|has|using) (?:myself )?(?=an? ))(?:my )? ?`,
  },
  {
    attribute: 'phone model',
    read: readWord(/^(iphone|android|pixel|samsung|galaxy)(?= (?:user|person|guy|girl|owner)\b)/iu),
    cue: A_PHONE,
    head: rule`(?:${BE}|\bbeen )(?:always )?(?:an? )`,
  },
  {
    attribute: 'car',
    read: readWord(anyCase`^((?:${CAR_MAKES.join('|')})\b(?: [\p{Lu}\d][\p{L}\p{N}-]*){0,3})`),
    words: any`sold traded upgraded switched bought got`,
    head: rule`\b(?:(?:sold|traded)[^.;!?]{1,40}? (?:and (?:bought|got)|for|in for)|upgraded to|switched to|(?:bought|got) (?:myself )?(?=an? (?:new|used|second-hand)? ?\p{Lu}[^.;!?]{0,40}\b(?:now|instead))) (?:an? |the )?(?:(?:new|used|second-hand) )?`,
  },
  {
    attribute: 'does have',
    by: 'speaker',
    exclusive: false,
    endable: true,
    read: readWord(
      /^(an? (?:[\p{Ll}\d-]+ ){0,2}\p{L}[\p{L}\d-]*(?: \p{Lu}[\p{L}\d-]*){0,2})(?=\s*(?:[.,;!]|$)|\s+(?:last|this|yesterday|today|and|because|now)\b)/u,
    ),
    words: any`swapped traded replaced`,
    head: rule`(?:^|[,;] |\bi(?:'ve| have)?(?: just)? |\bwe(?:'ve| have)?(?: just)? )(?:(?:swapped|traded) (?:in )?(?:my|our|the) [^.,;!?]{2,30} (?:in )?for|replaced (?:my|our|the) [^.,;!?]{2,30} with) (?=an? )`,
  },
  {
    attribute: (groups, value) =>
      groups.noun === 'phone' ? 'phone model' : settingOf(groups, value),
    read: readName,
    words: any`new`,
    cue: /,|: | - |it's|it is/u,
    head: rule`\b(?:bought|got|have|has|'ve got|picked up) (?:my|him|her|our)?(?:self |selves )?an? (?:brand )?new (?<noun>car|laptop|computer|phone|camera|bike|tablet|tv|bank|gym)(?:,|:| -) (?:it's |it is )?(?:an? |the )?(?:(?:used|second-hand|refurbished|red|blue|black|white|silver|grey) )?(?=(?-i:\p{Lu})[\p{L}\p{N}'-]*(?: (?-i:[\p{Lu}\d])[\p{L}\p{N}'-]*){0,3}\s*(?:[.,;!]|$|now\b))`,
  },
])
