// Random histories, queried at other times: what was known at an instant is what a replay that stops there gives,
// whatever was said, contradicted, backdated, pruned, merged and read again since. Forgotten content is forgotten at every time.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differenceOf } from '../../apps/api/history/diff.ts'
import { createOfflineLanguageModel } from '../../infra/language/offline/offline-language-model.ts'
import { surely } from '../../infra/language/surely.ts'
import type { EventLog } from '../../infra/ports/event-log.ts'
import type { PastGraph } from '../../infra/ports/graph-store.ts'
import type { Item, PastMemory } from '../../infra/ports/memory-store.ts'
import { isShown } from '../../infra/ports/rules/item-times.ts'
import { millis, type Time } from '../../infra/ports/rules/time.ts'
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
/** Before, within and after stays and plans of the histories. */
const HELD_AT = ['2017', '2021', '2510', '2560', '2610'].map((year) => `${year}-06-01T00:00:00Z`)
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
        const instants = await instantsOf(flow.ports.log, parts)
        await expectDifferences(flow, instants)
        await expectPresent(flow, new Date().toISOString())
        for (const knownAt of instants) {
          const stopped = await replayedUpTo(flow, knownAt)
          for (const asOf of [undefined, ...HELD_AT, knownAt]) {
            const time = { knownAt, asOf }
            const then = await seen(flow, at(flow.ports, time))
            expect({ time, ...then }).toEqual({
              time,
              ...(await seen(flow, at(stopped, { asOf }, knownAt))),
            })
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

/** `currentAt`: when the present is read. */
function at({ memory, graph }: Projections, time: Time, currentAt?: string): Seen {
  if (time.asOf !== undefined || time.knownAt !== undefined) {
    return { memory: memory.at(time), graph: graph.at(time) }
  }
  return {
    memory: { ...memory, categoryCounts: (scope) => memory.categoryCounts(scope, { currentAt }) },
    graph: {
      listEntities: (scope, page) => graph.listEntities(scope, { ...page, currentAt }),
      entity: (scope, name) => graph.entity(scope, name, { currentAt }),
      named: (scope, query) => graph.named(scope, { ...query, currentAt }),
    },
  }
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

/** What changed between two instants is what the lists of both tell. */
async function expectDifferences({ ports: { memory } }: Flow, instants: readonly string[]) {
  const [from, to] = [instants.toSorted()[0], instants.toSorted()[1]]
  if (from === undefined || to === undefined) return
  for (const scope of SCOPES) {
    const listed = async (knownAt: string) =>
      (await memory.at({ knownAt }).listItems(scope, { limit: 1000 })).data
    const before = new Map((await listed(from)).map((item) => [item.id, item]))
    const expected = (await listed(to)).flatMap((item) => {
      const known = before.get(item.id)
      if (!known) return { id: item.id, came: true }
      const isOver = isShown(known, { knownAt: from }) && !isShown(item, { knownAt: to })
      return isOver ? { id: item.id, came: false } : []
    })
    const { data } = await memory.changedWithin(scope, { from, to }, { limit: 1000 })
    const told = data.flatMap((item) => differenceOf(item, from, to) ?? [])
    expect(told.map(({ item, change }) => ({ id: item.id, came: change === 'came' }))).toEqual(
      expected,
    )
  }
}

/** What is current, has begun and has not ended is what holds now. */
async function expectPresent({ ports: { memory } }: Flow, now: string) {
  for (const scope of SCOPES) {
    const held = await memory.at({ asOf: now }).listItems(scope, { limit: 1000 })
    const listed = await memory.listItems(scope, { limit: 1000, currentAt: now })
    const current = listed.data.filter(
      ({ validFrom, validTo }) =>
        millis(validFrom) <= millis(now) &&
        (validTo === null || millis(validFrom) < millis(validTo)),
    )
    // Histories ask for maintenance in years that are still to come.
    const isOverLater = ({ pruned, mergedAt }: Item) =>
      [pruned?.at, mergedAt].some((at) => at && at > now)
    expect(held.data.filter((item) => !isOverLater(item))).toEqual(current)
  }
}

function placeAt({ threadId = '', place = 0 }: { threadId?: string; place?: number }) {
  return { threadId, place }
}
