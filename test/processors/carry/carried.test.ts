// Random histories, exported and imported elsewhere: the other service remembers the same, whatever was contradicted,
// backdated, given, corrected, pinned, pruned, merged and forgotten, and it goes on from there in the same way.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOfUser, unordered } from '../../../apps/api/carry/export-text.ts'
import { readImport } from '../../../apps/api/carry/read-import.ts'
import { createSharedTurns } from '../../../infra/runtime/turns/shared-turns.ts'
import { takeIn, UserKnown } from '../../../processors/carry/take-in.ts'
import { exportLine } from '../../../schemas/api/reading/export.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { runs } from '../../long.ts'
import { type Flow, startFlow } from '../in-memory.ts'
import { type Command, command, knownIn, run } from '../random-histories.ts'

const HISTORIES = runs(10, 500)
const SCOPES = ['ann', 'bob'].map((userId) => ({ appId: 'app', userId }))
const now = () => new Date('2062-01-01T00:00:00Z')

async function exported({ ports }: Pick<Flow, 'ports'>, scope: Scope) {
  let text = ''
  for await (const part of textOfUser({ ports, now }, scope, {
    withAudit: false,
    turns: createSharedTurns(),
  }))
    text += part
  return text
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => exportLine.parse(JSON.parse(line)))

/** What is remembered, without what only this service can say: where its events are. Stores differ in the order of equals. */
function remembered(text: string) {
  const lines = linesOf(text).filter(({ kind }) => kind !== 'event')
  return lines
    .map((line) => JSON.stringify(line.kind === 'end' ? line.digest : unordered(line)))
    .sort()
}

/** The histories go on for years. */
const LATER = new Date('2100-01-01T00:00:00.000Z')

async function imported(flow: Flow, text: string): Promise<number> {
  let events = 0
  for (const user of (await readImport(Buffer.from(text), LATER)).users) {
    events += (await takeIn(flow.ports, user.scope, user.events)).events
  }
  return events
}

const FOLLOWING = ['memory.facts.v1', 'memory.summaries.v1', 'memory.notices.v1'] as const

/** How many events followed from what the user wrote. */
async function followed({ ports: { log } }: Flow, scope: Scope): Promise<number> {
  let found = 0
  for (const topic of FOLLOWING) {
    const partition = log.partitionOf(topic, scope)
    for await (const records of log.read({ topic, partition, scope })) found += records.length
  }
  return found
}

const followedIn = (text: string) =>
  linesOf(text).filter((line) => line.kind === 'event' && line.topic !== WRITES).length

async function within<T>(use: (one: Flow, other: Flow) => Promise<T>, sealed: boolean) {
  const [one, other] = [await startFlow({ sealed }), await startFlow({ sealed })]
  try {
    return await use(one, other)
  } finally {
    await one.stop()
    await other.stop()
  }
}

test.each([{ sealed: false }, { sealed: true }])(
  `an import remembers what was exported, ${HISTORIES} random histories, sealed: $sealed`,
  { timeout: 600_000 },
  async ({ sealed }) => {
    let facts = 0
    const history = fc.array(command, { minLength: 1, maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(history, (commands) =>
        within(async (one, other) => {
          const known = knownIn(one)
          for (const each of commands) await run(one, each, known)
          await one.drained()
          const texts = await Promise.all(SCOPES.map((scope) => exported(one, scope)))
          for (const text of texts) await imported(other, text)
          await other.drained()
          for (const [n, scope] of SCOPES.entries()) {
            const again = await exported(other, scope)
            expect(remembered(again)).toEqual(remembered(texts[n]!))
            facts += linesOf(again).filter(({ kind }) => kind === 'fact').length
            expect(await followed(other, scope), 'nothing is read or told again').toBe(
              followedIn(again),
            )
            // Once more changes nothing.
            expect(await imported(other, texts[n]!)).toBe(0)
          }
        }, sealed),
      ),
      { numRuns: HISTORIES },
    )
    expect(facts, 'there was something to carry').toBeGreaterThan(HISTORIES)
  },
)

const LIVES = {
  do: 'memorize' as const,
  userId: 'ann' as const,
  content: 'I live in Oslo.',
  year: null,
  role: null,
  entry: 'api' as const,
}
const ANN = { appId: 'app', userId: 'ann' }

test('given a planned fact that became one with another, when exported, then it can be imported', () =>
  within(async (one, other) => {
    const known = knownIn(one)
    const plan: Command = {
      do: 'give',
      userId: 'ann',
      text: 'I like chess.',
      home: null,
      validFrom: '2600-01-01T00:00:00Z',
      validTo: undefined,
      scopes: [],
      aliases: [],
      pinned: false,
      importance: 'low',
      category: 'general',
      replaces: false,
    }
    for (let n = 0; n < 2; n++) await run(one, plan, known)
    await one.drained()
    const text = await exported(one, ANN)
    expect(text, 'merged on a day to come').toContain('"mergedAt":"2600-01-01')
    const { users } = await readImport(Buffer.from(text), new Date())
    await takeIn(other.ports, ANN, users[0]!.events)
    await other.drained()
    expect(remembered(await exported(other, ANN))).toEqual(remembered(text))
  }, true))

test('given a user who has written in both, when imported, then it is refused', () =>
  within(async (one, other) => {
    for (const flow of [one, other]) await run(flow, LIVES, knownIn(flow))
    await one.drained()
    const text = await exported(one, ANN)
    await expect(imported(other, text)).rejects.toThrow(UserKnown)
  }, true))

test('given a write that was not read to its end, when imported, then it is read here', () =>
  within(async (one, other) => {
    await run(one, LIVES, knownIn(one))
    await one.drained()
    const user = (await readImport(Buffer.from(await exported(one, ANN)), LATER)).users[0]
    const half = user!.events.filter(({ type }) => type !== 'ResourceProcessed')
    expect(await takeIn(other.ports, ANN, half)).toMatchObject({ waiting: 1 })
    await other.drained()
    const { data } = await other.ports.memory.listItems(ANN, { limit: 10 })
    expect(data.map(({ text }) => text)).toEqual(['I live in Oslo.'])
  }, true))

test('given a write whose summary was not written, when imported, then it is written here', () =>
  within(async (one, other) => {
    await run(one, LIVES, knownIn(one))
    await one.drained()
    const { log } = one.ports
    const read: typeof log.read = (stretch) =>
      stretch.topic === 'memory.summaries.v1' ? nothing() : log.read(stretch)
    const before = { ...one.ports, log: { ...log, read, standing: async () => new Map() } }
    await imported(other, await exported({ ports: before }, ANN))
    await other.drained()
    const told = await one.ports.memory.summaries(ANN)
    expect(await other.ports.memory.summaries(ANN)).toMatchObject(
      told.map(({ category, text }) => ({ category, text })),
    )
    expect(told).toHaveLength(1)
  }, true))

async function* nothing() {}

test('given a forget while it is taken over, then nothing of it can be read', () =>
  within(async (one, other) => {
    await run(one, LIVES, knownIn(one))
    await one.drained()
    const user = (await readImport(Buffer.from(await exported(one, ANN)), LATER)).users[0]
    const forget = { do: 'forget' as const, userId: 'ann' as const, category: undefined }
    const append: typeof other.ports.log.append = async (records) => {
      const at = await other.ports.log.append(records)
      if (at[0]?.topic === WRITES) await run(other, forget, knownIn(other))
      return at
    }
    await takeIn({ ...other.ports, log: { ...other.ports.log, append } }, ANN, user!.events)
    await other.drained()
    expect((await other.ports.memory.listItems(ANN, { limit: 10 })).data).toEqual([])
    expect(await exported(other, ANN)).not.toContain('Oslo')
  }, true))
