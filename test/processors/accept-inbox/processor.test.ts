// Partners' records on their way through the whole flow: each signing becomes one write, however often it is repeated.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { acceptForget } from '../../../apps/api/intake/forget.ts'
import { changeSettings } from '../../../apps/api/routes/settings/settings.ts'
import type { KeyStore } from '../../../infra/ports/key-store.ts'
import type { ObjectStore } from '../../../infra/ports/object-store.ts'
import type { Delivered } from '../../../infra/runtime/run/processor.ts'
import { publicInboxKey } from '../../../processors/accept-inbox/inbox-key.ts'
import { createAcceptInbox } from '../../../processors/accept-inbox/processor.ts'
import { makePartnerSecret } from '../../../processors/settings/partners.ts'
import { followSettings, type SettingsView } from '../../../processors/settings/settings-view.ts'
import { NO_APP, type StoredEvent } from '../../../schemas/events/envelope.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { alone, delivered, opens } from '../given.ts'
import { type Flow, startFlow } from '../in-memory.ts'
import { memorizeOf, type Signer, signedRecord } from './records.ts'
import { type InboxKey, sealTo } from './sealing.ts'

const ANNA = { appId: 'shop', userId: 'anna' }

let flow: Flow
let settings: SettingsView
let partner: Signer
beforeEach(async () => {
  flow = await startFlow()
  const failed = (error: Error) => {
    throw error
  }
  settings = await followSettings({ ...flow.ports, failed })
  partner = await newPartner()
})
afterEach(async () => {
  await settings.close()
  await flow.stop()
})

async function newPartner(): Promise<Signer> {
  const [id, secret] = [randomUUID(), makePartnerSecret()]
  const now = () => new Date()
  await changeSettings(
    { ports: flow.ports, settings, now },
    {
      type: 'PartnerCreated',
      appId: NO_APP,
      open: { partnerId: id, name: 'p', appIds: ['shop'], createdAt: now().toISOString() },
      sealed: { secret },
    },
  )
  return { id, secret }
}

/** Writes a record to the inbox; each call writes it at a new place. */
async function write(event: StoredEvent): Promise<void> {
  await flow.ports.log.append([{ topic: 'memory.inbox.v1', event: { ...event, id: randomUUID() } }])
}

async function writes() {
  await flow.drained()
  const found = await recordsOf(flow.ports.log, 'memory.writes.v1')
  return found.flatMap(({ event }) => (event?.type === 'ContentStored' ? event.userId : []))
}

type Refusal = { errorClass: string; reason: string }

async function deadLetters(): Promise<Refusal[]> {
  await flow.drained()
  const letters = await recordsOf(flow.ports.log, 'memory.inbox.v1.dlq')
  return letters.map(({ event }) => event!.open as Refusal)
}

async function refusals(): Promise<string[]> {
  return (await deadLetters()).map(({ errorClass }) => errorClass)
}

const said = (content: string, more: { signedAt?: Date; nonce?: string } = {}) =>
  signedRecord(partner, ANNA, { content, signedAt: new Date(), ...more })

test('given a record, when it is written again, then it becomes one write and one dead letter', async () => {
  const record = said('I like chess.')
  await write(record)
  expect(await writes()).toEqual(['anna'])
  await write(record)
  expect(await writes()).toEqual(['anna'])
  expect(await refusals()).toEqual(['Repeated'])
})

test('given a nonce that was used, when something else is signed with it, then it is refused; of another partner it is not', async () => {
  const nonce = 'the-same-word-again'
  await write(said('I like chess.', { nonce }))
  await write(said('I like go.', { nonce }))
  expect([await writes(), await refusals()]).toEqual([['anna'], ['Repeated']])
  partner = await newPartner()
  await write(said('I like poker.', { nonce }))
  expect(await writes()).toEqual(['anna', 'anna'])
})

test('given a record that is delivered again from its place, then it is the same write', async () => {
  const accept = createAcceptInbox({ ...flow.ports, settings })
  const event = { ...said('I like chess.'), erased: false, sealed: null }
  const delivered = {
    event,
    topic: 'memory.inbox.v1',
    partition: 0,
    position: 7,
    keyGeneration: null,
  }
  const first = await accept.handle([delivered as unknown as Delivered], alone())
  const again = await accept.handle([delivered as unknown as Delivered], alone())
  expect(first).toMatchObject({ outcome: 'emit', events: [{ event: { type: 'ContentStored' } }] })
  const idOf = (outcome: typeof first) => outcome.outcome === 'emit' && outcome.events[0]!.event.id
  expect(idOf(again)).toBe(idOf(first))
})

test('given a forgotten user, when a record of before is written again, then nothing comes back', async () => {
  const taken = said('I like chess.')
  const overheard = said('I like go.')
  await write(taken)
  expect(await writes()).toEqual(['anna'])
  await acceptForget(flow.ports, ANNA, new Date())
  await flow.drained()
  await write(taken)
  await write(overheard)
  expect(await deadLetters()).toMatchObject([
    {
      errorClass: 'Repeated',
      reason: 'palimpsest-nonce was used before: what is written again is signed again',
    },
    {
      errorClass: 'Forgotten',
      reason: 'the user was forgotten after the record was signed or written',
    },
  ])
  const later = new Date(Date.now() + 1_000)
  await write(said('I like rummy.', { signedAt: later }))
  expect(await writes()).toEqual(['anna'])
})

test('given a record that was signed too early, then it is refused', async () => {
  const event = said('I like chess.', { signedAt: new Date(Date.now() - 16 * 60_000) })
  await write({ ...event, recordedAt: new Date().toISOString() })
  expect([await writes(), await refusals()]).toEqual([[], ['Expired']])
})

test('given records in plain that are refused, and sealed ones whose signer, time or app is, when handled, then no key is made for their user and no nonce is remembered', async () => {
  const zoe = { ...ANNA, userId: 'zoe' }
  const bank = { ...zoe, appId: 'bank' }
  const stranger = { ...partner, id: randomUUID() }
  const signedAt = new Date()
  const early = new Date(signedAt.getTime() - 16 * 60_000)
  for (const part of [
    { content: 'I like chess.' },
    { sealed: { keyGeneration: 1, ciphertext: 'AAAA' } },
  ]) {
    await write(signedRecord(stranger, zoe, { ...part, signedAt }))
    await write(signedRecord(partner, bank, { ...part, signedAt }))
    const expired = signedRecord(partner, zoe, { ...part, signedAt: early })
    await write({ ...expired, recordedAt: signedAt.toISOString() })
  }
  await write(signedRecord(partner, zoe, { content: ' ', signedAt }))
  expect(await writes()).toEqual([])
  expect((await refusals()).sort()).toEqual([
    'Expired',
    'Expired',
    'InvalidRecord',
    ...Array(4).fill('Unauthorized'),
  ])
  expect(await flow.ports.keys.generations([zoe, bank])).toEqual([[], []])
  expect(await flow.ports.objects.list({ prefix: '~nonces/', limit: 1 })).toEqual([])
})

test('given a nonce that no record in the inbox can repeat any more, when another day comes, then it is removed', async () => {
  const old = { key: '~nonces/2026-01-01/p/old', body: Buffer.from('one') }
  await flow.ports.objects.putMany([old])
  await write(said('I like chess.'))
  expect(await writes()).toEqual(['anna'])
  expect(await flow.ports.objects.get(old.key)).toBe(null)
})

test('given an event that is no record of the inbox, when handled, then nothing comes of it', async () => {
  const accept = createAcceptInbox({ ...flow.ports, settings })
  const other = delivered('ContentStored', { open: opens.contentStored })
  expect(await accept.handle([other], alone())).toEqual({ outcome: 'emit', events: [] })
})

describe('sealed records', () => {
  /** As the API gives it. */
  async function inboxKey() {
    const [current] = await flow.ports.keys.current([ANNA])
    const { generation, key } = current!
    return { keyGeneration: generation, publicKey: publicInboxKey(key) }
  }

  const closed = async (content: string, more: { key?: InboxKey; of?: Scope } = {}) => {
    const { key = await inboxKey(), of = ANNA } = more
    return sealTo(key, of, { memorize: memorizeOf(content) })
  }
  const sealedRecord = (sealed: unknown, of = ANNA, signedAt = new Date()) =>
    signedRecord(partner, of, { sealed, signedAt })

  test('given a sealed record, when it is handled, then it becomes a write of its content', async () => {
    const record = sealedRecord(await closed('I like chess.'))
    expect(JSON.stringify(record)).not.toContain('chess')
    await write(record)
    expect([await writes(), await refusals()]).toEqual([['anna'], []])
    const { data } = await flow.ports.memory.listItems(ANNA, { limit: 2 })
    expect(data.map(({ text }) => text)).toEqual(['I like chess.'])
  })

  test('given a forget, when what was sealed before it is written or handled again, then no key opens it', async () => {
    const early = await closed('I like chess.')
    await write(sealedRecord(early))
    expect(await writes()).toEqual(['anna'])
    await acceptForget(flow.ports, ANNA, new Date())
    await flow.drained()
    const later = new Date(Date.now() + 1_000)
    await write(sealedRecord(early, ANNA, later))
    await write(sealedRecord(await closed('I like go.'), ANNA, later))
    expect(await deadLetters()).toMatchObject([
      { errorClass: 'Forgotten', reason: expect.stringContaining('a forget destroyed') },
    ])
    expect(await writes()).toEqual(['anna'])
  })

  test('given a key that was replaced and not destroyed, when a record sealed to it is handled, then it is a write', async () => {
    const key = await inboxKey()
    await flow.ports.keys.rotate(ANNA)
    expect((await inboxKey()).keyGeneration).toBe(key.keyGeneration + 1)
    await write(sealedRecord(await closed('I like chess.', { key })))
    expect([await writes(), await refusals()]).toEqual([['anna'], []])
  })

  test('given records that do not open, when handled, then each is one dead letter and the next is a write', async () => {
    const key = await inboxKey()
    const good = await closed('I like chess.')
    const berta = { ...ANNA, userId: 'berta' }
    const flipped = good.ciphertext.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    await write(sealedRecord({ ...good, ciphertext: flipped }))
    await write(sealedRecord(good, berta))
    await write(sealedRecord(await closed('I like go.', { of: berta })))
    await write(sealedRecord({ ...good, keyGeneration: key.keyGeneration + 1 }))
    await write(sealedRecord(await sealTo(key, ANNA, { memorize: { content: 'hurdy' } })))
    await write(sealedRecord(good))
    expect(await writes()).toEqual(['anna'])
    const letters = await deadLetters()
    expect(letters.map(({ errorClass }) => errorClass)).toEqual(Array(5).fill('InvalidRecord'))
    const reasons = letters.map(({ reason }) => reason.split(' ')[0]).sort()
    expect(reasons).toEqual([
      ...Array(3).fill('sealed.ciphertext'),
      'sealed.keyGeneration',
      'sealed.memorize.contentType',
    ])
  })

  test('given a forget that comes after the key was taken, when the record is stored, then only that key opens it', async () => {
    const sealed = await closed('I like chess.')
    const keys: KeyStore = {
      ...flow.ports.keys,
      get: async (scope, generation) => {
        const key = await flow.ports.keys.get(scope, generation)
        await flow.ports.keys.rotate(scope)
        return key
      },
    }
    const accept = createAcceptInbox({ ...flow.ports, keys, settings })
    const event = { ...sealedRecord(sealed), erased: false }
    const place = { topic: 'memory.inbox.v1', partition: 0, position: 7, keyGeneration: null }
    const outcome = await accept.handle([{ ...place, event } as unknown as Delivered], alone())
    expect(outcome).toMatchObject({ events: [{ keyGeneration: sealed.keyGeneration }] })
  })
})

describe('old nonces', () => {
  const DAY_MS = 24 * 60 * 60_000
  const START = Date.parse('2026-11-21T09:00:00.000Z')

  /** Accepts a record of each instant, and returns how often old nonces were searched for after each. */
  async function looks(at: readonly number[], list: () => Promise<string[]>): Promise<number[]> {
    let listed = 0
    const counting: ObjectStore = {
      ...flow.ports.objects,
      list: async (options) => {
        if (options.prefix !== '~nonces/') return flow.ports.objects.list(options)
        listed++
        return list()
      },
    }
    const accept = createAcceptInbox({ ...flow.ports, objects: counting, settings })
    const counts: number[] = []
    for (const ms of at) {
      const event = { ...said('I like chess.', { signedAt: new Date(ms) }), erased: false }
      const place = { topic: 'memory.inbox.v1', partition: 0, position: 7, keyGeneration: null }
      const one = { ...place, event } as unknown as Delivered
      expect(await accept.handle([one], alone())).toMatchObject({ outcome: 'emit' })
      counts.push(listed)
    }
    return counts
  }

  test('given records of one day and of the next, when accepted, then they are looked for once a day', async () => {
    const at = [START, START + 1_000, START + DAY_MS, START + 2_000]
    expect(await looks(at, async () => [])).toEqual([1, 1, 2, 2])
  })

  test('given more than can be removed at once, when records are accepted, then each goes on', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `~nonces/2026-01-01/p/${n}`)
    expect(await looks([START, START + 1_000], async () => many)).toEqual([1, 2])
  })

  test('given a store that fails, when records are accepted, then they are, and each tries again', async () => {
    const failing = () => Promise.reject(new Error('the store cannot be read'))
    expect(await looks([START, START + 1_000], failing)).toEqual([1, 2])
  })
})
