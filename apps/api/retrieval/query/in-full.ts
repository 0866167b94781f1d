// A query as people type it and agents write it, in full: the short forms and missing apostrophes of messages, "the user"
// for who asks, and no verb of an instruction, which says what to do and not what to know. Pure; English only.

/** The rest of a long query is read as it stands. */
const MAX_CHARS = 400

const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    whats: "what's",
    wats: "what's",
    wat: 'what',
    whos: "who's",
    wheres: "where's",
    whens: "when's",
    whys: "why's",
    hows: "how's",
    im: "i'm",
    ive: "i've",
    dont: "don't",
    doesnt: "doesn't",
    didnt: "didn't",
    cant: "can't",
    isnt: "isn't",
    arent: "aren't",
    wasnt: "wasn't",
    havent: "haven't",
    hasnt: "hasn't",
    couldnt: "couldn't",
    shouldnt: "shouldn't",
    wont: "won't",
    thats: "that's",
    u: 'you',
    ur: 'your',
    pls: '',
    plz: '',
    abt: 'about',
    bday: 'birthday',
    bdays: 'birthdays',
    fav: 'favourite',
    fave: 'favourite',
    favs: 'favourites',
    appt: 'appointment',
    appts: 'appointments',
    apt: 'apartment',
    hubby: 'husband',
    hubbys: "husband's",
    wifey: 'wife',
    bf: 'boyfriend',
    gf: 'girlfriend',
    bff: 'best friend',
    bro: 'brother',
    bros: "brother's",
    sis: 'sister',
    kiddo: 'kid',
    pw: 'password',
    pwd: 'password',
    passwd: 'password',
    tel: 'phone',
    fone: 'phone',
    addr: 'address',
    hols: 'holidays',
    veggie: 'vegetarian',
    meds: 'medication',
    xmas: 'christmas',
    uni: 'university',
    gp: 'doctor',
  }),
)
const WORD = /(?<![\p{L}\p{M}\p{N}'’-])[a-z]+(?![\p{L}\p{M}\p{N}'’-])/giu

/** "My wifes name": what is hers, and not two of them. */
const OWNED =
  /(?<=\b(?:my|our) )(wife|husband|spouse|partner|girlfriend|boyfriend|mother|mom|mum|father|dad|boss|manager|landlord|sister|brother|son|daughter|friend|dog|cat)e?s(?= (?!and\b|or\b)\p{Ll})/giu

/** Agents ask of "the user". */
const USER: readonly (readonly [RegExp, string])[] = [
  [/\b(?:(?:the|this) )?user(?:['’]s|s['’])(?= \p{L})/giu, 'my'],
  [/\bdo(?:es)? (?:the|this) user\b/giu, 'do i'],
  [/\bhas (?:the|this) user\b/giu, 'have i'],
  [/\bis (?:the|this) user\b/giu, 'am i'],
  [/\b(did|was|can|could|should|will|would) (?:the|this) user\b/giu, '$1 i'],
  [
    /\b(for|to|about|with|from|of|by|tell|remind|ask|give|get|help) (?:the|this) user\b/giu,
    '$1 me',
  ],
  [/\b(?:the|this) user(?= (?:is|has|had|was|does|did|likes|wants|needs|lives|works)\b)/giu, 'i'],
]

/** Of the present is asked anyway, and "now" is said of whatever has just changed. */
const AT_PRESENT =
  /(?<=\S) (?:right |just )?now(?=\W*$)|(?<=\S) (?:these days|nowadays|at the moment|at present|currently)\b|\bcurrent(?:ly)? (?=\p{L})/giu
/** Whom "my little girl" means. */
const CHILDREN: readonly (readonly [RegExp, string])[] = [
  [/(?<=\b(?:my|our) )(?:little|baby) girl\b/giu, 'daughter'],
  [/(?<=\b(?:my|our) )(?:little|baby) boy\b/giu, 'son'],
]
/** "What pet have I got": it tells nothing beside "have". */
const HAVE_GOT = /(?<=\b(?:have|has|'ve) (?:\S+ ){0,2}?)got(?= (?!to\b)|\W*$)/giu

const POLITE =
  /^(?:(?:please|kindly|hey|hi|ok|okay)[,!]? )?(?:(?:can|could|would|will) you (?:please )?|i (?:want|need|would like|['’]d like) (?:you )?to |help me (?:to )?)?/iu
const OBJECT = String.raw`(?= (?:an?|the|my|our|this|that|some|any|another|one|two|three|me|us)\b)`
/** What an instruction begins with. Words that are nouns too are verbs before what they have as an object. */
const INSTRUCTION = new RegExp(
  String.raw`^(?:(?:find|suggest|recommend|propose|prepare|create|compose|remind|tell|give|buy|get|install|invite|arrange|organi[sz]e|generate|choose|look (?:up|for)|search for|set up|fill (?:in|out)|reply to|congratulate|write|draft)\b|(?:book|reserve|schedule|plan|make|order|call|phone|ring|contact|e-?mail|text|message|show|list|add|put|design|build|pick|cancel|renew|check|update|deliver|play|answer)\b${OBJECT})(?: (?:me|us)\b)?(?: (?:to|about|of|that|with)\b)? (?=[\p{L}\d])`,
  'iu',
)

export function inFull(query: string): string {
  const head = query.slice(0, MAX_CHARS).trimStart()
  const full = head.replace(WORD, (word) => SHORT.get(word.toLowerCase()) ?? word)
  const owned = full.replace(OWNED, "$1's")
  const own = [...USER, ...CHILDREN].reduce(
    (text, [phrase, words]) => text.replace(phrase, words),
    owned,
  )
  const plain = own.replace(AT_PRESENT, '').replace(HAVE_GOT, '')
  const asked = `${withoutInstruction(plain)}${query.slice(MAX_CHARS)}`
  // Embeddings refuse an empty text.
  return asked.trim() === '' ? query : asked
}

/** A question asks by all of its words. */
function withoutInstruction(text: string): string {
  return text.trimEnd().endsWith('?') ? text : text.replace(POLITE, '').replace(INSTRUCTION, '')
}
