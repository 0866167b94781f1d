// Slot rules for what a person chooses one of: what they prefer to drink or to travel by, by which channel they want to be
// reached, how they wear their hair. What is chosen tells what it is a choice of.
import { any, anyCase, rule } from '../../../patterns.ts'
import { toKey } from '../../words.ts'
import { BE, slotRules, type WrittenRule } from '../slot-rule.ts'
import { type Reader, readEmail, readName, readPerson, readWord } from '../slot-values.ts'
import { ASKED } from '../slot-words.ts'

/** Nothing that narrows the choice may follow: in the evening one may prefer another drink. */
export const WHOLE = String.raw`(?=\s*(?:[.,;!]|$|(?:now|these days|nowadays|instead|again|more|best|please|since|because|which|and it|from (?:now|here) on|in future|and i|but)\b))`
const DRINK = '(?:green tea|black tea|tea|coffee|espresso|juice|water|wine|beer|cocoa|milk|cola)'
const TRANSPORT =
  '(?:(?:taking |going by )?(?:the )?(?:train|bus|car|plane|tram|bike|ferry|subway|tube|metro)|trains|buses|planes|flying|driving|cycling|walking|to (?:fly|drive|cycle|walk)|fly|drive|cycle|walk)'
const CHANNEL =
  '(?:e-?mail|phone|text(?: message)?s?|sms|whatsapp|post|letter|telephone|chat|video call|slack|signal|telegram|skype|teams|discord|messenger|facetime|zoom)'

const WAYS: ReadonlyMap<string, string> = new Map([
  ['plane', 'fly'],
  ['car', 'drive'],
  ['bike', 'cycle'],
])

const NOTICE_CHANNEL =
  '(?:e-?mail|text(?: message)?s?|sms|whatsapp|post|mail|letter|push(?: notification)?s?|slack|signal|telegram|app|phone|paper|pdf)'

/** "Flying" and "the plane" are one way. */
function foldWay(way: string): string {
  const plain = way
    .replace(/^(?:taking |going by )?(?:the |to )?/u, '')
    .replace(/(?<=bus)es$|(?<=train|plane)s$/u, '')
    .replace(/^flying$/u, 'fly')
    .replace(/^driving$/u, 'drive')
    .replace(/^cycling$/u, 'cycle')
    .replace(/^walking$/u, 'walk')
  return WAYS.get(plain) ?? plain
}

const foldChannel = (channel: string) =>
  channel
    .replace('-', '')
    .replace(/^(?:text message|sms)s?$/u, 'text')
    .replace(/^texts$/u, 'text')
    .replace(/^telephone$/u, 'phone')

const readDrink = readWord(anyCase`^(${DRINK})${WHOLE}`)
const readWay = readWord(anyCase`^(${TRANSPORT})${WHOLE}`, foldWay)
const readChannel: Reader = readWord(
  anyCase`^(?:by |via |on |over |through )?(${CHANNEL})${WHOLE}`,
  foldChannel,
)

const COLOUR =
  '(?:(?:light|dark|bright) )?(?:brown|black|blonde?|red|ginger|auburn|gr[ae]y|white|pink|blue|green|purple|silver|orange)'
const LENGTH = '(?:short|long|shoulder-length|shaved|bald)'

/** "Call me Jin from now on", but not "call me ASAP" or "call me tomorrow". */
const A_NAME =
  /^(?!\p{Lu}{3,})\p{Lu}[^ ]+(?: \p{Lu}[^ ]+)?(?:[.,!]|$| from now on| now| these days| nowadays| instead| please)/u
const readCalled: Reader = (rest) => (A_NAME.test(rest) ? readPerson(rest) : null)

const preferred = {
  words: any`prefer prefers rather`,
} satisfies Partial<WrittenRule>

const PREFER = rule`\b(?:prefer|prefers|(?:'d|would) rather(?: take| have| drink| go by)?) `

const hair = {
  category: 'profile',
  words: any`hair`,
} satisfies Partial<WrittenRule>

export const choiceRules = slotRules('preferences', [
  { ...preferred, attribute: 'preferred drink', read: readDrink, head: PREFER },
  { ...preferred, attribute: 'preferred way to travel', read: readWay, head: PREFER },
  {
    attribute: 'contact channel',
    read: readChannel,
    words: any`contacted reached`,
    head: rule`\b(?:prefers?|wants?|likes?) (?:to be|being) (?:contacted|reached) (?=by|via|on|over|through)`,
  },
  {
    attribute: 'contact channel',
    by: 'speaker',
    read: readChannel,
    words: any`contact reach contacted reached text message ping`,
    head: rule`(?:\b(?:best|easiest|better) (?:way )?to (?:contact|reach) me(?: is)? |^(?:please )?(?:only |always )?(?:contact|reach|text|message|ping) me (?=by|via|on|over|through)|\b(?:any ?more|no longer|stopped using)\b[^.;!?]{0,30}, (?:so |please )*(?:contact|reach|text|message|ping) me (?=by|via|on|over|through)|\b(?:prefer|like|want|rather) (?:to )?(?:be|being) (?:contacted|reached) )`,
  },
  {
    attribute: 'diet',
    by: 'speaker',
    category: 'health',
    read: readWord(/^(vegan|vegetarian|pescatarian|flexitarian)\b/iu),
    words: any`now`,
    cue: /vegan|vegetarian|pescatarian|flexitarian/i,
    head: rule`(?:^|[,;] (?:so |and )?(?:now )?)(?:fully |completely |totally |strictly |officially |basically )?(?=(?:vegan|vegetarian|pescatarian|flexitarian) now(?=\s*(?:[.,;!]|$)))|[,;] (?:so |and )now (?:fully |completely |totally )?(?=(?:vegan|vegetarian|pescatarian|flexitarian)(?=\s*(?:[.,;!]|$)))`,
  },
  {
    attribute: 'contact channel',
    by: 'speaker',
    // There may be several ways.
    exclusive: false,
    read: readChannel,
    words: any`reach contact message ping`,
    cue: /\bme /,
    head: rule`\b(?:you|people|clients|they) can (?:always |best |also |usually )?(?:reach|contact|message|ping) me (?=by|via|on|over|through)`,
  },
  {
    attribute: ({ what = '' }) => `channel of ${toKey(what)}`,
    by: 'speaker',
    read: readWord(anyCase`^(${NOTICE_CHANNEL})(?![\p{L}-])`, foldChannel),
    words: any`notifications alerts reminders updates invoices statements receipts newsletters bills`,
    head: rule`(?:${ASKED}(?:send|give|deliver)|\b(?:want|prefer|get|receive|like)) (?:me )?(?:to get )?(?:all )?(?:my )?(?<what>notifications|alerts|reminders|updates|invoices|statements|receipts|newsletters|bills) (?:sent )?(?:by|via|through|over|as|in) (?:an? )?`,
  },
  {
    attribute: ({ what = '' }) => `recipient of ${toKey(what)}`,
    by: 'speaker',
    read: readEmail,
    words: any`send forward email mail cc`,
    cue: /@/u,
    head: rule`${ASKED}(?:always )?(?:send|forward|email|mail|cc) (?:me )?(?:all |any )?(?:the |my |our |your )?(?<what>\p{Ll}+(?: \p{Ll}+)?) to (?=\S{1,64}@)`,
  },
  {
    attribute: 'votes for',
    read: readName,
    words: any`vote votes`,
    head: rule`\bvotes? (?:for )?(?:the )?(?=(?-i:\p{Lu}))`,
  },
  {
    attribute: ({ other = '' }, value) =>
      `choice between ${[other, value].map(toKey).sort().join(' and ')}`,
    read: readWord(/^([\p{L}-]+)/u),
    words: any`than`,
    cue: /\b(?:more|better) than /iu,
    head: rule`\b(?:like|likes|love|loves|enjoy|enjoys) (?=[\p{L}-]+ (?:more|better) than (?<other>[\p{L}-]+)${WHOLE})`,
  },
  {
    attribute: 'temperatures are given in',
    by: 'speaker',
    read: readWord(/^(celsius|fahrenheit|kelvin)\b/iu),
    words: any`celsius fahrenheit kelvin`,
    head: rule`(?:${ASKED}(?:use|switch(?: back)? to|stick to|stick with)|\b(?:prefer|use)) (?:degrees )?(?=celsius|fahrenheit|kelvin)`,
  },
  {
    attribute: 'pronouns',
    category: 'profile',
    read: readWord(/^(\p{Ll}{2,5}\/\p{Ll}{2,5}(?:\/\p{Ll}{2,6})?)(?! or\b)/iu),
    cue: /\/(?:her|him|them|hers|his|they)\b/iu,
    head: rule`\b(?:use|uses|go by|goes by|using|prefer|prefers)(?: the pronouns)? (?=\p{L}{2,5}\/)`,
  },
  {
    attribute: 'choice between coffee and tea',
    read: readWord(/^(coffee|tea)(?= (?:person|drinker|lover)\b)/iu),
    words: any`person drinker lover`,
    cue: /\b(?:coffee|tea) /iu,
    head: rule`(?:${BE}|\b(?:turned into|become|became) )(?:more of )?an? (?=(?:coffee|tea) (?:person|drinker|lover)\b)`,
  },
  {
    ...preferred,
    attribute: 'contact channel',
    read: readWord(
      anyCase`^(e-?mails?|(?:phone |video )?calls|texts|voice messages)${WHOLE}`,
      (channel) => foldChannel(channel.replace(/s$/u, '')),
    ),
    head: PREFER,
  },
  {
    attribute: 'contact channel',
    by: 'speaker',
    read: readWord(/^(text|call|phone|ring|e-?mail)/iu, (verb) =>
      foldChannel(verb.toLowerCase()).replace(/^(?:call|ring)$/u, 'phone'),
    ),
    words: any`me`,
    cue: / me (?:instead of|rather than|and (?:don't|do not)) /u,
    head: rule`${ASKED}(?=(?:text|call|phone|ring|e-?mail) me (?:instead of|rather than|and (?:don't|do not)) (?:text|call|phon|ring|e-?mail|writ)\p{Ll}*)`,
  },
  {
    attribute: 'preferred name',
    by: 'speaker',
    category: 'profile',
    read: readCalled,
    words: any`call calls address refer go going`,
    head: rule`(?:^|[,;] |\b(?:but|and|so) )I(?:'m going| go) by (?=(?-i:\p{Lu}))|(?:^(?:(?:hi|hello|hey)(?: there)?[,!.]? )?(?:(?:just|please|you can|everyone can)(?: just)? )?|^(?:please )?(?:don't|do not|stop) call(?:ing)? me [^.,;!?]{1,30}[,;] (?:please |just )*|(?<=[,;] |\b(?:but|and|so) )(?:(?:please|just|you can) )?)(?:call me|address me as|refer to me as) |(?:^|[,;] |\b(?:but|and|so) )(?:everyone|everybody|people|(?:my |most )?friends|most people|everyone else)(?: just| all| usually)? calls? me (?=(?-i:\p{Lu}))`,
  },
  {
    ...hair,
    attribute: 'hair colour',
    by: 'owner',
    read: readWord(anyCase`^(${COLOUR})(?![\p{L}-])`),
    head: rule`\bhair(?:'s| is)(?: now| currently)? `,
  },
  {
    ...hair,
    attribute: 'hair colour',
    read: readWord(anyCase`^(${COLOUR})(?![\p{L}-])`),
    head: rule`\b(?:(?:have|has|'ve got|got) (?:(?:long|short|curly|straight|wavy|thick|thin),? )*(?=${COLOUR} (?:(?:curly|straight|wavy) )?hair\b)|(?:dyed|coloured|colored|bleached) (?:my|his|her) hair )`,
  },
  {
    ...hair,
    attribute: 'hair length',
    by: 'owner',
    read: readWord(anyCase`^(?:really |very |pretty )?(${LENGTH})(?![\p{L}-])`),
    head: rule`\bhair(?:'s| is)(?: now| currently)? `,
  },
  {
    ...hair,
    attribute: 'hair length',
    read: readWord(anyCase`^(${LENGTH})(?![\p{L}-])`),
    head: rule`\b(?:(?:have|has|'ve got|got) (?:very |really )?(?=${LENGTH},? (?:\p{L}+ ){0,2}hair\b)|(?:cut|chopped) (?:all )?(?:my|his|her) hair (?:really |very )?|\b(?:had|got) (?:my|his|her) hair (?:cut|chopped) (?:really |very )?)`,
  },
])
