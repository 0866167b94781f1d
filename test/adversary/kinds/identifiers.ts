// Hostile identifiers: at the limits of their length and alphabet, and in fields that take none.
import { type Kind, MAX_EVENT } from './kind.ts'

const MAX_ID = 256

function identifier(name: string, userId: (length: number) => string, maxBytes = MAX_ID): Kind {
  return {
    name,
    family: 'identifier',
    maxBytes,
    request: (bytes, { appId }) => ({
      method: 'POST',
      path: '/v1/memorize',
      body: { appId, userId: userId(bytes), content: 'x', contentType: 'document' },
    }),
  }
}

export const identifiers: readonly Kind[] = [
  identifier('user at the limit', (length) => 'u'.repeat(length)),
  identifier('user of signs', (length) => `u${'.:@|+=~-'.repeat(length / 8)}`.slice(0, length)),
  identifier('user of dots', (length) => `u${'.'.repeat(length - 1)}`),
  identifier('user that climbs folders', (length) => '../'.repeat(length / 3)),
  identifier('user of other scripts', (length) => 'ユ'.repeat(length / 3)),
  identifier('user named as a prototype', (length) => '__proto__'.repeat(length / 9)),
  identifier('user of control characters', (length) => '\u0000'.repeat(length)),
  identifier('user far above the limit', (length) => 'u'.repeat(length), 4 * MAX_EVENT),
  identifier(
    'user far above the limit, of signs',
    (length) => `u${'~'.repeat(length)}`,
    4 * MAX_EVENT,
  ),
]
