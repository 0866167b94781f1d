// Measures how long a forget of a user with 1,000 items takes beside more and more events of others:
// `npx node test/scale/forget.ts [--profile distributed] [--items N] [--forgets N] 10000 100000 1000000`. Not a test, because
// it takes minutes and asserts no time. The distributed setting works over the servers of the environment
// (`eval "$(npm run --silent stack -- up --print-env)"`); their CPU time is not counted. Where the time went is told by
// the receipts: how long after the request each store had let go.
//
// For a hundred events of others, one item is given through /batch, as the user's own are, and leads to three of them.
// The others are appended to the log, which is faster, and are kept by the log and the audit alone.
import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import { namesIn } from '../../apps/composition/distributed/distributed-servers.ts'
import { createKafkaEventLog } from '../../infra/kafka/event-log.ts'
import type { EventLog } from '../../infra/ports/event-log.ts'
import { encode } from '../../infra/runtime/envelope/codec.ts'
import { uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import { createSqliteEventLog } from '../../infra/sqlite/event-log.ts'
import type { ReceiptStatement as Statement } from '../../schemas/receipt.ts'
import { handOn, serverEnvironment } from '../servers/environment.ts'

const EVENTS_OF_AN_ITEM = 3
const GIVEN_ONE_IN = 100
const APPENDED_AT_ONCE = 5_000
const NAMESPACE = `forget-${randomUUID().slice(0, 8)}`

const { values, positionals } = parseArgs({
  options: {
    profile: { type: 'string', default: 'embedded' },
    items: { type: 'string', default: '1000' },
    forgets: { type: 'string', default: '5' },
  },
  allowPositionals: true,
})
const ITEMS = Number(values.items)
const FORGETS = Number(values.forgets)
// The journeys read these when they are loaded.
if (values.profile === 'distributed') handOn(process.env)
process.env.PALIMPSEST_TEST_SETTING = values.profile
const { APP, eventually, startService } = await import('../journeys/service.ts')
const service = await startService(values.profile === 'distributed' ? { NAMESPACE } : {})

const others = { users: 0, items: 0, events: 0 }
/** `letGo`: by store, how long after the request it had let go. */
type Figures = { ms: number; cpuMs: number; letGo: ReadonlyMap<string, number> }

async function addUser(userId: string): Promise<void> {
  const writes = Array.from({ length: ITEMS }, (_, n) => ({
    kind: 'item',
    userId,
    text: `The drawer ${n} of cabinet ${n % 40} holds the papers of case ${n * 7} of ${userId}.`,
  }))
  const { status } = await service.call('POST', '/batch', { appId: APP, writes })
  if (status !== 202) throw new Error(`batch answered ${status}`)
}

/** Beside the service, into the same log. */
function openLog(): Promise<EventLog> | EventLog {
  if (values.profile === 'embedded') return createSqliteEventLog({ directory: service.dataDir })
  const { KAFKA_BROKERS = '', SCHEMA_REGISTRY_URL = '' } = serverEnvironment()
  return createKafkaEventLog({
    brokers: KAFKA_BROKERS.split(','),
    registryUrl: SCHEMA_REGISTRY_URL,
    clientId: 'forget',
    topicPrefix: namesIn(NAMESPACE).topicPrefix,
  })
}

function ignoredOf(userId: string) {
  const now = new Date()
  const event = {
    id: uuidV7(now.getTime()),
    type: 'WebhookIgnored' as const,
    appId: APP,
    userId,
    occurredAt: now.toISOString(),
    open: { from: 'stripe', sourceId: null, eventType: 'a.b', reason: 'none', deliveryHash: null },
    sealed: null,
  }
  const provenance = { recordedAt: event.occurredAt, causationId: null, traceparent: null }
  return encode(event, provenance, null)
}

/** Of so many users that they lie in all partitions, and of so few that their keys are made once and remembered. */
const OTHERS = 120

async function appendOthers(count: number): Promise<void> {
  const log = await openLog()
  for (let left = count; left > 0; left -= APPENDED_AT_ONCE) {
    const some = Math.min(left, APPENDED_AT_ONCE)
    await log.append(Array.from({ length: some }, (_, n) => ignoredOf(`other-${n % OTHERS}`)))
  }
  await log.close()
}

async function addOthers(wanted: number): Promise<void> {
  const items = Math.max(ITEMS, Math.ceil(wanted / GIVEN_ONE_IN))
  for (; others.items < items; others.items += ITEMS) {
    await addUser(`given-${others.users++}`)
    others.events += ITEMS * EVENTS_OF_AN_ITEM
    await quiet()
  }
  await appendOthers(wanted - others.events)
  others.events = wanted
  await quiet()
}

/** Everything is taken in by every processor. */
async function quiet(): Promise<void> {
  await eventually(
    'nothing is left to do',
    async () => {
      const { body } = await service.call('GET', '/admin/lag')
      return body.processors.every(
        ({ partitions }: { partitions: unknown[] }) => partitions.length === 0,
      )
    },
    { patienceMs: 3_600_000, everyMs: 500 },
  )
}

async function forgotten(userId: string): Promise<Figures> {
  const [began, used] = [performance.now(), process.cpuUsage()]
  const { status, body } = await service.call('POST', '/forget', {
    appId: APP,
    userId,
    confirm: true,
  })
  const { user, system } = process.cpuUsage(used)
  if (status !== 200) throw new Error(`forget answered ${status}`)
  if (body.deletedItems !== ITEMS) throw new Error(`${body.deletedItems} items were deleted`)
  const ms = performance.now() - began
  return { ms, cpuMs: (user + system) / 1000, letGo: await letGoAfter(body.receiptId) }
}

async function letGoAfter(receiptId: string): Promise<Map<string, number>> {
  const { body } = await service.call('GET', `/receipts/${receiptId}`)
  const { asked, stores, completedAt } = body.statement as Statement
  const after = (at: string) => Date.parse(at) - Date.parse(asked.at)
  const letGo = stores.map(({ store, letGoAt }): [string, number] => [store, after(letGoAt)])
  return new Map([...letGo, ['signed', after(completedAt)]])
}

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[figures.length >> 1]!
}

async function measured(): Promise<Figures> {
  const leavers = Array.from({ length: FORGETS }, () => `leaver-${randomUUID()}`)
  for (const leaver of leavers) await addUser(leaver)
  await quiet()
  const all: Figures[] = []
  for (const leaver of leavers) {
    all.push(await forgotten(leaver))
    // What follows the answer belongs to no other forget.
    await quiet()
  }
  const median = (of: (figures: Figures) => number) => medianOf(all.map(of))
  const [ms, cpuMs] = [median((one) => one.ms), median((one) => one.cpuMs)]
  const stores = [...all[0]!.letGo.keys()]
  const letGo = new Map(stores.map((store) => [store, median((one) => one.letGo.get(store) ?? 0)]))
  const each = all.map((one) => `${Math.round(one.ms)}/${Math.round(one.cpuMs)}`).join(' ')
  console.log(
    `${values.profile}, beside ${others.events} events, ${others.items} of them items: ` +
      `${Math.round(ms)} ms, ${Math.round(cpuMs)} ms of CPU time (${each})`,
  )
  const told = [...letGo].map(([store, after]) => `${store} ${after}`).join(', ')
  console.log(`  ms until each had let go: ${told}`)
  return { ms, cpuMs, letGo }
}

let first: Figures | null = null
for (const wanted of positionals.map(Number)) {
  await addOthers(wanted)
  const figures = await measured()
  first ??= figures
  const ratio = (what: 'ms' | 'cpuMs') => (figures[what] / first![what]).toFixed(2)
  console.log(`  of the first: time ${ratio('ms')}, CPU time ${ratio('cpuMs')}`)
}
await service.stop()
