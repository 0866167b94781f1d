// The adversary: sends every kind of the catalogue, as large as allowed, as often as its rate limits allow. A process
// of its own, because sending large bodies would hold up the neighbour on a shared event loop, and one with lower
// priority, because its work is not the service's: on this machine they share the cores.
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '../kinds/catalogue.ts'
import type { Kind } from '../kinds/kind.ts'
import { type Call, caller } from './under-attack.ts'

/** Calls a minute of one app, by where they go: the limits of the specification. */
const legal: Readonly<Record<string, number>> = {
  '/v1/memorize': 100,
  '/v1/events': 500,
  '/v1/retrieve': 200,
}

type Ready = {
  method: string
  path: string
  body: string
  headers: Readonly<Record<string, string>>
}

const APP = 'adversary'
const USERS = 5

/**
 * Begins when it receives the service's address, ends at the next message, and then reports the answers that it got.
 */
async function main(): Promise<void> {
  setPriority(constants.priority.PRIORITY_LOW)
  const lanes = prepareLanes()
  const [attack, sent] = [new AbortController(), new Map<number, number>()]
  // The process that started it has failed: stop the attack.
  process.once('disconnect', () => process.exit())
  process.once('message', async (url: string) => {
    process.once('message', () => attack.abort())
    const send = sendOver(caller(url), sent)
    await Promise.all(
      lanes.map(({ requests, everyMs }) =>
        lane(requests, { everyMs, send, signal: attack.signal }),
      ),
    )
    process.send!([...sent])
    process.disconnect()
  })
  process.send!('ready')
}

type Lane = { requests: readonly Ready[]; everyMs: number }

/** Makes all requests first, because making them is not part of the measurement. */
function prepareLanes(): Lane[] {
  const scopeOf = (n: number) => ({ appId: APP, userId: `user-${n % USERS}` })
  const byPath = Map.groupBy(
    kinds.map((kind, n) => ready(kind, scopeOf(n))),
    ({ path }) => path,
  )
  const prepared = kinds.flatMap((kind, n) => kind.prepare?.(scopeOf(n)) ?? []).map(readyOf)
  return [
    ...[...byPath].map(([path, requests]) => ({ requests, everyMs: 60_000 / (legal[path] ?? 60) })),
    { requests: prepared, everyMs: 5_000 },
  ]
}

function sendOver(call: Call, sent: Map<number, number>) {
  return async ({ method, path, body, headers }: Ready): Promise<void> => {
    const status = await call(method, path, body, headers).then(
      (answer) => answer.status,
      () => 0,
    )
    sent.set(status, (sent.get(status) ?? 0) + 1)
  }
}

function ready(kind: Kind, scope: { appId: string; userId: string }): Ready {
  return readyOf(kind.request(kind.maxBytes, scope))
}

function readyOf({ method, path, body, headers = {} }: ReturnType<Kind['request']>): Ready {
  return { method, path, body: typeof body === 'string' ? body : JSON.stringify(body), headers }
}

type Sending = { everyMs: number; send: (request: Ready) => Promise<void>; signal: AbortSignal }

/** Starts one request after another, whether or not the earlier ones have been answered. */
async function lane(requests: readonly Ready[], { everyMs, send, signal }: Sending): Promise<void> {
  const underWay: Promise<void>[] = []
  for (let n = 0; !signal.aborted && requests.length > 0; n++) {
    underWay.push(send(requests[n % requests.length]!))
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(underWay)
}

await main()
