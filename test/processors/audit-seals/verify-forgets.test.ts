// What stores know of forgets is held against the log: a fence or a receipt that a store lost is named, and which.
import { expect, test } from 'vitest'
import { type VerifyPorts, verifyAudit } from '../../../processors/audit-seals/verify-audit.ts'
import { isStoredAs } from '../../../schemas/events/catalogue.ts'
import { WRITES } from '../../../schemas/topics.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { startedOnce } from '../../started.ts'
import { BOB, givenHistory } from './given.ts'

const flow = startedOnce(givenHistory)
const STORES = ['audit', 'memory', 'graph', 'deliveries'] as const

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
