// A forget in the whole flow over a log that finds no user's records by itself, as one over servers: everything of the
// user goes by the list that keep-audit writes, and no topic that it lists is read from its beginning.
import { beforeAll, expect, test } from 'vitest'
import { acceptForget } from '../../../apps/api/intake/forget.ts'
import type { EventLog } from '../../../infra/ports/event-log.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { planMemorize } from '../../../processors/accept-inbox/plan.ts'
import { flow as topologies } from '../../../processors/flow.ts'
import { reachOf } from '../../../processors/forget/reach.ts'
import { memorizeRequest } from '../../../schemas/api/writing/memorize.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { type AnyTopicName, topics, WRITES } from '../../../schemas/topics.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { startedOnce } from '../../started.ts'
import { startFlow } from '../in-memory.ts'
import { subscribe } from '../subscribe.ts'

const reach = reachOf(topologies, topics)
const LEAVER = { appId: 'app', userId: 'leaver' }
const NEIGHBOUR = { appId: 'app', userId: 'neighbour' }

const flow = startedOnce(() => startFlow({ sealed: true, log: findingNobody }))
/** The topics that were read from their beginning. */
const calls: string[] = []
beforeAll(async () => {
  // Nothing answers at the port of `discard`: notices are raised all the same.
  await subscribe(flow.ports, 'app', 'http://127.0.0.1:9')
})

function findingNobody(own: EventLog): EventLog {
  const noting = ({ topic, at, after }: { topic: AnyTopicName; at?: unknown; after?: unknown }) => {
    if (at === undefined && after === undefined) calls.push(topic)
  }
  return {
    ...own,
    findsUsers: false,
    read: (options) => {
      if (options.scope) noting(options)
      return own.read(options)
    },
    erase: (options) => {
      noting(options)
      return own.erase(options)
    },
  }
}

async function remember(scope: Scope): Promise<void> {
  const content = 'I live in Berlin. My sister Julia works at Acme.'
  const now = new Date()
  const context = { id: uuidV7(now.getTime()), now, traceparent: null, entry: 'api' as const }
  const request = memorizeRequest.parse({ ...scope, contentType: 'conversation', content })
  await flow.intake.accept(planMemorize(request, context))
  await flow.drained()
}

async function left({ userId }: Scope): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name } of topics) {
    const own = (await recordsOf(flow.ports.log, name)).filter(
      ({ event }) => event?.userId === userId,
    )
    if (own.length > 0) found[name] = own.map(({ event }) => event!.type)
  }
  return found
}

test('a user goes from every topic, and what stays tells of the forget alone', async () => {
  await remember(NEIGHBOUR)
  await remember(LEAVER)
  const neighbour = await left(NEIGHBOUR)
  expect(Object.keys(await left(LEAVER))).toEqual(expect.arrayContaining([...reach.swept, WRITES]))
  calls.length = 0
  const id = await acceptForget(flow.ports, LEAVER, new Date())
  await flow.drained()
  expect(await left(LEAVER)).toEqual({
    [WRITES]: ['MemoryForgotten'],
    'memory.facts.v1': expect.arrayContaining([
      'ExtractionFenced',
      'ReceiptIssued',
      'MemoryErased',
    ]),
  })
  expect((await left(LEAVER))['memory.facts.v1']).toHaveLength(3)
  expect(await left(NEIGHBOUR)).toEqual(neighbour)
  expect(calls.filter((topic) => (reach.listed.topics as string[]).includes(topic))).toEqual([])
  expect(await flow.ports.objects.list({ prefix: '~erasing/', limit: 9 })).toEqual([])
  expect(await flow.ports.objects.list({ prefix: 'app/leaver/', limit: 9 })).toEqual([])
  expect(await flow.ports.memory.erasure(LEAVER, id)).toMatchObject({ deletedResources: 1 })
})
