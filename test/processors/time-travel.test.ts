// Random histories, queried at other times: what was known at an instant is what a replay that stops there gives,
// whatever was said, contradicted, backdated, pruned, merged and read again since. Forgotten content is forgotten at every time.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../infra/language/offline/offline-language-model.ts'
import { surely } from '../../infra/language/surely.ts'
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { PastGraph } from '../../infra/ports/graph-store.ts'
import type { PastMemory } from '../../infra/ports/memory-store.ts'
import type { Time } from '../../infra/ports/rules/time.ts'
import { quantise } from '../../infra/runtime/envelope/vectors.ts'
import { replay } from '../../infra/runtime/replay/replay.ts'
import { createIndexMemory } from '../../processors/index-memory/processor.ts'
import { createUpdateGraph } from '../../processors/update-graph/processor.ts'
import { recordsOf } from '../infra/runtime/given.ts'
import { runs } from '../long.ts'
import { type Flow, inMemoryProjections, type Projections, startFlow } from './in-memory.ts'
import { command, knownIn, run } from './random-histories.ts'
import { reread } from './reprocess/reread.ts'

const HISTORIES = runs(20, 500)
const SCOPES = ['ann', 'bob'].map((userId) => ({ appId: 'app', userId }))
const QUESTIONS = ['Where do I live?', 'Do I like chess or green tea?', 'Where do I work?']
const everything = { limit: 1000, offset: 0 }
/** Another engine reads what was written so far, and is promoted. */
const REREAD = 'reread'
/** Surer than of what is plainly said or doubted. */
const SURE = 0.75

test(`a past state equals a replay that stops there, ${HISTORIES} random histories`, {
  timeout: 600_000,
}, async () => {
  let undone = 0
  const step = fc.oneof({ weight: 12, arbitrary: command }, fc.constant(REREAD))
  const history = fc.array(step, { minLength: 2, maxLength: 14 })
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  await fc.assert(
    fc.asyncProperty(history, fc.tuple(part, part), async (commands, parts) => {
      const flow = await startFlow()
      let readings = 0
      try {
        const known = knownIn(flow)
        for (const each of commands) {
          if (each === REREAD) await rereadBy(flow, readings++)
          else await run(flow, each, known)
        }
        await flow.drained()
        for (const knownAt of await instantsOf(flow.ports.log, parts)) {
          const stopped = await replayedUpTo(flow, knownAt)
          for (const asOf of [undefined, '2021-01-01T00:00:00Z', knownAt]) {
            const then = await seen(flow, at(flow.ports, { knownAt, asOf }))
            expect(then).toEqual(await seen(flow, at(stopped, { asOf })))
            undone += then.items.filter((item) => item.supersededBy === null).length
          }
        }
      } finally {
        await flow.stop()
      }
    }),
    { numRuns: HISTORIES },
  )
  expect(undone, 'there was something to see').toBeGreaterThan(HISTORIES)
})

/** By an engine that is surer, and then by the first one again. */
async function rereadBy(flow: Flow, nth: number): Promise<void> {
  await flow.drained()
  const engine = createOfflineLanguageModel()
  await reread(flow, nth % 2 === 0 ? surely(engine, SURE) : engine)
}

/** Instants of recorded time: the log's own, so that some lie between two events. */
async function instantsOf(log: EventLog, parts: readonly number[]): Promise<string[]> {
  const facts = await recordsOf(log, 'memory.facts.v1')
  const all = facts.flatMap(({ event }) => event?.recordedAt ?? []).sort()
  return all.length === 0 ? [] : parts.map((part) => all[Math.floor(part * (all.length - 1))]!)
}

/** Forgotten content is forgotten at every time, so forgets are taken in whenever they were. */
async function replayedUpTo(flow: Flow, knownAt: string): Promise<Projections> {
  const { log } = flow.runtime
  const stopped: EventLog = {
    ...log,
    read: async function* (stretch) {
      for await (const records of log.read(stretch)) {
        const taken = records.filter(
          ({ event }) => event && (event.recordedAt <= knownAt || event.type === 'MemoryForgotten'),
        )
        if (taken.length > 0) yield taken
      }
    },
  }
  const fresh = inMemoryProjections()
  const runtime = { ...flow.runtime, log: stopped }
  const { language } = flow.ports
  for (const projector of [createUpdateGraph(fresh), createIndexMemory({ ...fresh, language })]) {
    await replay(runtime, projector, () => undefined)
  }
  return fresh
}

type Seen = { memory: PastMemory; graph: PastGraph }

function at({ memory, graph }: Projections, time: Time): Seen {
  if (time.asOf === undefined && time.knownAt === undefined) return { memory, graph }
  return { memory: memory.at(time), graph: graph.at(time) }
}

/** Every query about another time, for every user. */
async function seen({ ports: { language } }: Flow, { memory, graph }: Seen) {
  const vectors = await language.embed(QUESTIONS)
  const users = await Promise.all(
    SCOPES.map(async (scope) => {
      const { data: items, total } = await memory.listItems(scope, { limit: 1000 })
      const { entities } = await graph.listEntities(scope, everything)
      const ids = items.map(({ id }) => id)
      return {
        items,
        total,
        counts: await memory.categoryCounts(scope),
        byId: await memory.items(scope, ids),
        near: (await memory.neighbours(scope, items.map(placeAt), 3)).map(({ id }) => id).sort(),
        found: await Promise.all(
          QUESTIONS.map(async (text) => {
            const query = { terms: language.terms(text), limit: 5 }
            const { hits, demand } = await memory.searchText(scope, query)
            // Where the result is empty, its size is not queried.
            return demand.items === 0 ? { hits } : { hits, demand }
          }),
        ),
        alike: await Promise.all(
          vectors.map((vector) =>
            memory.searchVectors(scope, { vector: quantise(vector), limit: 5 }),
          ),
        ),
        entities,
        details: await Promise.all(entities.map(({ name }) => graph.entity(scope, name))),
        named: await graph.named(scope, {
          words: ['julia', 'berlin', 'madrid', 'oslo', 'acme', 'globex', 'paris'],
          entityLimit: 8,
          factLimit: 60,
        }),
      }
    }),
  )
  return { users, items: users.flatMap(({ items }) => items) }
}

function placeAt({ threadId = '', place = 0 }: { threadId?: string; place?: number }) {
  return { threadId, place }
}
