// The adversary: sends every kind of the catalogue, as large as it may be, as often as its rate limits allow.
import { setTimeout as sleep } from 'node:timers/promises'
import { kinds } from '../kinds/catalogue.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Call } from './under-attack.ts'

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

export type Sent = Map<number, number>

export type Adversary = {
  /** Sends until `signal` aborts; gives how many requests were answered with which status. */
  attack(call: Call, signal: AbortSignal): Promise<Sent>
}

const APP = 'adversary'
const USERS = 5

/** Everything is made before, because that is no part of what is measured. */
export function createAdversary(): Adversary {
  const scopeOf = (n: number) => ({ appId: APP, userId: `user-${n % USERS}` })
  const requests = Map.groupBy(
    kinds.map((kind, n) => ready(kind, scopeOf(n))),
    ({ path }) => path,
  )
  const prepared = kinds.flatMap((kind, n) => kind.prepare?.(scopeOf(n)) ?? [])
  return {
    attack: async (call, signal) => {
      const sent: Sent = new Map()
      const send = async ({ method, path, body, headers }: Ready) => {
        const status = await call(method, path, body, headers).then(
          (answer) => answer.status,
          () => 0,
        )
        sent.set(status, (sent.get(status) ?? 0) + 1)
      }
      const templates = prepared.map((each) => () => send(readyOf(each)))
      const lanes = [...requests].map(([path, some]) => {
        const perMinute = legal[path] ?? 60
        return lane(
          some.map((each) => () => send(each)),
          60_000 / perMinute,
          signal,
        )
      })
      lanes.push(lane(templates, 5_000, signal))
      await Promise.all(lanes)
      return sent
    },
  }
}

function ready(kind: Kind, scope: { appId: string; userId: string }): Ready {
  return readyOf(kind.request(kind.maxBytes, scope))
}

function readyOf({ method, path, body, headers = {} }: ReturnType<Kind['request']>): Ready {
  return { method, path, body: typeof body === 'string' ? body : JSON.stringify(body), headers }
}

/** Begins one after another, whether or not those before have been answered. */
async function lane(
  sends: readonly (() => Promise<void>)[],
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  const underWay: Promise<void>[] = []
  for (let n = 0; !signal.aborted && sends.length > 0; n++) {
    underWay.push(sends[n % sends.length]!())
    await sleep(everyMs, undefined, { signal }).catch(() => undefined)
  }
  await Promise.all(underWay)
}
