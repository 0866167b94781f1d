// Random histories: statements, given facts, corrections, contradictions, backdated and planned facts, stays, changes of
// when they hold, prunes, merges and forgets, by two users of an app.
import fc from 'fast-check'
import { acceptForget } from '../../apps/api/intake/forget.ts'
import { givenIdOf, uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import {
  planActivity,
  planFact,
  planMemorize,
  planRevision,
} from '../../processors/accept-inbox/plan.ts'
import { maintenanceRecord } from '../../processors/maintenance/request.ts'
import { itemRequest } from '../../schemas/api/reading/items.ts'
import { eventRequest } from '../../schemas/api/writing/events.ts'
import { memorizeRequest } from '../../schemas/api/writing/memorize.ts'
import { importance as importances } from '../../schemas/identifiers.ts'
import type { Flow } from './in-memory.ts'

const userId = fc.constantFrom('ann', 'bob')
const place = fc.constantFrom('Berlin', 'Madrid', 'Oslo')
/** Since when and until when what is given holds: in the past, or later than any history takes. */
const validFrom = fc.constantFrom(
  undefined,
  undefined,
  '2018-01-01T00:00:00Z',
  '2500-01-01T00:00:00Z',
  '2600-01-01T00:00:00Z',
)
const validTo = fc.constantFrom(
  undefined,
  undefined,
  '2019-01-01T00:00:00Z',
  '2550-01-01T00:00:00Z',
  '2650-01-01T00:00:00Z',
)
const firm = fc.constantFrom('Acme', 'Globex')
const importance = fc.constantFrom(...importances.options)
const sentence = fc.oneof(
  place.map((name) => `I live in ${name}.`),
  place.map((name) => `I have moved, I now live in ${name}.`),
  place.map((name) => `I lived in ${name} from 2015 to 2019.`),
  place.map((name) => `I have lived in ${name} since 2016.`),
  firm.map((name) => `I work at ${name}.`),
  firm.map((name) => `I quit. I work at ${name} now.`),
  fc.constantFrom(
    'I like chess.',
    'I like hiking.',
    'I hate chess now.',
    'My sister Julia visited Paris.',
    'I like the green tea of the shop.',
    'I like green tea of the shop.',
  ),
  fc.constantFrom('ありがとう。東京に住んでいます。', 'Ich mag Käse sehr gern.', '🎉🎉'),
)
export const command = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('memorize' as const),
      userId,
      content: fc.array(sentence, { minLength: 1, maxLength: 4 }).map((all) => all.join(' ')),
      year: fc.constantFrom(null, 2020, 2022, 2024),
      role: fc.constantFrom(null, 'user', 'assistant', 'tool'),
      entry: fc.constantFrom('api' as const, 'partner' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('report' as const),
      userId,
      product: fc.constantFrom('tea', 'a bicycle'),
      importance: fc.constantFrom('low', 'high', 'critical'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('forget' as const),
      userId,
      category: fc.constantFrom(undefined, 'work', 'profile'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('maintain' as const),
      userId,
      year: fc.constantFrom(2025, 2032, 2060),
      requestedBy: fc.constantFrom('schedule' as const, 'operator' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      userId,
      text: fc.oneof(
        place.map((name) => `Home is ${name}.`),
        fc.constantFrom('I like chess.', 'Be brief.'),
      ),
      home: fc.option(place),
      validFrom,
      validTo,
      scopes: fc.constantFrom([], ['atlas']),
      aliases: fc.constantFrom([], ['dwelling']),
      pinned: fc.boolean(),
      importance,
      category: fc.constantFrom('general', 'work', 'profile'),
      replaces: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('revise' as const),
      userId,
      nth: fc.nat(6),
      action: fc.constantFrom(
        'corrected' as const,
        'marked' as const,
        'resolved' as const,
        'retracted' as const,
      ),
      changes: fc.record({
        text: fc.option(fc.constantFrom('Home is Rome.', 'I like chess.'), { nil: undefined }),
        category: fc.option(fc.constantFrom('work', 'profile'), { nil: undefined }),
        scopes: fc.constantFrom<string[] | undefined>(undefined, [], ['boreas']),
        pinned: fc.constantFrom(undefined, true, false),
        importance: fc.option(importance, { nil: undefined }),
        validFrom,
        validTo,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
)
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

/** Ids of facts: those that were given, also where they are not indexed yet, and the newest in the index. */
export type Known = {
  ids(userId: string): Promise<string[]>
  add(userId: string, id: string): void
}

export function knownIn({ ports }: Flow): Known {
  const given: { userId: string; id: string }[] = []
  return {
    ids: async (userId) => {
      const { data } = await ports.memory.listItems({ appId: 'app', userId }, { limit: 5 })
      return [...given.filter((each) => each.userId === userId), ...data].map(({ id }) => id)
    },
    add: (userId, id) => given.unshift({ userId, id }),
  }
}

export async function run(
  { ports, intake, drained }: Flow,
  given: Command,
  known: Known,
): Promise<void> {
  const context = {
    id: uuidV7(Date.now()),
    now: new Date(),
    traceparent: null,
    entry: 'api' as const,
  }
  const appId = 'app'
  if (given.do === 'drain') return drained()
  if (given.do === 'forget')
    return void (await acceptForget(ports, { appId, ...given }, new Date()))
  if (given.do === 'maintain') {
    const { userId: who, year, requestedBy } = given
    const now = new Date(`${year}-01-01T00:00:00Z`)
    const asked = { appId, userId: who, id: context.id, now, requestedBy }
    return void (await ports.log.append([await maintenanceRecord(ports, asked)]))
  }
  if (given.do === 'give') {
    const { do: _, userId: who, home, replaces, ...fact } = given
    const slot = home === null ? {} : { attribute: 'home', value: home }
    const supersedes = replaces ? (await known.ids(who)).slice(0, 2) : []
    const held = heldBy(fact, { validFrom: context.now.toISOString(), validTo: null })
    const request = itemRequest.parse({ appId, userId: who, ...fact, ...held, ...slot, supersedes })
    known.add(who, givenIdOf(context.id))
    return intake.accept(planFact(request, context))
  }
  if (given.do === 'revise') {
    const { userId: who, nth, action, changes } = given
    const factId = (await known.ids(who))[nth]
    if (factId === undefined) return
    const keyId = nth % 2 === 0 ? 'key' : null
    const [item] = await ports.memory.items({ appId, userId: who }, [factId])
    const held = heldBy(changes, item ?? { validFrom: context.now.toISOString(), validTo: null })
    const request = { appId, userId: who, factId, action, changes: { ...changes, ...held }, keyId }
    return intake.accept(planRevision(request, context))
  }
  if (given.do === 'memorize') {
    const metadata = given.year === null ? {} : { timestamp: `${given.year}-03-01T10:00:00Z` }
    const { role, entry, content } = given
    const request = {
      appId,
      userId: given.userId,
      ...(role === null
        ? { content, contentType: 'document' }
        : { content: JSON.stringify([{ role, content }]), contentType: 'conversation' }),
      metadata,
    }
    return intake.accept(planMemorize(memorizeRequest.parse(request), { ...context, entry }))
  }
  const { userId: who, product, importance } = given
  const event = { eventType: 'purchase', source: 'shop', timestamp: '2025-01-01T00:00:00Z' }
  const request = eventRequest.parse({
    appId,
    userId: who,
    ...event,
    data: { product },
    importance,
  })
  return intake.accept(planActivity(request, context))
}

type Held = { validFrom?: string | undefined; validTo?: string | undefined }

/** The API refuses an end before the beginning. */
function heldBy(asked: Held, known: { validFrom: string; validTo: string | null }): Held {
  const from = asked.validFrom ?? known.validFrom
  const to = asked.validTo ?? known.validTo
  const isPossible = to === null || Date.parse(from) <= Date.parse(to)
  return isPossible ? asked : { validFrom: undefined, validTo: undefined }
}
