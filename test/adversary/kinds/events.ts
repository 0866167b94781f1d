// Hostile events: data that is deep, wide, odd or long.
import { noise } from './documents.ts'
import { event, eventRequest, filled, type Kind, MAX_EVENT } from './kind.ts'

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** An object of so many bytes of JSON, key by key. */
function wide(bytes: number, entry: (n: number) => readonly [string, unknown]) {
  const data: Record<string, unknown> = {}
  for (let n = 0, size = 2; ; n++) {
    const [key, value] = entry(n)
    size += Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(JSON.stringify(value)) + 2
    if (size > bytes) return data
    Object.defineProperty(data, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
}

function list(bytes: number, item: unknown): unknown[] {
  return Array.from(
    { length: Math.floor((bytes - 10) / (JSON.stringify(item).length + 1)) },
    () => item,
  )
}

function deep(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 'bottom'
  for (let n = 0; n < levels; n++) value = wrap(value)
  return value
}

export const events: readonly Kind[] = [
  event('as many keys as fit', (bytes) => wide(bytes, (n) => [`k${n}`, 1])),
  event('keys in camel case', (bytes) => wide(bytes, (n) => [`aBcDeFgH${n}`, 1])),
  event('one endless key', (bytes) => ({ [filled(bytes - 20, () => 'aB_')]: 1 })),
  event('one endless key of underscores', (bytes) => ({ [filled(bytes - 20, () => '_.-')]: 1 })),
  event('one endless string', (bytes) => ({ a: 'x'.repeat(bytes - 20) })),
  event('base64 in a value', (bytes) => ({ a: noise(bytes - 20, BASE64) })),
  event('spaces around a value', (bytes) => ({
    a: `${' '.repeat(bytes / 2 - 20)}b${' '.repeat(bytes / 2 - 20)}`,
  })),
  event('a list of numbers', (bytes) => ({ a: list(bytes, 1) })),
  event('a list of nulls', (bytes) => ({ a: list(bytes, null) })),
  event('a list of empty lists', (bytes) => ({ a: list(bytes, []) })),
  event('a list of named objects', (bytes) => ({ a: list(bytes, { name: 'n' }) })),
  event('a list of deep lists', (bytes) => ({
    a: list(
      bytes,
      deep(40, (inner) => [inner]),
    ),
  })),
  event('deep and wide', (bytes) => ({
    a: list(
      bytes,
      deep(20, (inner) => ({ k: inner, l: [1, 2, 3] })),
    ),
  })),
  event('deep as it may be', (bytes) =>
    wide(bytes, (n) => [`k${n}`, deep(95, (inner) => (n % 2 ? [inner] : { inner }))]),
  ),
  event('deeper than it may be', (bytes) => ({
    a: list(
      bytes,
      deep(2_000, (inner) => [inner]),
    ),
  })),
  event('numbers at the ends of their range', (bytes) => ({
    a: list(bytes, 1e308),
    b: [-1e308, 5e-324],
  })),
  event('keys of prototypes', (bytes) =>
    wide(bytes, (n) => [
      n === 0 ? '__proto__' : `constructor${n}`,
      { prototype: { __proto__: n } },
    ]),
  ),
  event('keys without letters', (bytes) =>
    wide(bytes, (n) => ['\u200b'.repeat((n % 50) + 1) + n, 'x']),
  ),
  event('lone surrogates in a value', (bytes) => ({ a: filled(bytes / 3, () => '\ud800') })),
  event('line breaks in a value', (bytes) => ({ a: filled(bytes / 2, () => 'a\n') })),
  event('a fact a key', (bytes) => wide(bytes, (n) => [`I live in K${n}`, `. I live in V${n}. `])),
  {
    name: 'huge metadata',
    family: 'event',
    maxBytes: 16 * 1024,
    request: (bytes, scope) => ({
      method: 'POST',
      path: '/v1/memorize',
      body: {
        ...scope,
        content: 'x',
        contentType: 'document',
        metadata: wide(bytes - 100, (n) => [`k${n}`, n]),
      },
    }),
  },
  {
    name: 'metadata far above the limit',
    family: 'event',
    maxBytes: 4 * MAX_EVENT,
    request: (bytes, scope) => ({
      method: 'POST',
      path: '/v1/memorize',
      body: {
        ...scope,
        content: 'x',
        contentType: 'document',
        metadata: wide(bytes, (n) => [`k${n}`, n]),
      },
    }),
  },
  {
    name: 'hints of entities on a long event',
    family: 'event',
    maxBytes: MAX_EVENT,
    request: (bytes, scope) =>
      eventRequest(
        scope,
        { a: filled(bytes - 20, (n) => `I met E${n}. `) },
        {
          suggestedEntities: Array.from({ length: 50 }, (_, n) => ({
            name: `${'e'.repeat(250)}${n}`,
            type: 't'.repeat(64),
          })),
        },
      ),
  },
]
