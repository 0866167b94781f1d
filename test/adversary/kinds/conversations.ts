// Hostile conversations: who speaks, how often, and in which form.
import { nameOf } from './documents.ts'
import { conversation, filled, type Kind } from './kind.ts'

export const conversations: readonly Kind[] = [
  conversation('thousands of speakers', (bytes) => filled(bytes, (n) => `S${n}a: x\n`)),
  conversation('thousands of speakers who name others', (bytes) =>
    filled(bytes, (n) => `S${n}a: I met S${n * 2}a and ${nameOf(n)}.\n`),
  ),
  conversation('speakers of four words', (bytes) =>
    filled(
      bytes,
      (n) => `${nameOf(n)} ${nameOf(n + 1)} ${nameOf(n + 2)} ${nameOf(n + 3)}: hello\n`,
    ),
  ),
  conversation('two speakers, a letter a line', (bytes) =>
    filled(bytes, (n) => `${n % 2 ? 'A' : 'B'}: x\n`),
  ),
  conversation('a label and no words', (bytes) => filled(bytes, () => 'A: \n', '', 'A: x')),
  conversation('labels in a line', (bytes) => filled(bytes, () => 'A: ')),
  conversation('lines without a label', (bytes) => filled(bytes, (n) => `line ${n}\n`)),
  conversation('labels with spaces before', (bytes) =>
    filled(bytes, () => `${' '.repeat(60)}A: x\n`),
  ),
  conversation('an endless label', (bytes) => filled(bytes, () => 'a ', '', ': x')),
  conversation('one speaker goes on for ever', (bytes) =>
    filled(bytes, () => 'and then ', 'Anna: '),
  ),
  conversation('every line a fact', (bytes) =>
    filled(bytes, (n) => `S${n % 50}: I live in ${nameOf(n)}.\n`),
  ),
  conversation('every line a fact of one slot', (bytes) =>
    filled(bytes, (n) => `user: I live in ${nameOf(n)}.\n`),
  ),
  conversation('every line the same fact', (bytes) =>
    filled(bytes, () => 'user: I live in Rome.\n'),
  ),
  conversation('every line a new speaker’s sister', (bytes) =>
    filled(bytes, (n) => `P${n}: My sister ${nameOf(n)} is here.\n`),
  ),
  conversation('JSON with 100,000 messages', (bytes) =>
    filled(bytes - 1, (n) => `${n ? ',' : ''}{"role":"user","content":"x"}`, '[', ']'),
  ),
  conversation('JSON with as many speakers as messages', (bytes) =>
    filled(
      bytes - 1,
      (n) => `${n ? ',' : ''}{"speaker":"s${n}","text":"I met s${n + 1}."}`,
      '[',
      ']',
    ),
  ),
  conversation('JSON with empty messages', (bytes) =>
    filled(bytes - 1, (n) => (n ? ',{}' : '{}'), '[', ']'),
  ),
  conversation(
    'JSON with one message',
    (bytes) => `[{"content":"${'a b '.repeat((bytes - 20) / 4)}"}]`,
  ),
  conversation('JSON that is no conversation', (bytes) =>
    filled(bytes - 1, (n) => `${n ? ',' : ''}1`, '[', ']'),
  ),
  conversation('brackets opened and never closed', (bytes) => filled(bytes, () => '[')),
  conversation('JSON with long speakers', (bytes) =>
    filled(
      bytes - 1,
      (n) => `${n ? ',' : ''}{"speaker":"${'word '.repeat(50)}${n}","text":"x"}`,
      '[',
      ']',
    ),
  ),
  conversation('JSON with other keys', (bytes) =>
    filled(bytes - 1, (n) => `${n ? ',' : ''}{"content":"x","k${n}":{"__proto__":1}}`, '[', ']'),
  ),
]
