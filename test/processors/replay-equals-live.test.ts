// Random histories: the projections built while they happen equal a replay's, whatever was written, contradicted,
// backdated, pruned, merged and forgotten, and whatever was still in flight.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { projectionNames, projectors } from '../../apps/composition/projections.ts'
import type { QueryLanguage } from '../../infra/ports/language-model.ts'
import type { ProjectionName, ProjectionStores } from '../../infra/ports/ports.ts'
import { writeOfGiven } from '../../infra/runtime/envelope/ids.ts'
import { replay } from '../../infra/runtime/replay/replay.ts'
import { runs } from '../long.ts'
import { type Flow, inMemoryProjections, type Projections, startFlow } from './in-memory.ts'
import { type Command, command, knownIn, run } from './random-histories.ts'

const IN_PLAIN = { sequences: runs(30, 200), sealed: false }
const SEALED = { sequences: runs(10, 100), sealed: true }
const BY_CLIENTS: ReadonlySet<string> = new Set(['resolved', 'retracted'])

/** Few random histories bring maintenance to close anything. */
const FADED: Command[] = [
  { do: 'report', userId: 'ann', product: 'tea', importance: 'low' },
  { do: 'drain' },
  { do: 'maintain', userId: 'ann', year: 2060, requestedBy: 'operator' },
]

/** Of every projection of the registry. */
async function digests(stores: Projections) {
  const each = projectionNames.map(async (name) => [name, await stores[name].digest()] as const)
  return Object.fromEntries(await Promise.all(each))
}

function projectorOf<Name extends ProjectionName>(
  name: Name,
  stores: ProjectionStores,
  language: QueryLanguage,
) {
  return projectors[name](stores[name], language)
}

async function replayed(flow: Flow): Promise<Projections> {
  const fresh = inMemoryProjections(flow.ports.sealing)
  const { language } = flow.ports
  for (const name of projectionNames) {
    await replay(flow.runtime, projectorOf(name, fresh, language), () => undefined)
  }
  return fresh
}

/** How many items maintenance closed. Throws where one of them is critical. */
async function closedByMaintenance({ memory }: Projections): Promise<number> {
  let closed = 0
  for (const who of ['ann', 'bob']) {
    const { data } = await memory.listItems({ appId: 'app', userId: who }, { limit: 500 })
    for (const { importance, pruned, merged, supersededBy } of data) {
      // A given fact replaces any that says the same.
      const isGiven = supersededBy !== null && writeOfGiven(supersededBy) !== null
      const byClient = isGiven || BY_CLIENTS.has(pruned?.reason ?? '')
      if (byClient || (!pruned && !merged)) continue
      expect(importance).not.toBe('critical')
      closed++
    }
  }
  return closed
}

test.each([IN_PLAIN, SEALED])(
  'live equals replay, $sequences random histories, sealed: $sealed',
  { timeout: 300_000 },
  async ({ sequences, sealed }) => {
    let closed = 0
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (commands) => {
        const flow = await startFlow({ sealed })
        try {
          const known = knownIn(flow)
          for (const each of commands) await run(flow, each, known)
          await flow.drained()
          closed += await closedByMaintenance(flow.ports)
          const live = await digests(flow.ports)
          expect(await digests(await replayed(flow))).toEqual(live)
        } finally {
          await flow.stop()
        }
      }),
      { numRuns: sequences, examples: [[FADED]] },
    )
    expect(closed, 'maintenance had something to do').toBeGreaterThan(0)
  },
)
