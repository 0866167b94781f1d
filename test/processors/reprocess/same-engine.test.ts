// Random histories: what the same engine reads again changes nothing, whatever was given, corrected, pruned, merged and
// forgotten meanwhile.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '../../../processors/reprocess/compare.ts'
import { forgottenWords } from '../../../processors/reprocess/remaining-words.ts'
import { wholeMemory } from '../../../processors/reprocess/whole-memory.ts'
import { runs } from '../../long.ts'
import { type Flow, startFlow } from '../in-memory.ts'
import { type Command, command, knownIn, run } from '../random-histories.ts'
import { readBy } from './reread.ts'

const HISTORIES = runs(20, 200)
async function changesFor(flow: Flow, userId: string) {
  const { candidate } = await readBy(flow, flow.ports.language)
  const scope = { appId: 'app', userId }
  const inUse = await wholeMemory(flow.ports.memory, scope)
  const { came, went } = compare({
    inUse,
    candidate: await wholeMemory(candidate.memory, scope),
    wasRead: () => true,
    isForgotten: forgottenWords(await flow.ports.memory.fences([scope]), inUse),
    upTo: Number.MAX_SAFE_INTEGER,
  })
  const textOf = ({ item }: { item: { text: string } }) => item.text
  return { came: came.map(textOf), went: went.map(({ document }) => textOf(document)) }
}

const says = (content: string, year: 2022 | null = null): Command => ({
  do: 'memorize',
  userId: 'ann',
  content,
  year,
  role: null,
  entry: 'api',
})
const gives = (text: string): Command => ({
  do: 'give',
  userId: 'ann',
  text,
  home: null,
  validFrom: undefined,
  validTo: undefined,
  scopes: [],
  aliases: [],
  pinned: false,
  importance: 'low',
  category: 'general',
  replaces: false,
})
const takesBack = (nth: number): Command => ({
  do: 'revise',
  userId: 'ann',
  nth,
  action: 'retracted',
  changes: {
    text: undefined,
    category: undefined,
    scopes: undefined,
    pinned: undefined,
    importance: undefined,
    validFrom: undefined,
    validTo: undefined,
  },
})

/** What random histories have found. */
const FOUND: [Command[]][] = [
  // Words that a client gave are said again, after words against them.
  [[gives('I like chess.'), says('I hate chess now.'), says('I like chess.')]],
  // A text closes a fact and then says it again.
  [[says('I live in Madrid. I have moved, I now live in Berlin. I live in Madrid.')]],
  // What would close an older fact was taken back before that was written.
  [
    [
      says('I live in Madrid.'),
      { do: 'drain' },
      takesBack(0),
      says('I have moved, I now live in Berlin.', 2022),
    ],
  ],
]

const histories = fc.array(command, { minLength: 1, maxLength: 14 })

test(`the same engine changes nothing, ${HISTORIES} random histories`, {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (commands) => {
      const flow = await startFlow()
      try {
        const known = knownIn(flow)
        for (const each of commands) await run(flow, each, known)
        await flow.drained()
        for (const who of ['ann', 'bob']) {
          expect(await changesFor(flow, who)).toEqual({ came: [], went: [] })
        }
      } finally {
        await flow.stop()
      }
    }),
    { numRuns: HISTORIES, examples: FOUND },
  )
})
