// Hostile queries: 8,000 characters, made to cost the reader of words, the embedding and the search.
import { nameOf, noise } from './documents.ts'
import { filled, type Kind, query } from './kind.ts'

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const repeated = (text: string) => (bytes: number) => filled(bytes, () => text)

export const queries: readonly Kind[] = [
  query('query of rare words', (bytes) =>
    filled(bytes, (n) => `${nameOf(n * 7919).toLowerCase()} `),
  ),
  query('query of names', (bytes) => filled(bytes, (n) => `${nameOf(n * 7919)} `)),
  query('query of letters', (bytes) =>
    filled(bytes, (n) => `${String.fromCodePoint(97 + (n % 26))} `),
  ),
  query('query of one endless word', repeated('a')),
  query('query of stop words', repeated('the of and to ')),
  query('query of Han', (bytes) => noise(bytes, '我住在北京上海广州深圳天今日明春夏秋冬山水')),
  query('query of base64', (bytes) => noise(bytes, BASE64)),
  query('query of combining marks', (bytes) => filled(bytes, () => '\u0301', 'a')),
  query('query of U+FDFA', repeated('\ufdfa')),
  query('query of emoji', repeated('👩\u200d')),
  query('query of numbers', repeated('1,2.3,4')),
  query('query of signs', (bytes) => filled(bytes, () => '!?"*():^~-', '', 'a')),
  query('query of operators', repeated('NEAR( a OR b* AND "c" NOT ')),
  query('query of lone surrogates', repeated('\ud800 ')),
]
