// Waiting until a write can be recalled.
import { describe, expect, it } from 'vitest'
import { createMemory } from '../../../../apps/clients/typescript/memory.ts'

type Told = { status: string; reason?: string; processing?: { state: string } }

/** A service that reports these states of a write, one after the other, and the waits in between. */
function telling(...told: Told[]) {
  const waits: number[] = []
  const memory = createMemory({
    url: 'http://service.test',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    wait: async (ms) => void waits.push(ms),
    fetch: async () => Response.json({ resource: told.length > 1 ? told.shift() : told[0] }),
  })
  return { memory, waits }
}

const queued = { status: 'queued' }

describe('settled', () => {
  it('asks less and less often until the write is processed', async () => {
    const { memory, waits } = telling(queued, queued, queued, { status: 'processed' })
    await memory.settled('r1')
    expect(waits).toHaveLength(3)
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
  })

  it.each([
    ['was refused', { status: 'failed', reason: 'too many facts' }, /too many facts/],
    [
      'is dead-lettered',
      { status: 'queued', processing: { state: 'dead-lettered' } },
      /dead-lettered/,
    ],
    ['still waits after a hundred questions', queued, /still waits/],
  ])('given a write that %s then it says so', async (_, told, message) => {
    const { memory, waits } = telling(told)
    const failure = expect(memory.settled('r1')).rejects
    await failure.toMatchObject({ code: 'NOT_PROCESSED', message: expect.stringMatching(message) })
    expect(waits.length).toBeLessThanOrEqual(100)
  })
})
