// What stores know of forgets is held against the log: a fence or a receipt that a store lost is named, and which.
import { expect, test } from 'vitest'
import { type VerifyPorts, verifyAudit } from '../../../processors/audit-seals/verify-audit.ts'
import { readToOf, verifyForgets } from '../../../processors/audit-seals/verify-forgets.ts'
import { flow as topologies } from '../../../processors/flow.ts'
import { reachOf } from '../../../processors/forget/reach.ts'
import { isStoredAs } from '../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { topics, WRITES } from '../../../schemas/topics.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { startedOnce } from '../../started.ts'
import { BOB, givenHistory } from './given.ts'

const flow = startedOnce(givenHistory)
const STORES = reachOf(topologies, topics).awaited

async function bobsForget(): Promise<string> {
  for (const { event } of await recordsOf(flow.ports.log, WRITES)) {
    if (isStoredAs(event, 'MemoryForgotten') && event.userId === BOB.userId) return event.id
  }
  throw new Error('Bob was forgotten')
}

const found = async (ports: VerifyPorts) => (await verifyAudit(ports)).findings

test('given stores that were left alone, when verified, then nothing is missing', async () => {
  expect(await found(flow.ports)).toEqual([])
})

test.each(STORES)(
  'given rows that were deleted from the %s, when verified, then the fence and the receipt are named',
  async (name) => {
    const lost = {
      ...flow.ports[name],
      fences: async () => [],
      receipt: async () => null,
    }
    const id = await bobsForget()
    const findings = await found({ ...flow.ports, [name]: lost } as VerifyPorts)
    const ofBob = findings.filter(({ userId }) => userId === BOB.userId)
    expect(ofBob).toEqual(
      ['fence', 'receipt'].map((part) => ({
        what: 'dropped',
        where: name,
        id: `${part} of ${id}`,
        ...BOB,
      })),
    )
    // Of Cid a category was forgotten.
    expect(findings).toHaveLength(4)
  },
)

test('given a fence that lets the destroyed key pass, when verified, then it is named', async () => {
  const { memory } = flow.ports
  const weaker = {
    ...memory,
    fences: async (...asked: Parameters<typeof memory.fences>) =>
      (await memory.fences(...asked)).map((fence) => ({ ...fence, keyGeneration: 0 })),
  }
  expect(await found({ ...flow.ports, memory: weaker })).toEqual([
    { what: 'dropped', where: 'memory', id: `fence of ${await bobsForget()}`, ...BOB },
  ])
})

test('given a store that has not read the forgets yet, when verified, then it misses none', async () => {
  const behind = {
    ...flow.ports.graph,
    checkpoints: async () => new Map(),
    fences: async () => [],
    receipt: async () => null,
  }
  expect(await found({ ...flow.ports, graph: behind })).toEqual([])
})

test('given 200 forgets, when verified, then each store is asked for fences twice, and for receipts some at a time', async () => {
  const records = await recordsOf(flow.ports.log, WRITES)
  const forget = records.find(({ event }) => isStoredAs(event, 'MemoryForgotten'))
  if (!forget?.event) throw new Error('Bob was forgotten')
  const { event } = forget
  const forgets = Array.from({ length: 200 }, (_, n) => ({
    ...forget,
    partition: 0,
    position: n,
    event: { ...event, userId: `user-${n}` },
  }))
  const asked = { fences: 0, receipts: 0, underWay: 0, most: 0 }
  const store = {
    checkpoints: async () => new Map([[0, 199]]),
    fences: async (scopes: readonly Scope[]) => {
      asked.fences++
      return scopes.map((scope) => ({ ...scope, category: null, before: 199, keyGeneration: 99 }))
    },
    receipt: async () => {
      asked.receipts++
      asked.most = Math.max(asked.most, ++asked.underWay)
      await Promise.resolve()
      asked.underWay--
      return null
    },
  }
  const findings = await verifyForgets(await readToOf({ memory: store }), 0, forgets)
  expect(asked).toEqual({ fences: 2, receipts: 200, underWay: 0, most: 8 })
  expect(findings.map(({ userId }) => userId)).toEqual(forgets.map((each) => each.event.userId))
  expect(await verifyForgets(await readToOf({ memory: store }), 1, forgets)).toEqual([])
})
