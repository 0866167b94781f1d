// Hostile documents: texts that a reader of words, sentences, names or scripts could choke on.
import { document, filled, type Kind } from './kind.ts'

/** A different capitalised name for each number. */
export function nameOf(n: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  let name = ''
  for (let left = n + 26; left > 0; left = Math.floor(left / 26)) name += letters[left % 26]
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** A text that looks random and is the same every time. */
export function noise(bytes: number, alphabet: string): string {
  const letters = [...alphabet]
  let state = 42
  return filled(bytes, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return letters[(state >>> 16) % letters.length]!
  })
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const HAN = '我住在北京上海广州深圳天今日明春夏秋冬山水火土金木人大小中国学生老师'

const repeated = (text: string) => (bytes: number) =>
  text.repeat(Math.floor(bytes / Buffer.byteLength(text)))

export const documents: readonly Kind[] = [
  document('one endless word', repeated('a')),
  document('one endless capital word', repeated('A')),
  document('one endless capitalised word', (bytes) => filled(bytes, () => 'a', 'A')),
  document('200,000 lines', (bytes) => filled(bytes, (n) => `l${n % 10}\n`)),
  document('blank lines only', (bytes) => filled(bytes, () => '\n', 'a', 'b')),
  document('spaces between two words', (bytes) => filled(bytes, () => ' ', 'a', 'b')),
  document('tabs and spaces at the ends of lines', repeated('word \t \t \t \t \t\n')),
  document('carriage returns', repeated('a line\r\n')),
  document('NEL and U+2028', repeated('a line\u0085another\u2028')),
  document('a byte order mark a word', repeated('\ufeffword ')),
  document('NUL characters', repeated('a\u0000')),
  document('backslashes', repeated('\\')),
  document(
    'control tokens of language models',
    repeated('I like <|endoftext|> and <|im_start|> best. '),
  ),
  document('nested quotes', (bytes) =>
    filled(
      bytes / 2,
      () => '"\'“',
      '',
      filled(bytes / 2, () => '”\'"'),
    ),
  ),
  document('quotes of quotes in sentences', repeated('"She said "he said "I live in Rome". ')),
  document('brackets that never close', repeated('([{<')),
  document('zero-width joiners', repeated('a\u200d')),
  document('zero-width spaces only', (bytes) => filled(bytes, () => '\u200b', 'a')),
  document('emoji joined for ever', repeated('👩\u200d')),
  document('families of emoji', repeated('👨‍👩‍👧‍👦 ')),
  document('flags', repeated('🇩🇪')),
  document('combining marks on one letter', (bytes) => filled(bytes, () => '\u0301', 'a')),
  document('combining marks out of order', (bytes) =>
    filled(bytes, (n) => (n % 2 ? '\u0315' : '\u0323'), 'a'),
  ),
  document('combining marks a word', repeated('a\u0301\u0323\u0301\u0323 ')),
  document('right to left', repeated('אני גר בברלין. ')),
  document('overrides of direction', repeated('\u202eword\u202c ')),
  document('Arabic with vowel signs', repeated('أَنَا أَعِيشُ فِي بَرْلِينَ. ')),
  document('Han', (bytes) => noise(bytes, HAN)),
  document('Han with full stops', (bytes) => filled(bytes, (n) => (n % 7 ? '我住北京' : '。'))),
  document('Thai without spaces', repeated('ฉันอาศัยอยู่ในกรุงเทพมหานคร')),
  document('Khmer without spaces', repeated('ខ្ញុំរស់នៅភ្នំពេញ')),
  document('Devanagari clusters', repeated('क्ष्म्य्र्व')),
  document('Hangul syllables', repeated('나는서울에산다')),
  document('conjoining jamo', repeated('\u1100\u1161\u11a8')),
  document('U+FDFA, which grows 18 times', repeated('\ufdfa')),
  document('ligatures and circled letters', repeated('ﬃ㈱㍿⑴ ')),
  document('dotted capital I', repeated('İ')),
  document('Turkish', repeated('İstanbul’da ışıklı bir İĞDE ağacı. ')),
  document('sharp s and final sigma', repeated('ẞΣ ΑΣ ß ')),
  document('lone high surrogates', repeated('\ud800')),
  document('lone low surrogates a word', repeated('a\udc00 ')),
  document('base64', (bytes) => noise(bytes, BASE64)),
  document('base64 in lines', (bytes) =>
    noise(bytes, BASE64).replace(/.{76}/g, '$&\n').slice(0, bytes),
  ),
  document('hexadecimal', (bytes) => noise(bytes, '0123456789abcdef')),
  document('digits', (bytes) => noise(bytes, '0123456789')),
  document('numbers with points and commas', repeated('1,2.3,4.5,6.7')),
  document('numbers of telephones', (bytes) =>
    filled(bytes, (n) => `My phone number is +1 ${n} 555 0100. `),
  ),
  document('dates', (bytes) =>
    filled(
      bytes,
      (n) =>
        `on 2024-0${(n % 9) + 1}-1${n % 10}, since May ${1950 + (n % 70)}, ${n % 99} years ago. `,
    ),
  ),
  document('every word a name', (bytes) => filled(bytes, (n) => `${nameOf(n * 7919)} `)),
  document('every name in a sentence', (bytes) =>
    filled(bytes, (n) => `I met ${nameOf(n * 7919)} in ${nameOf(n * 104_729)}. `),
  ),
  document('names of five words', (bytes) =>
    filled(bytes, (n) => `${nameOf(n * 31)} of the ${nameOf(n * 37)} ${nameOf(n * 41)} `),
  ),
  document('all capitals', (bytes) => filled(bytes, (n) => `${nameOf(n).toUpperCase()} `)),
  document('one-letter sentences', repeated('a. ')),
  document('one-letter sentences with capitals', repeated('A. ')),
  document('chains of abbreviations', repeated('Mr. ')),
  document('chains of initials', repeated('J. R. R. ')),
  document('full stops', repeated('.')),
  document('question marks apart', repeated('? ')),
  document('every line a question', (bytes) =>
    filled(bytes, (n) => `Where does ${nameOf(n)} live?\n`),
  ),
  document('commas', repeated(',')),
  document('commas between words', repeated('a,')),
  document('colons', repeated('a: ')),
  document('dashes', repeated('word – ')),
  document('hyphens in one word', repeated('a-')),
  document('apostrophes', repeated("a'")),
  document('possessives', repeated("Anna's ")),
  document('stop words only', repeated('the of and to in is it ')),
  document('filler words only', repeated('hi hello thanks ok yes ')),
  document('one fact again and again', repeated('I live in Berlin. ')),
  document('a home that changes', (bytes) => filled(bytes, (n) => `I live in ${nameOf(n)}. `)),
  document('a home that changes back', (bytes) =>
    filled(bytes, (n) => `I live in ${n % 2 ? 'Rome' : 'Oslo'}. `),
  ),
  document('a home in one sentence', (bytes) =>
    filled(bytes, (n) => `I live in ${nameOf(n)} and `),
  ),
  document('a home that is older each time', (bytes) =>
    filled(bytes, (n) => `I have lived in ${nameOf(n)} since ${2025 - (n % 70)}. `),
  ),
  document('sentences that begin with a first name', (bytes) =>
    filled(bytes, (n) => `${['Anna', 'Ben', 'Clara'][n % 3]} ${nameOf(n)} ran. `),
  ),
  document('my sister my sister', repeated('my sister ')),
  document('my sister of a thousand names', (bytes) =>
    filled(bytes, (n) => `My sister ${nameOf(n)} and my brother ${nameOf(n + 1)} `),
  ),
  document('a favourite of everything', (bytes) =>
    filled(bytes, (n) => `My favourite ${nameOf(n)} is ${nameOf(n + 1)}. `),
  ),
  document('opinions of everything', (bytes) =>
    filled(
      bytes,
      (n) => `I like ${nameOf(n).toLowerCase()} and I hate ${nameOf(n + 1).toLowerCase()}. `,
    ),
  ),
  document('corrections without an end', (bytes) => filled(bytes, (n) => `I meant year ${n}. `)),
  document('corrections of a favourite', (bytes) =>
    filled(
      bytes,
      (n) => `My favourite ${nameOf(n)} is ${nameOf(n + 1)}. I meant ${nameOf(n + 2)}. `,
    ),
  ),
  document('names of sisters that are corrected', (bytes) =>
    filled(bytes, (n) => `My sister is called ${nameOf(n)}. Typo, her name is ${nameOf(n + 1)}. `),
  ),
  document('opinions that are taken back', (bytes) =>
    filled(bytes, (n) => `I like ${nameOf(n).toLowerCase()}. Forget that I like ${nameOf(n)}. `),
  ),
  document('opinions of one thing', (bytes) =>
    filled(
      bytes,
      (n) => `I like jazz of ${nameOf(n)}. I no longer like jazz of ${nameOf(n + 1)}. `,
    ),
  ),
  document('an opinion of others that the user never had', (bytes) =>
    filled(bytes, (n) => `Anna likes jazz number ${n}. I no longer like jazz. `),
  ),
  document('things that are bought and sold', (bytes) =>
    filled(bytes, (n) => `I have a ${nameOf(n)}. I sold the ${nameOf(n)}. `),
  ),
  document('codes that change', (bytes) =>
    filled(
      bytes,
      (n) => `The ${nameOf(n)} code is ${1000 + n}. The ${nameOf(n)} code is now ${n}. `,
    ),
  ),
  document('jobs begun and quit', (bytes) =>
    filled(bytes, (n) => `I work at ${nameOf(n)} Inc. I quit. `),
  ),
  document('heads of rules without values', repeated('I live in I live in ')),
  document('favourite heads without values', repeated('my favourite ')),
  document('now now now before a verb', repeated('now currently just recently ')),
  document('helping verbs', repeated('have been has not ')),
  document('working as', repeated('working as a a a ')),
  document('hashtags', (bytes) => filled(bytes, (n) => `#tag${n} `)),
  document('mentions', (bytes) => filled(bytes, (n) => `@name${n} `)),
  document('addresses of mail', (bytes) => filled(bytes, (n) => `My email is a${n}.b.c@d.e.f.g. `)),
  document('addresses of the web', (bytes) =>
    filled(bytes, (n) => `https://example.com/${n}/?a=${n}&b=${n}#${n} `),
  ),
  document('a table of Markdown', (bytes) =>
    filled(bytes, (n) => `| ${n} | ${nameOf(n)} | --- |\n`),
  ),
  document('headings and lists', (bytes) => filled(bytes, (n) => `# ${n}\n- a\n${n % 999}. b\n`)),
  document('HTML', (bytes) => filled(bytes, (n) => `<div class="${n}"><p>a</p>`)),
  document('JSON as text', (bytes) => filled(bytes, (n) => `{"k${n}":[${n},"v"],`)),
  document('words of different lengths', (bytes) => filled(bytes, (n) => `${'x'.repeat(n % 80)} `)),
  document('words never seen before', (bytes) =>
    filled(bytes, (n) => `${nameOf(n * 7919).toLowerCase()} `),
  ),
  document('words that stem', (bytes) =>
    filled(bytes, (n) => `${nameOf(n).toLowerCase()}izationalfulness `),
  ),
]
