// Random histories: what is said, contradicted, backdated, pruned, merged and forgotten, by two users of an app.
import fc from 'fast-check'
import { acceptForget } from '../../apps/api/intake/forget.ts'
import { uuidV7 } from '../../infra/runtime/ids.ts'
import { planActivity, planMemorize } from '../../processors/accept-inbox/plan.ts'
import { maintenanceRecord } from '../../processors/maintenance/request.ts'
import { eventRequest } from '../../schemas/api/events.ts'
import { memorizeRequest } from '../../schemas/api/memorize.ts'
import type { Flow } from './in-memory.ts'

const userId = fc.constantFrom('ann', 'bob')
const place = fc.constantFrom('Berlin', 'Madrid', 'Oslo')
const firm = fc.constantFrom('Acme', 'Globex')
const sentence = fc.oneof(
  place.map((name) => `I live in ${name}.`),
  place.map((name) => `I have moved, I now live in ${name}.`),
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
  { weight: 1, arbitrary: fc.record({ do: fc.constant('drain' as const) }) },
)
export type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

export async function run({ ports, intake, drained }: Flow, given: Command): Promise<void> {
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
