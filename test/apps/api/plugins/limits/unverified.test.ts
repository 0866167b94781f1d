// A client without a valid key or signature waits longer and longer. A client with one never waits for another's
// failures.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  arrivingBodies,
  createUnverified,
  unverifiedBudgets,
} from '../../../../../apps/api/plugins/limits/unverified.ts'
import { github } from '../../sources/deliveries.ts'
import { type Door, dial, KEY, openDoor } from '../door.ts'

const { key, signature } = unverifiedBudgets

describe('given failed attempts of an address', () => {
  let now: Date
  let unverified: ReturnType<typeof createUnverified>
  beforeEach(() => {
    now = new Date('2026-11-21T09:00:00.000Z')
    unverified = createUnverified({ scale: 1, now: () => now, max: 100 })
  })
  const from = (ip: string) => ({ ip })
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const fail = (times: number, ip = '192.0.2.1') => {
    for (let n = 0; n < times; n++) unverified.failed(from(ip), { kind: 'key' })
  }
  const waitOf = (ip = '192.0.2.1') => {
    try {
      unverified.admit(from(ip), { kind: 'key' })
      return 0
    } catch (error) {
      return (error as { retryAfterS: number }).retryAfterS
    }
  }

  test('when they are few, then nothing waits', () => {
    fail(key.free)
    expect(waitOf()).toBe(0)
  })

  test('when there is one more, then it waits, and after each further one twice as long, up to a limit', () => {
    fail(key.free)
    const waits: number[] = []
    for (let n = 0; n < 12; n++) {
      fail(1)
      waits.push(waitOf())
      pass(waits.at(-1)! * 1000)
      expect(waitOf()).toBe(0)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
  })

  test('when it keeps asking while it waits, then it waits no longer for that', () => {
    fail(key.free + 3)
    pass(1_000)
    for (let n = 0; n < 50; n++) expect(waitOf()).toBe(3)
  })

  test('when it has been quiet for ten minutes, then it starts afresh; a minute is enough without a wait', () => {
    fail(key.free)
    pass(60_000)
    fail(key.free)
    expect(waitOf()).toBe(0)
    fail(1)
    pass(600_999)
    fail(1)
    expect(waitOf()).toBe(2)
    pass(602_000)
    fail(key.free)
    expect(waitOf()).toBe(0)
  })

  test('when others come from ever more addresses, then it goes on waiting, and memory is bounded', () => {
    fail(key.free + 5)
    for (let n = 0; n < 5_000; n++) fail(1, `10.${n >> 8}.${n & 255}.1`)
    expect(waitOf()).toBe(16)
    expect(unverified.size()).toBeLessThanOrEqual(100 + 1024)
  })

  test('when it waits, then it is told why, and until when', () => {
    fail(key.free + 2)
    pass(1)
    expect(() => unverified.admit(from('192.0.2.1'), { kind: 'key' })).toThrow(
      'too many attempts failed: try again in 2 s',
    )
  })

  test('when the clock is set back, then nothing waits', () => {
    fail(key.free + 5)
    pass(-1)
    expect(waitOf()).toBe(0)
  })

  test.each([
    [1, 30],
    [2, 60],
    [2.55, 76],
    [0.1, 30],
  ])('given the scale %d, then %i are free', (scale, free) => {
    unverified = createUnverified({ scale, now: () => now })
    fail(free)
    expect(waitOf()).toBe(0)
    fail(1)
    expect(waitOf()).toBe(1)
  })

  test('given the scale 0, then nothing waits', () => {
    unverified = createUnverified({ scale: 0, now: () => now })
    fail(1_000)
    expect(waitOf()).toBe(0)
    expect(unverified.size()).toBe(0)
  })

  test('when they are signatures, then each source has its own, and they wait half a minute at most', () => {
    const github = { kind: 'signature', of: 'github' } as const
    for (let n = 0; n < signature.free + 20; n++) unverified.failed(from('192.0.2.1'), github)
    expect(() => unverified.admit(from('192.0.2.1'), github)).toThrow('try again in 30 s')
    unverified.admit(from('192.0.2.1'), { kind: 'signature', of: 'stripe' })
    unverified.admit(from('192.0.2.1'), { kind: 'signature' })
    unverified.admit(from('192.0.2.2'), github)
    expect(waitOf()).toBe(0)
  })

  test('when they were of a key, then signatures do not wait', () => {
    fail(key.free + 5)
    unverified.admit(from('192.0.2.1'), { kind: 'signature', of: 'github' })
  })
})

test('given large bodies that arrive, when there are too many of a client or of all, then the next waits for one to end', () => {
  const { arrives } = createUnverified({ scale: 0, now: () => new Date() })
  const leaving = new Map<string, () => void>()
  const come = (client: number) =>
    arrives({ ip: `192.0.2.${client}` }, (leave) => leaving.set(`${client}`, leave))
  const { ofClient, ofAll } = arrivingBodies
  for (let n = 0; n < ofClient; n++) come(1)
  expect(() => come(1)).toThrow(/too many large bodies/)
  for (let n = ofClient; n < ofAll; n++) come(2 + Math.floor(n / ofClient))
  expect(() => come(200)).toThrow(/too many large bodies/)
  leaving.get('1')!()
  come(1)
  expect(() => come(200)).toThrow(/too many large bodies/)
})

test('given large bodies of a client, when one or all have ended, then it may have as many again, and no more', () => {
  const { arrives } = createUnverified({ scale: 1, now: () => new Date() })
  const leaving: (() => void)[] = []
  const fill = () => {
    for (let n = 0; n < arrivingBodies.ofClient; n++) {
      arrives({ ip: '192.0.2.1' }, (leave) => leaving.push(leave))
    }
    expect(() => arrives({ ip: '192.0.2.1' }, () => undefined)).toThrow(
      'too many large bodies arrive at once: try again in 1 s',
    )
  }
  fill()
  leaving.pop()!()
  arrives({ ip: '192.0.2.1' }, (leave) => leaving.push(leave))
  expect(() => arrives({ ip: '192.0.2.1' }, () => undefined)).toThrow('too many large bodies')
  for (const leave of leaving.splice(0)) leave()
  fill()
})

describe('at the door', () => {
  let door: Door
  beforeEach(async () => {
    door = await openDoor()
  })
  afterEach(() => door.close())

  test('wrong keys are 401, then 429 with Retry-After; valid ones of the same address pass', async () => {
    const ask = (as: string | null) => door.call('GET', '/v1/health', { as })
    for (let n = 0; n <= key.free; n++) expect((await ask('wrong')).status).toBe(401)
    const { status, headers, body } = await ask('wrong')
    expect([status, headers['retry-after']]).toEqual([429, '1'])
    expect(body.error).toMatchObject({ code: 'RATE_LIMITED', details: { retryAfter: 1 } })
    expect((await ask(KEY)).status).toBe(200)
    expect((await ask(null)).status).toBe(401)
    const elsewhere = await door.call('GET', '/v1/health', { as: 'wrong', from: '192.0.2.2' })
    expect(elsewhere.status).toBe(401)
  })

  test('an address in a header counts only behind a trusted proxy', async () => {
    const behind = await openDoor({ TRUST_PROXY: '192.0.2.0/24' })
    const ask = async (at: Door, client: string) => {
      const headers = { 'x-forwarded-for': client }
      return (await at.call('GET', '/v1/health', { as: 'wrong', headers })).status
    }
    for (let n = 0; n <= key.free; n++) {
      await ask(door, `198.51.100.${n}`)
      await ask(behind, '198.51.100.1')
    }
    expect(await ask(door, '198.51.100.99')).toBe(429)
    expect(await ask(behind, '198.51.100.1')).toBe(429)
    expect(await ask(behind, '198.51.100.2')).toBe(401)
    await behind.close()
  })

  describe('of webhooks', () => {
    let binding: string
    beforeEach(async () => {
      const body = { appId: 'app', source: 'github', secret: github.secret }
      binding = (await door.call('POST', '/v1/config/sources', { body })).body.id
    })
    /** Padded to more bytes than the service reads from any client. */
    const large = github.body.replace('{', `{"padding":"${'x'.repeat(70_000)}",`)
    type Sent = { secret?: string; query?: string; from?: string; raw?: string }
    const send = async ({ secret = github.secret, query = '', from, raw = large }: Sent) => {
      const signed = await github.sign({ body: raw, secret, at: door.clock.now, url: '' })
      const headers = { ...github.headers, ...signed }
      const url = `/v1/webhooks/github${query}`
      return door.call('POST', url, { as: null, raw, headers, ...(from && { from }) })
    }
    const failing = async (query = '', from = '192.0.2.1') => {
      for (let n = 0; n <= signature.free; n++) {
        const wrong = { secret: 'another-secret-of-16', raw: github.body, query, from }
        expect((await send(wrong)).status).toBe(401)
      }
    }

    test('after too many wrong signatures no large body is tried, not even a right one, for a while', async () => {
      await failing()
      const { status, headers } = await send({})
      expect([status, headers['retry-after']]).toEqual([429, '1'])
      expect((await send({ from: '192.0.2.2' })).status).toBe(200)
      door.clock.now = new Date(door.clock.now.getTime() + 1_000)
      expect((await send({})).status).toBe(200)
    })

    test('a small body is tried, because others may share the address of a provider', async () => {
      await failing()
      expect((await send({ raw: github.body })).status).toBe(200)
    })

    test('a binding that is named does not wait for what failed without it, nor the other way round', async () => {
      const query = `?binding=${binding}`
      await failing()
      expect((await send({ query })).status).toBe(200)
      await failing(query)
      expect((await send({ query, raw: github.body })).status).toBe(429)
      expect((await send({ raw: github.body })).status).toBe(200)
      expect((await send({ query: '?binding=made-up' })).status).toBe(429)
    })

    test('a request that was let in before the others failed is not tried either', async () => {
      const query = `?binding=${binding}`
      const { body: text, secret } = github
      const signed = await github.sign({ body: text, secret, at: door.clock.now, url: '' })
      const headers = Object.entries({ ...github.headers, ...signed })
      const client = dial(door.port)
      client.send(
        `POST /v1/webhooks/github${query} HTTP/1.1\r\nHost: door\r\nContent-Length: ${Buffer.byteLength(text)}\r\n${headers.map((header) => `${header.join(': ')}\r\n`).join('')}\r\n`,
      )
      await new Promise((resolve) => door.app.server.once('request', resolve))
      await failing(query, '127.0.0.1')
      client.send(text)
      expect(await client.received(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 429 /)
      client.socket.destroy()
    })

    test('no more large bodies arrive at once than a client may have; small ones and keys pass', async () => {
      const start = (length: number, authorization = '') => {
        const client = dial(door.port)
        client.send(
          `POST /v1/webhooks/custom HTTP/1.1\r\nHost: door\r\n${authorization}Content-Length: ${length}\r\n\r\n`,
        )
        return client
      }
      let requests = 0
      const all = new Promise<void>((resolve) => {
        door.app.server.on('request', () => {
          if (++requests === arrivingBodies.ofClient) resolve()
        })
      })
      const arriving = Array.from({ length: arrivingBodies.ofClient }, () => start(900_000))
      await all
      expect(await start(900_000).ended).toMatch(/^HTTP\/1\.1 429 .*retry-after: 1/is)
      const small = start(2)
      small.send('{}')
      expect(await small.received(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 401 /)
      const text = JSON.stringify({ appId: 'a', data: 'x'.repeat(70_000) })
      const keyed = start(text.length, `Authorization: Bearer ${KEY}\r\n`)
      keyed.send(text)
      expect(await keyed.received(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 /)
      for (const { socket } of [...arriving, small, keyed]) socket.destroy()
    })

    test('no body is read of who has to wait', async () => {
      await failing()
      const raw = 'x'.repeat(2 * 1024 * 1024)
      const { status } = await door.call('POST', '/v1/webhooks/github', { as: null, raw })
      expect(status).toBe(429)
    })

    test('wrong keys count as wrong keys, and a valid one waits for nothing', async () => {
      const body = { appId: 'app', userId: 'u', eventType: 'e', data: { x: 'x'.repeat(70_000) } }
      const ask = (as: string) => door.call('POST', '/v1/webhooks/custom', { as, body })
      for (let n = 0; n <= key.free; n++) expect((await ask('wrong')).status).toBe(401)
      expect((await ask('wrong')).status).toBe(429)
      expect((await door.call('GET', '/v1/health', { as: 'wrong' })).status).toBe(429)
      expect((await ask(KEY)).status).toBe(200)
    })
  })
})
