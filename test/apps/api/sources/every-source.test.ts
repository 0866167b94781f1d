// What holds for every source: it verifies what its provider signs and nothing else, and turns events into sentences.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Source, WebhookRequest } from '../../../../apps/api/sources/source.ts'
import { sourceNamed, sources } from '../../../../apps/api/sources/sources.ts'
import { understand } from '../../../../apps/api/sources/understand.ts'
import { sentenceOf } from '../../../../processors/extract-facts/reading/sentence.ts'
import { eventRequest } from '../../../../schemas/api/writing/events.ts'
import { type Delivery, deliveries } from './deliveries.ts'
import { verifies } from './given.ts'

const NOW = new Date('2026-11-20T09:00:00.000Z')
const URL = 'https://memory.example.com/v1/webhooks/any'
const later = (ms: number) => new Date(NOW.getTime() + ms)

async function requestOf(delivery: Delivery): Promise<WebhookRequest> {
  const { body, secret, headers } = delivery
  const signature = await delivery.sign({ body, secret, at: NOW, url: URL })
  return {
    method: 'POST',
    url: URL,
    headers: { ...headers, ...signature },
    body: Buffer.from(body),
  }
}

async function signatureHeaders({ sign, body, secret }: Delivery): Promise<string[]> {
  return Object.keys(await sign({ body, secret, at: NOW, url: URL }))
}

test.each(sources.map(({ name }) => name))(
  'the guide says which ids a map of %s may hold',
  (name) => {
    const guide = readFileSync(
      `${import.meta.dirname}/../../../../apps/api/sources/README.md`,
      'utf8',
    )
    expect(guide, 'add a row under "Whose memory it is"').toMatch(
      new RegExp(`^\\| ${name} +\\| `, 'm'),
    )
  },
)

/** True where a sentence of the source names the field. */
function usedBy({ events }: Source, field: string): boolean {
  return Object.values(events).some(({ template }) => template.includes(`{${field}}`))
}

test('there is a delivery for every source', () => {
  expect(
    deliveries.map(({ source }) => source).sort(),
    'a source is a line in apps/api/sources/sources.ts and a delivery in test/apps/api/sources/deliveries.ts',
  ).toEqual(sources.map(({ name }) => name).sort())
})

test.each([
  ['salesforce', '006x0000001T2oBAAS'],
  ['netsuite', 'salesorder 1234'],
])('%s tells records of one name apart by %s', async (name, id) => {
  const delivery = deliveries.find(({ source }) => source === name)!
  const [message] = sourceNamed(name)!.messages(await requestOf(delivery))
  expect(message!.data.crmRecord).toBe(id)
})

describe.each(deliveries.map((delivery) => [delivery.source, delivery] as const))(
  '%s',
  (name, delivery) => {
    const source = sourceNamed(name) as Source
    const { secret } = delivery

    test('given what the provider signed, then it is verified, with this secret alone', async () => {
      const request = await requestOf(delivery)
      expect(verifies(source, request, secret, NOW)).toBe(true)
      expect(verifies(source, request, `${secret}x`, NOW)).toBe(false)
      expect(verifies(source, request, secret.slice(1), NOW)).toBe(false)
    })

    test('given a header of the signature that is missing or empty, then it is refused', async () => {
      const request = await requestOf(delivery)
      for (const header of await signatureHeaders(delivery)) {
        for (const given of [undefined, '', 'x']) {
          const headers = { ...request.headers, [header]: given }
          expect(verifies(source, { ...request, headers }, secret, NOW)).toBe(false)
        }
      }
    })

    test('given any byte of the body or the signature changed, then it is refused', async () => {
      const request = await requestOf(delivery)
      const signed = await signatureHeaders(delivery)
      // A secret that is sent as it is proves the sender, and says nothing about the body.
      const isBearer = signed.includes('authorization')
      const flip = (bytes: Buffer, index: number, mask: number) => {
        const changed = Buffer.from(bytes)
        changed[index % bytes.length]! ^= mask
        return changed
      }
      fc.assert(
        fc.property(fc.nat(), fc.integer({ min: 1, max: 255 }), (index, mask) => {
          const body = flip(request.body, index, mask)
          expect(verifies(source, { ...request, body }, secret, NOW)).toBe(isBearer)
          for (const header of signed) {
            const value = Buffer.from(request.headers[header]!)
            if (isBearer && index % value.length < 'Bearer '.length) continue
            const headers = {
              ...request.headers,
              [header]: flip(value, index, mask).toString('latin1'),
            }
            expect(verifies(source, { ...request, headers }, secret, NOW)).toBe(false)
          }
        }),
        { numRuns: 500 },
      )
    })

    test('given five minutes and more between the clocks, then a timed signature is refused', async () => {
      const request = await requestOf(delivery)
      const minute = 60_000
      for (const ms of [-4.9 * minute, 4.9 * minute]) {
        expect(verifies(source, request, secret, later(ms))).toBe(true)
      }
      for (const ms of [-5.1 * minute, 5.1 * minute, 24 * 60 * minute]) {
        expect(verifies(source, request, secret, later(ms))).toBe(!delivery.isTimed)
      }
    })

    test('given its payload, then it is an activity with a sentence, which POST /events would take', async () => {
      const [message] = source.messages(await requestOf(delivery))
      const binding = { users: new Map([[delivery.user, 'anna']]) }
      const understood = understand({ source, appId: 'app', binding, message: message!, now: NOW })
      if ('reason' in understood) throw new Error(understood.reason)
      const { activity, template } = understood
      expect(activity.userId).toBe('anna')
      expect(sentenceOf(activity, template ?? undefined)).toBe(delivery.sentence)
      expect(eventRequest.parse(activity)).toEqual(activity)
      expect(activity.timestamp.slice(0, 10)).toBe('2025-03-04')
    })

    test('given its payload, then its data are what the sentence of its event names, and no more', async () => {
      for (const { eventType, data, itself } of source.messages(await requestOf(delivery))) {
        if (itself) continue
        const { template = '' } = source.events[eventType ?? ''] ?? {}
        // The id that tells records of one name apart is in what an event states, and in no sentence.
        const unused = Object.keys(data).filter(
          (field) => field !== 'crmRecord' && !usedBy(source, field),
        )
        expect(template).not.toBe('')
        expect(unused, 'put into `data` only what a sentence of the source names').toEqual([])
      }
    })

    test('given the same payload twice, then its deliveries have one id', async () => {
      const ids = [await requestOf(delivery), await requestOf(delivery)].flatMap((request) =>
        source.messages(request).map(({ deliveryId }) => deliveryId),
      )
      expect(new Set(ids).size).toBe(1)
      expect(ids, 'set `deliveryId`: the provider’s id, or `bodyId`').not.toContain(null)
    })

    test('given any JSON, then it is read or refused, and never understood by chance', () => {
      fc.assert(
        fc.property(fc.json(), (text) => {
          const request = { method: 'POST', url: URL, headers: {}, body: Buffer.from(text) }
          let messages: ReturnType<Source['messages']> = []
          try {
            messages = source.messages(request)
          } catch (error) {
            expect((error as Error).name).toBe('Unreadable')
          }
          for (const message of messages) {
            const binding = { users: null }
            const told = understand({ source, appId: 'app', binding, message, now: NOW })
            expect(told).toHaveProperty('reason')
          }
        }),
      )
    })
  },
)
