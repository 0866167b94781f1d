// Whose secret verifies a request that names no binding: found whatever other apps have bound, at a bounded cost.
import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '../../../../../apps/api/errors.ts'
import {
  createFindBinding,
  type FindBinding,
  MAX_VAIN_BYTES,
} from '../../../../../apps/api/intake/binding/find-binding.ts'
import type { Proof } from '../../../../../apps/api/sources/proof.ts'
import type { SourceBinding } from '../../../../../processors/settings/evolve.ts'

let now: Date
let bindings: Map<string, SourceBinding>
let find: FindBinding
beforeEach(() => {
  now = new Date('2026-11-21T09:00:00.000Z')
  bindings = new Map()
  find = createFindBinding({ now: () => now, unlimited: false })
})

function bind(appId: string, id: string, secret = `secret of ${id}`): SourceBinding {
  const bound = { createdAt: now.toISOString(), eventId: id, nth: 0 }
  const made = { id, appId, source: 'github', secret, users: null, ...bound }
  bindings.set(id, made)
  return made
}

/** Ten bindings for each of so many apps. */
function squat(apps: number): void {
  for (let n = 0; n < apps * 10; n++) bind(`squatter-${n % apps}`, `squat-${n}`)
}

const signedWith = (secret: string, body = Buffer.from('{}')): Proof => {
  const given = [createHmac('sha256', secret).update(body).digest('hex')]
  return { kind: 'signed', parts: [body], encoding: 'hex', given }
}
const wrong = (bytes = 2) => signedWith('not the secret of anybody', Buffer.alloc(bytes))

type More = { senderIds?: string[]; address?: string }
const search = (proof: Proof, { senderIds = [], address = '192.0.2.1' }: More = {}) =>
  find({ source: 'github', bindings: () => bindings, proof, senderIds, address })
const codeOf = (searching: Promise<unknown>) =>
  searching.then(
    () => 'no error',
    (error: ApiError) => error.code,
  )
/** Spends an address's whole allowance of hashing on failures. */
async function spend(address: string): Promise<void> {
  const each = 1024 * 1024
  const requests = Math.ceil(MAX_VAIN_BYTES / (each * bindings.size))
  for (let n = 0; n < requests; n++) expect(await search(wrong(each), { address })).toBe(null)
}

describe('a right signature', () => {
  test('given a thousand bindings of a hundred other apps, then it is found', async () => {
    squat(100)
    const mine = bind('late', 'mine')
    expect(await search(signedWith(mine.secret))).toBe(mine)
    expect(await search(wrong())).toBe(null)
  })

  test('given an app with the same secret that verified before, then the oldest binding has it all the same', async () => {
    const thief = bind('thief', 'b', 'shared')
    const tell = { senderIds: ['hook 1'] }
    expect(await search(signedWith('shared'), tell)).toBe(thief)
    const mine = bind('mine', 'a', 'shared')
    expect(await search(signedWith('shared'), tell)).toBe(mine)
  })

  test('given an app that has bound the same secret later, then the oldest binding has it', async () => {
    const mine = bind('mine', 'a', 'shared')
    bind('thief', 'b', 'shared')
    expect(await search(signedWith('shared'))).toBe(mine)
  })

  test('given a binding that was removed since it verified, then it verifies no more', async () => {
    const mine = bind('app', 'mine')
    await search(signedWith(mine.secret), { senderIds: ['hook 1'] })
    bindings.delete('mine')
    expect(await search(signedWith(mine.secret), { senderIds: ['hook 1'] })).toBe(null)
  })
})

describe('wrong signatures', () => {
  test('given an address that has had too much hashed in vain, then it waits, others do not, and a minute later it does not', async () => {
    squat(8)
    const mine = bind('late', 'mine')
    await spend('192.0.2.1')
    expect(await codeOf(search(signedWith(mine.secret)))).toBe('RATE_LIMITED')
    expect(await search(signedWith(mine.secret), { address: '192.0.2.2' })).toBe(mine)
    now = new Date(now.getTime() + 61_000)
    expect(await search(signedWith(bindings.get('squat-0')!.secret))).not.toBe(null)
  })

  test('given such an address, then what has verified before is found all the same, by its sender or lately', async () => {
    squat(8)
    const [mine, other] = [bind('late', 'mine'), bind('other', 'another')]
    await search(signedWith(mine.secret), { senderIds: ['hook 1'] })
    await search(signedWith(other.secret))
    for (let n = 0; n < 8; n++) await search(signedWith(bindings.get(`squat-${n}`)!.secret))
    await spend('192.0.2.1')
    expect(await search(signedWith(other.secret))).toBe(other)
    for (let n = 0; n < 12; n++) bind(`more-${n}`, `more-${n}`)
    for (let n = 0; n < 12; n++) {
      await search(signedWith(`secret of more-${n}`), { address: '192.0.2.9' })
    }
    expect(await codeOf(search(signedWith(other.secret)))).toBe('RATE_LIMITED')
    expect(await search(signedWith(mine.secret), { senderIds: ['hook 1'] })).toBe(mine)
  })

  test('given apps that pretend to be my sender, then they do not push me out', async () => {
    const mine = bind('mine', 'mine')
    const sender = { senderIds: ['hook 1'] }
    await search(signedWith(mine.secret), sender)
    squat(20)
    for (let n = 0; n < 20; n++) await search(signedWith(`secret of squat-${n}`), sender)
    await spend('192.0.2.1')
    expect(await search(signedWith(mine.secret), sender)).toBe(mine)
  })

  test('given addresses of one network of IPv6, then they are one', async () => {
    squat(8)
    await spend('2001:db8:1:2::1')
    expect(await codeOf(search(wrong(), { address: '2001:db8:1:2:3:4:5:6' }))).toBe('RATE_LIMITED')
    expect(await codeOf(search(wrong(), { address: '2001:db8:1:3::1' }))).toBe('no error')
  })

  test('given a right one, then it is not held against its address', async () => {
    const body = Buffer.alloc(1024 * 1024)
    for (let n = 0; n < 63; n++) bind(`app-${n}`, `bound-${n}`)
    expect(await search(wrong(body.length))).toBe(null)
    expect(await search(signedWith('secret of bound-62', body))).not.toBe(null)
    expect(await codeOf(search(wrong(body.length)))).toBe('no error')
    expect(await codeOf(search(wrong()))).toBe('RATE_LIMITED')
  })

  test('given a right one that took many tries, then what was in vain before it still counts', async () => {
    const body = Buffer.alloc(1024 * 1024)
    for (let n = 0; n < 63; n++) bind(`app-${n}`, `bound-${n}`)
    await search(wrong(body.length))
    for (let n = 63; n < 400; n++) bind(`app-${n}`, `bound-${n}`)
    expect(await search(signedWith('secret of bound-399', body))).not.toBe(null)
    expect(await codeOf(search(wrong()))).toBe('no error')
    expect(await codeOf(search(wrong()))).toBe('RATE_LIMITED')
  })

  test('given many at once, then those that wait are refused when the first has had too much hashed', async () => {
    squat(8)
    const each = 1024 * 1024
    const both = [search(wrong(each)), search(wrong(each))].map(codeOf)
    expect(await Promise.all(both)).toEqual(['no error', 'RATE_LIMITED'])
  })

  test('given an address that has to wait, then it is told at once, and holds up no other address', async () => {
    squat(8)
    await spend('192.0.2.1')
    const told: string[] = []
    await Promise.all(
      ['192.0.2.2', '192.0.2.1'].map((address) =>
        codeOf(search(wrong(1024 * 1024), { address })).then((code) => told.push(code)),
      ),
    )
    expect(told).toEqual(['RATE_LIMITED', 'no error'])
  })
})

describe('an address that has to wait', () => {
  const MIB = 1024 * 1024
  /** 80 bindings, a mebibyte and the cost of trying each: a quarter more than a minute's. */
  const WAIT_MS = 15_293
  const pass = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  const errorOf = (searching: Promise<unknown>) => searching.catch((error: ApiError) => error)

  test('is told until when, and waits no longer', async () => {
    squat(8)
    await search(wrong(MIB))
    expect(await errorOf(search(wrong()))).toMatchObject({
      message: 'too many requests of this address could not be verified: try again in 16 s',
      details: { retryAfter: 16, resetAt: now.getTime() / 1000 + 16 },
    })
    pass(WAIT_MS - 1)
    expect(await codeOf(search(wrong()))).toBe('RATE_LIMITED')
    pass(1)
    expect(await codeOf(search(wrong()))).toBe('no error')
  })

  test('waits from the byte on that is one too many', async () => {
    for (let n = 0; n < 64; n++) bind(`app-${n}`, `bound-${n}`)
    // Including the cost of trying a secret beside its bytes, a mebibyte each.
    await search(wrong(MIB - 4096))
    expect(await codeOf(search(wrong()))).toBe('RATE_LIMITED')
    pass(1)
    expect(await codeOf(search(wrong()))).toBe('no error')
  })

  test('waits alone, also after as many others as are remembered', async () => {
    bind('app', 'mine')
    for (let n = 0; n < 10_000; n++) await search(wrong(), { address: `10.0.${n >> 8}.${n & 255}` })
    pass(60_000)
    squat(8)
    await search(wrong(MIB))
    expect(await codeOf(search(wrong()))).toBe('RATE_LIMITED')
    bindings = new Map()
    for (let n = 0; n < 4_000; n++) await search(wrong(), { address: `10.1.${n >> 8}.${n & 255}` })
  })

  test('waits three minutes at most, whatever it has had hashed', async () => {
    squat(8)
    await search(wrong(4 * MIB))
    const { message } = (await errorOf(search(wrong()))) as ApiError
    expect(message).toMatch(/try again in 181 s$/)
  })

  test('does not wait less because the clock was set back', async () => {
    squat(8)
    await search(wrong(MIB))
    pass(-60_000)
    expect(await codeOf(search(wrong()))).toBe('RATE_LIMITED')
  })

  test('waits for what it sent to one source, and not to another', async () => {
    squat(8)
    await search(wrong(MIB))
    const stripe = { source: 'stripe', bindings: () => bindings, proof: wrong(), senderIds: [] }
    expect(await find({ ...stripe, address: '192.0.2.1' })).toBe(null)
  })

  test('is none where nothing is limited', async () => {
    find = createFindBinding({ now: () => now, unlimited: true })
    squat(8)
    for (let n = 0; n < 2; n++) expect(await search(wrong(MIB))).toBe(null)
  })
})

describe('what has verified before', () => {
  test('is tried at once up to four mebibytes: three secrets on a large body', async () => {
    squat(8)
    const four = ['a', 'b', 'c', 'd'].map((app) => bind(app, `of ${app}`))
    for (const { secret } of four) await search(signedWith(secret), { address: '192.0.2.9' })
    await spend('192.0.2.1')
    const large = (n: number) => signedWith(four[n]!.secret, Buffer.alloc(1024 * 1024))
    for (const n of [3, 2, 1]) {
      expect(await search(large(n))).toBe(four[n])
      // In the order in which they verified.
      for (const again of [1, 2, 3]) await search(signedWith(four[again]!.secret))
    }
    expect(await codeOf(search(large(0)))).toBe('RATE_LIMITED')
  })
})

describe('more secrets that have verified before than are tried at once', () => {
  test('are tried with the others: a large body of each is found', async () => {
    const body = Buffer.alloc(1024 * 1024)
    const all = Array.from({ length: 12 }, (_, n) => bind(`app-${n}`, `bound-${n}`))
    for (const { secret } of all) await search(signedWith(secret))
    for (const mine of all) expect(await search(signedWith(mine.secret, body))).toBe(mine)
  })
})

describe('a secret that was tried at once', () => {
  test('is not hashed again with the others', async () => {
    const mine = bind('app', 'mine')
    await search(signedWith(mine.secret))
    for (let n = 0; n < 65; n++) expect(await search(wrong(1024 * 1024))).toBe(null)
  })
})

describe('while secrets are tried', () => {
  test('given a binding that is removed before the search ends, then it verifies nothing, and is not remembered', async () => {
    const mine = bind('app', 'mine')
    let asked = 0
    const proof = signedWith(mine.secret)
    const parts = { source: 'github', proof, senderIds: ['hook 1'], address: '192.0.2.1' }
    const vanishing = () => (++asked <= 2 ? bindings : new Map())
    expect(await find({ ...parts, bindings: vanishing })).toBe(null)
    expect(await find({ ...parts, bindings: () => bindings })).toBe(mine)
  })

  test('given settings that cannot be read, then the search fails with them', async () => {
    let asked = 0
    const bindingsOf = () => {
      if (++asked > 1) throw new Error('no settings')
      return bindings
    }
    const parts = { source: 'github', proof: wrong(), senderIds: [], address: '192.0.2.1' }
    await expect(find({ ...parts, bindings: bindingsOf })).rejects.toThrow('no settings')
  })

  test('given requests of more addresses than may wait, then the last is refused and told to come back', async () => {
    squat(1)
    const asking = Array.from({ length: 66 }, (_, n) =>
      search(wrong(), { address: `192.0.2.${n}` }).catch(({ message }: ApiError) => message),
    )
    const told = await Promise.all(asking)
    expect(told.slice(0, 65)).toEqual(Array(65).fill(null))
    expect(told[65]).toBe('too many requests wait to be verified: try again in 1 s')
  })

  test('given many bindings, then others are served in between: after each large body, and after many small ones', async () => {
    squat(10)
    const servedDuring = async (proof: Proof) => {
      let served = 0
      let searching = true
      const serve = () => {
        served++
        if (searching) setImmediate(serve)
      }
      setImmediate(serve)
      await search(proof)
      searching = false
      return served
    }
    expect(await servedDuring(wrong())).toBeLessThan(10)
    expect(await servedDuring(wrong(1024 * 1024))).toBeGreaterThanOrEqual(100)
  })

  test('given an address with many requests, then another waits for one beside what runs, and too many are refused', async () => {
    squat(10)
    const done: string[] = []
    const ask = (address: string) =>
      search(wrong(256 * 1024), { address }).then(
        () => void done.push(address),
        (error: ApiError) => void done.push(`${address} ${error.code}`),
      )
    await Promise.all([...Array.from({ length: 10 }, () => ask('192.0.2.1')), ask('192.0.2.2')])
    expect(done.slice(0, 3)).toContain('192.0.2.1 RATE_LIMITED')
    expect(done.filter((each) => !each.includes(' ')).indexOf('192.0.2.2')).toBeLessThanOrEqual(2)
  })
})
