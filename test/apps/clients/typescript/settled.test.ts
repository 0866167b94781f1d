// Waiting until a write can be recalled.
import { describe, expect, it } from 'vitest'
import { createMemory, PalimpsestError } from '../../../../apps/clients/typescript/memory.ts'
import { orRefused, told } from '../../../../apps/mcp/answers.ts'

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

it('asks that a write be held for less than the time after which its call is given up', async () => {
  const waits: unknown[] = []
  const memory = createMemory({
    url: 'http://service.test',
    apiKey: 'key',
    appId: 'shop',
    userId: 'anna',
    timeoutMs: 4_000,
    fetch: async (request) => {
      const asked = new URL(request.url).searchParams.get('wait')
      waits.push(asked ? Number(asked) : ((await request.json()) as { wait?: number }).wait)
      return Response.json({ resourceId: 'r1', eventId: 'r1', itemId: 'i1', retrievable: true })
    },
  })
  const until = 'retrievable'
  await memory.remember('I live in Berlin.', { until })
  await memory.report({ eventType: 'a', source: 'b', timestamp: '2026-01-01', data: {} }, { until })
  await memory.give('I live in Berlin.', { until })
  await memory.correct('i1', 'I live in Bonn.', { until })
  await memory.retract('i1', { until })
  expect(waits).toEqual(Array(5).fill(2_000))
})

describe('an accepted write', () => {
  /** A service that stores what it is given, and answers each question about it so. */
  function storing(answer: () => Response) {
    return createMemory({
      url: 'http://service.test',
      apiKey: 'key',
      appId: 'shop',
      userId: 'anna',
      retries: 0,
      wait: async () => {},
      fetch: async ({ method }) =>
        method === 'GET'
          ? answer()
          : Response.json({ status: 'queued', resourceId: 'r1', itemId: 'i1' }, { status: 202 }),
    })
  }
  const until = { until: 'retrievable' } as const
  const forbidden = () =>
    Response.json({ error: { code: 'FORBIDDEN', message: 'not allowed to read' } }, { status: 403 })
  const waits = () => Response.json({ resource: queued })

  it('given a key that may not read it then the error says that it was accepted, and names it', async () => {
    await expect(storing(forbidden).remember('I live in Berlin.', until)).rejects.toMatchObject({
      code: 'NOT_PROCESSED',
      status: 403,
      message: 'accepted, but not known to be processed: not allowed to read',
      details: { resourceId: 'r1' },
    })
    await expect(storing(forbidden).give('I own a canoe.', until)).rejects.toMatchObject({
      details: { resourceId: 'r1', itemId: 'i1' },
    })
  })

  it('given one that is not processed in time then the error names it', async () => {
    await expect(storing(waits).remember('I live in Berlin.', until)).rejects.toMatchObject({
      code: 'NOT_PROCESSED',
      message: 'accepted, but not processed: it still waits',
      details: { resourceId: 'r1' },
    })
  })

  it.each([forbidden, waits])(
    'given a tool of an agent then it is told as stored',
    async (answer) => {
      const memory = storing(answer)
      const answered = await orRefused(async () => {
        const resourceId = await memory.remember('I live in Berlin.', until)
        return told('Remembered.', { resourceId })
      })
      expect(answered).toMatchObject({ structuredContent: { resourceId: 'r1' } })
      expect(answered).not.toHaveProperty('isError')
      expect(answered.content).toMatchObject([
        { text: expect.stringMatching(/^Stored: accepted, but not .*Do not store it again\.$/) },
      ])
    },
  )

  it('given a write that was refused then the tool says so', async () => {
    const refusing = async () => {
      throw new PalimpsestError({ code: 'VALIDATION_ERROR', message: 'too long' })
    }
    expect(await orRefused(refusing)).toMatchObject({ isError: true })
  })
})
