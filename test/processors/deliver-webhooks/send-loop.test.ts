// How the loop queries due deliveries, waits, cleans up and ends. The test controls time: a wait ends on command.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Claimed, ClaimOptions, DeliveryStore } from '../../../infra/ports/delivery-store.ts'
import type { SendResult } from '../../../infra/ports/webhook-sender.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import { Outage } from '../../../infra/runtime/fail/retry.ts'
import type { RuntimeParts } from '../../../infra/runtime/run/runtime-parts.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'
import { createSqliteDeliveryStore } from '../../../infra/sqlite/delivery-store.ts'
import type { AttemptPorts } from '../../../processors/deliver-webhooks/attempt.ts'
import { startSendLoop } from '../../../processors/deliver-webhooks/send-loop.ts'
import { noSettings } from '../../../processors/settings/evolve.ts'
import { eventually } from '../../contracts/eventually.ts'
import { RESOURCE, USER } from '../given.ts'

const START = Date.parse('2026-11-20T09:00:00.000Z')
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Nothing here takes long, so that a test which fails does so soon. */
const soon = (check: () => void | Promise<void>) => eventually(check, 4_000)

let store: ReturnType<typeof createSqliteDeliveryStore>
let ms: number
let lines: Record<string, unknown>[]
let waits: { ms: number; signal: AbortSignal; end: () => void }[]
let failures: [string, Error][]
let stop: (() => Promise<void>) | undefined
/** Ends what a test has left open, so that a loop whose test fails can be stopped. */
let ending: (() => void)[]
/** The test has ended: nothing more waits. */
let isOver: boolean
beforeEach(() => {
  store = createSqliteDeliveryStore({ path: ':memory:' })
  ms = START
  lines = []
  waits = []
  failures = []
  ending = []
  isOver = false
})
afterEach(async () => {
  isOver = true
  for (const { end } of waits) end()
  for (const end of ending) end()
  await stop?.()
  stop = undefined
  await store.close()
})

/** One whose webhook was disabled: it is cancelled without being sent. */
function claimedOf(id: string, webhookId = 'hook'): Claimed {
  const at = new Date(START - HOUR_MS).toISOString()
  const progress = {
    state: 'waiting',
    attempts: [],
    tries: 0,
    nextAttemptAt: at,
    endedAt: null,
  } as const
  const named = {
    id,
    webhookId,
    noticeId: RESOURCE,
    event: 'memory.processed',
    createdAt: at,
  } as const
  const sealed = { source: 7, category: null, keyGeneration: 1, payload: new Uint8Array(0) }
  return { ...USER, ...named, ...progress, ...sealed, lease: `lease of ${id}` }
}

function started(parts: Partial<DeliveryStore>, more: Partial<AttemptPorts> = {}) {
  const logger = pino({ base: null }, { write: (line) => void lines.push(JSON.parse(line)) })
  const telemetry = createTelemetry(logger)
  const ports = {
    deliveries: { ...store, ...parts },
    settings: { current: () => noSettings },
    ...more,
  } as AttemptPorts
  const runtime = {
    telemetry,
    now: () => new Date(ms),
    signal: new AbortController().signal,
    failed: (name: string, error: Error) => void failures.push([name, error]),
  } as unknown as RuntimeParts
  const loop = startSendLoop(ports, runtime, (forMs, signal) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (isOver) resolve()
    waits.push({ ms: forMs, signal, end: resolve })
    signal.addEventListener('abort', () => resolve())
    if (signal.aborted) resolve()
    return promise
  })
  stop = loop.stop
  const sent = async () =>
    (await telemetry.webhooks.get()).values.map(({ labels, value }) => [labels.outcome, value])
  return { loop, sent }
}

/** Claims these, one list after another, and then nothing; remembers the requests. */
function claiming(...lists: Claimed[][]) {
  const asked: ClaimOptions[] = []
  const claim = async (options: ClaimOptions) => {
    asked.push(options)
    return lists.shift() ?? []
  }
  return { asked, claim }
}

/** A sender that answers on command, or gives up when it is told to. Sends to these webhooks. */
function receiver(hooks: readonly string[] = ['hook']) {
  const open: { answer: (result: SendResult) => void; signal: AbortSignal }[] = []
  const known = hooks.map(
    (id) => [id, { id, url: 'https://example.com/', disabled: null }] as const,
  )
  const webhooks = new Map([[USER.appId, new Map(known)]])
  const answerWith = (result: SendResult) => {
    for (const { answer } of open.splice(0)) answer(result)
  }
  const withdraw = () => answerWith({ outcome: 'withdrawn' })
  const send = ({ signal }: { signal: AbortSignal }) =>
    new Promise<SendResult>((answer) => {
      if (open.push({ answer, signal }) === 1) signal.addEventListener('abort', withdraw)
    })
  const more = {
    settings: { current: () => ({ ...noSettings, webhooks }) },
    webhooks: { send },
  } as unknown as Partial<AttemptPorts>
  const answer = (error: 'tls') => answerWith({ outcome: 'failed', error })
  ending.push(() => answer('tls'))
  return { more, open, answer, answerWith }
}

describe('what is due', () => {
  test('given nothing in flight, when claimed, then as many as may be are asked for, leased for a minute', async () => {
    const { asked, claim } = claiming()
    started({ claim })
    await soon(() => expect(waits).toHaveLength(1))
    expect(asked).toEqual([
      {
        now: '2026-11-20T09:00:00.000Z',
        leaseUntil: '2026-11-20T09:01:00.000Z',
        limit: 256,
        perWebhook: 1,
        left: new Map(),
      },
    ])
    expect(waits.map((wait) => wait.ms)).toEqual([1_000])
  })

  test('given a store that was away for longer than a lease, when claimed, then the lease begins when it is back', async () => {
    const { asked, claim } = claiming()
    started({
      claim: async (options) => {
        await claim(options)
        ms += HOUR_MS
        if (asked.length === 1) throw new Outage('away')
        return []
      },
    })
    await soon(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({
      now: '2026-11-20T10:00:00.000Z',
      leaseUntil: '2026-11-20T10:01:00.000Z',
    })
  })

  test('given nothing due, when a second has passed, then it is asked for again', async () => {
    const { asked, claim } = claiming()
    started({ claim })
    await soon(() => expect(waits).toHaveLength(1))
    waits[0]!.end()
    await soon(() => expect(waits).toHaveLength(2))
    expect(asked).toHaveLength(2)
    expect(waits[1]!.ms).toBe(1_000)
  })

  test('given nothing due, when it is woken, then it lingers and asks again', async () => {
    const { asked, claim } = claiming()
    const { loop } = started({ claim })
    await soon(() => expect(waits).toHaveLength(1))
    loop.wake()
    await soon(() => expect(waits).toHaveLength(2))
    expect(waits[1]!.ms).toBe(10)
    expect(waits.map(({ signal }) => signal.aborted)).toEqual([true, false])
    expect(asked).toHaveLength(1)
    waits[1]!.end()
    await soon(() => expect(asked).toHaveLength(2))
  })

  test('given a loop that is woken while it asks, when nothing is due, then it lingers and waits no longer', async () => {
    let wake: () => void = () => undefined
    let asked = 0
    const { loop } = started({
      claim: async () => {
        await Promise.resolve()
        if (asked++ === 0) wake()
        return []
      },
    })
    wake = loop.wake
    await soon(() => expect(waits.map(({ ms }) => ms)).toEqual([10]))
    waits[0]!.end()
    await soon(() => expect(waits.map(({ ms }) => ms)).toEqual([10, 1_000]))
  })

  test('given a loop that is woken while it claims, when it has looked again since, then it waits as long as usual', async () => {
    const { more } = receiver()
    const due = [[claimedOf('one')], []]
    let wake: () => void = () => undefined
    const claim = async () => {
      await Promise.resolve()
      const claimed = due.shift() ?? []
      if (claimed.length > 0) wake()
      return claimed
    }
    wake = started({ claim }, more).loop.wake
    await soon(() => expect(waits.map(({ ms }) => ms)).toEqual([1_000]))
  })

  test('given an attempt that ends while nothing else is due, when it has, then the loop lingers and looks again', async () => {
    const ended = Promise.withResolvers<boolean>()
    ending.push(() => ended.resolve(true))
    const { asked, claim } = claiming([claimedOf('one')])
    ms = START + HOUR_MS
    started({ claim, settle: () => ended.promise })
    await soon(() => expect(waits.map(({ ms }) => ms)).toEqual([1_000]))
    expect(asked[1]!.limit).toBe(255)
    ended.resolve(true)
    await soon(() => expect(waits.map(({ ms }) => ms)).toEqual([1_000, 10]))
    waits[1]!.end()
    await soon(() => expect(asked.at(-1)!.limit).toBe(256))
  })

  test('given what is claimed, when attempted, then it is written down under its lease and counted', async () => {
    const one = claimedOf('one')
    const settled: Parameters<DeliveryStore['settle']>[] = []
    const { claim } = claiming([one])
    const settle = async (...args: Parameters<DeliveryStore['settle']>) => settled.push(args) > 0
    ms = START + HOUR_MS
    const { sent } = started({ claim, settle })
    await soon(async () => expect(await sent()).toEqual([['cancelled', 1]]))
    expect(settled).toMatchObject([
      [one, { state: 'cancelled', endedAt: '2026-11-20T10:00:00.000Z' }],
    ])
    expect(lines).toEqual([])
  })

  test('given what cannot be written down, when attempted, then it is left to its lease and not counted', async () => {
    const { asked, claim } = claiming([claimedOf('one')])
    const settle = () => Promise.reject(Object.assign(new TypeError('canary'), { fatal: true }))
    const { sent } = started({ claim, settle })
    await soon(() => expect(lines).toHaveLength(1))
    expect(lines).toMatchObject([
      {
        level: 50,
        processor: 'deliver-webhooks',
        errorClass: 'TypeError',
        msg: 'left to its lease',
      },
    ])
    expect(JSON.stringify(lines)).not.toContain('canary')
    expect(await sent()).toEqual([])
    await soon(() => expect(waits.length).toBeGreaterThan(0))
    for (const wait of waits) wait.end()
    await soon(() => expect(asked.at(-1)!.left).toEqual(new Map()))
  })

  test('given what fails again and again, when given up, then the cause is named', async () => {
    const { claim } = claiming([claimedOf('one')])
    const settle = () => Promise.reject(new RangeError('canary'))
    started({ claim, settle })
    const told = [
      { level: 40, errorClass: 'RangeError', attempt: 1 },
      { level: 50, errorClass: 'RangeError' },
    ]
    await soon(() => expect(lines).toMatchObject(told))
  })

  test('given a failure that is no error, when told, then its class is unknown', async () => {
    const { claim } = claiming([claimedOf('one')])
    // Rejects with the error of a careless library.
    const reject = () => Promise.reject('canary')
    started({ claim, settle: reject, prune: reject })
    await soon(() => expect(lines.filter(({ level }) => level === 50)).toHaveLength(1))
    const told = lines.filter(({ attempt }) => attempt === undefined)
    expect(new Set(told.map(({ errorClass }) => errorClass))).toEqual(new Set(['unknown']))
  })

  test('given a store that cannot be asked for good, when claimed, then the process is told', async () => {
    const broken = Object.assign(new Error('no such table'), { fatal: true })
    started({ claim: () => Promise.reject(broken) })
    await soon(() => expect(failures).toEqual([['deliver-webhooks', broken]]))
  })
})

describe('places', () => {
  test('given as many attempts as may be in flight, when it looks, then nothing is claimed until one ends', async () => {
    const { more, open, answer } = receiver()
    const { asked, claim } = claiming(Array.from({ length: 256 }, (_, n) => claimedOf(`${n}`)))
    started({ claim, settle: async () => true }, more)
    await soon(() => expect(waits).toHaveLength(1))
    expect([asked.length, open.length]).toEqual([1, 256])
    answer('tls')
    await soon(() => {
      for (const wait of waits) wait.end()
      expect(asked.at(-1)).toMatchObject({ limit: 256, left: new Map([['hook', 8]]) })
    })
  })

  /** A loop that is given what is pushed to `due`; `left` resolves when it asks with these places. */
  function claimingOnCommand(ids: string[], settle = async () => true) {
    const { more, answerWith } = receiver()
    const due = ids.map((id) => claimedOf(id))
    const asked: ClaimOptions[] = []
    const claim = async (options: ClaimOptions) => {
      asked.push(options)
      return due.splice(0)
    }
    started({ claim, settle }, more)
    const left = (expected: [string, number][]) =>
      soon(() => {
        for (const wait of waits) wait.end()
        expect(asked.at(-1)!.left).toEqual(new Map(expected))
      })
    return { answerWith, due, left }
  }
  const timeout: SendResult = { outcome: 'failed', error: 'timeout' }
  const answered: SendResult = { outcome: 'answered', status: 500 }

  test('given a webhook that was not heard yet, when more is claimed, then it has one place, and eight once it answers in time', async () => {
    const { answerWith, due, left } = claimingOnCommand(['1'])
    await left([['hook', 0]])
    answerWith(answered)
    await left([['hook', 8]])
    due.push(claimedOf('2'), claimedOf('3'), claimedOf('4'))
    await left([['hook', 5]])
  })

  test('given a webhook that kept us waiting, when more is claimed, then it has one place, until it answers in time', async () => {
    const { answerWith, due, left } = claimingOnCommand(['1'])
    await left([['hook', 0]])
    answerWith(answered)
    await left([['hook', 8]])
    due.push(claimedOf('2'), claimedOf('3'))
    await left([['hook', 6]])
    answerWith(timeout)
    await left([])
    due.push(claimedOf('4'))
    await left([['hook', 0]])
    answerWith(answered)
    await left([['hook', 8]])
  })

  test('given a webhook that answers late, when more is claimed, then it has one place', async () => {
    const { answerWith, due, left } = claimingOnCommand(['1'])
    await left([['hook', 0]])
    answerWith(answered)
    await left([['hook', 8]])
    due.push(claimedOf('2'))
    await left([['hook', 7]])
    ms += 14_000
    answerWith({ outcome: 'answered', status: 200 })
    await left([])
  })

  test('given a webhook that was not heard yet, when an attempt does not hear of it, then it has one place still', async () => {
    let isBroken = false
    const { answerWith, due, left } = claimingOnCommand(['1'], async () => {
      if (isBroken) throw new TypeError('of this delivery alone')
      return true
    })
    await left([['hook', 0]])
    // Nothing was sent.
    answerWith({ outcome: 'withdrawn' })
    await left([])
    // What came of it could not be written down.
    isBroken = true
    due.push(claimedOf('2'))
    await left([['hook', 0]])
    answerWith(answered)
    await left([])
  })

  test('given more than a thousand webhooks that answer in time, when more is claimed, then the newest of them have eight places', async () => {
    const hooks = Array.from({ length: 1_001 }, (_, n) => `hook ${n}`)
    const { more, open, answer } = receiver(hooks)
    const { asked, claim } = claiming(hooks.map((hook) => claimedOf(`of ${hook}`, hook)))
    started({ claim, settle: async () => true }, more)
    await soon(() => expect(open).toHaveLength(hooks.length))
    answer('tls')
    await soon(() => {
      for (const wait of waits) wait.end()
      expect(asked.at(-1)).toMatchObject({ limit: 256, left: { size: 1_000 } })
    })
    const { left } = asked.at(-1)!
    expect([left.has('hook 0'), left.get('hook 1'), left.get('hook 1000')]).toEqual([false, 8, 8])
  })
})

// One that does not end fails soon.
describe('a loop that is stopped', { timeout: 10_000 }, () => {
  type Settled = Parameters<DeliveryStore['settle']>[1]

  /** Has begun one attempt, and nothing else is due. */
  async function sending() {
    const sender = receiver()
    const { asked, claim } = claiming([claimedOf('one')])
    const settled: Settled[] = []
    const settle = async (_: Claimed, progress: Settled) => settled.push(progress) > 0
    const { loop } = started({ claim, settle }, sender.more)
    await soon(() => expect(waits).toHaveLength(1))
    expect(sender.open).toHaveLength(1)
    return { ...sender, loop, asked, settled }
  }

  test('waits no longer and claims no more', async () => {
    const { asked, claim } = claiming()
    const { loop } = started({ claim })
    await soon(() => expect(waits).toHaveLength(1))
    await loop.stop()
    expect(waits.map(({ signal }) => signal.aborted)).not.toContain(false)
    expect(asked).toHaveLength(1)
  })

  test('given an attempt under way, when it ends soon, then its result is written down', async () => {
    const { loop, answerWith, asked, settled } = await sending()
    const stopped = loop.stop()
    answerWith({ outcome: 'answered', status: 200 })
    await soon(() => expect(waits.map(({ signal }) => signal.aborted)).not.toContain(false))
    await stopped
    expect(settled).toMatchObject([{ state: 'delivered', tries: 1 }])
    expect(asked).toHaveLength(2)
  })

  test('given an attempt that goes on for five seconds, when they have passed, then it is taken back and does not count', async () => {
    const { loop, open, settled } = await sending()
    const { signal } = firstOf(open)
    const stopped = loop.stop()
    await soon(() => expect(waits.at(-1)?.ms).toBe(5_000))
    expect(signal.aborted).toBe(false)
    waits.at(-1)?.end()
    await stopped
    expect(signal.aborted).toBe(true)
    const nextAttemptAt = claimedOf('one').nextAttemptAt
    expect(settled).toMatchObject([{ state: 'waiting', attempts: [], tries: 0, nextAttemptAt }])
  })
})

describe('what ended long ago', () => {
  type Pruned = Parameters<DeliveryStore['prune']>[0]

  function pruning(answer: (nth: number) => Promise<number>) {
    const pruned: Pruned[] = []
    const prune = async (options: Pruned) => {
      pruned.push(options)
      return answer(pruned.length)
    }
    return { pruned, prune }
  }
  const week = { states: ['delivered', 'cancelled'], limit: 1_000 }
  const month = { states: ['failed'], limit: 1_000 }
  const daysAgo = (days: number) => new Date(ms - days * DAY_MS).toISOString()
  const turn = async () => {
    const count = waits.length
    waits.at(-1)!.end()
    await soon(() => expect(waits.length).toBeGreaterThan(count))
  }

  test('is removed at the start and then once an hour: after a week, or after a month where it failed', async () => {
    const { pruned, prune } = pruning(async () => 0)
    started({ prune })
    await soon(() => expect(waits).toHaveLength(1))
    const first = [
      { ...week, before: daysAgo(7) },
      { ...month, before: daysAgo(30) },
    ]
    expect(pruned).toEqual(first)
    ms += HOUR_MS - 1
    await turn()
    expect(pruned).toHaveLength(2)
    ms += 1
    await turn()
    expect(pruned.slice(2)).toEqual([
      { ...week, before: daysAgo(7) },
      { ...month, before: daysAgo(30) },
    ])
  })

  test('is removed at once again where there is more', async () => {
    const { pruned, prune } = pruning(async (nth) => (nth === 1 ? 1_000 : 999))
    started({ prune })
    await soon(() => expect(waits).toHaveLength(1))
    expect(pruned).toHaveLength(2)
    await turn()
    expect(pruned).toHaveLength(4)
    await turn()
    expect(pruned).toHaveLength(4)
  })

  test('stays where it cannot be removed, which is told and holds nothing up', async () => {
    const { asked, claim } = claiming()
    const { prune } = pruning(() => Promise.reject(new Outage('canary')))
    started({ prune, claim })
    await soon(() => expect(asked).toHaveLength(1))
    const line = { level: 40, processor: 'deliver-webhooks', errorClass: 'Outage' }
    expect(lines).toMatchObject([
      { ...line, msg: 'old deliveries stay' },
      { ...line, msg: 'old deliveries stay' },
    ])
    expect(JSON.stringify(lines)).not.toContain('canary')
  })
})

test('given a store that is away, when the loop is stopped, then it ends, and only that it was tried again is told', async () => {
  let asked = 0
  started({
    claim: async () => {
      asked++
      throw new Outage('away')
    },
  })
  await soon(() => expect(asked).toBeGreaterThan(0))
  await stop!()
  expect(failures).toEqual([])
  expect(lines).toMatchObject([{ processor: 'deliver-webhooks', errorClass: 'Outage', attempt: 1 }])
})
