// What the client refuses by itself: input that would do something else than its caller means, or whose refusal by the
// platform would quote it.
import { describe, expect, it, vi } from 'vitest'
import { createMemory, type MemoryOptions } from '../../../../apps/clients/typescript/memory.ts'

const sent: { path: string; body: string; key: string | null }[] = []
const options: MemoryOptions = {
  url: 'http://service.test',
  apiKey: 'key',
  appId: 'shop',
  userId: 'anna',
  fetch: async (request) => {
    const { pathname } = new URL(request.url)
    const key = request.headers.get('idempotency-key')
    sent.push({ path: pathname, body: await request.text(), key })
    return Response.json(
      { resourceId: 'r1', eventId: 'e1', itemId: 'i1', deletedItems: 0 },
      { status: 202 },
    )
  },
}
const memory = createMemory(options)
/** As a caller in JavaScript does, whose arguments are of any type. */
const untyped = {
  forget: (what: unknown): Promise<unknown> => Reflect.apply(memory.forget, memory, [what]),
  remember: (...given: unknown[]): Promise<unknown> =>
    Reflect.apply(memory.remember, memory, given),
  call: (verb: 'give' | 'correct' | 'report' | 'context', ...given: unknown[]): Promise<unknown> =>
    Reflect.apply(memory[verb], memory, given),
  create: (more: object): unknown => Reflect.apply(createMemory, null, [{ ...options, ...more }]),
}

const refusal = (field: string) => ({
  code: 'VALIDATION_ERROR',
  status: 400,
  details: { field },
})

async function refusedWithoutACall(call: () => Promise<unknown>, field: string): Promise<void> {
  sent.length = 0
  await expect(call()).rejects.toMatchObject(refusal(field))
  expect(sent).toEqual([])
}

describe('forget', () => {
  it.each([
    [undefined],
    [null],
    [{}],
    [{ category: undefined }],
    [{ category: null }],
    ['evrything'],
    [['everything']],
  ])(
    'given %j, which says neither everything nor a category, then nothing is deleted',
    async (what) => {
      await refusedWithoutACall(() => untyped.forget(what), 'category')
    },
  )

  it('deletes everything, or a category, where it is said', async () => {
    sent.length = 0
    await memory.forget('everything')
    await memory.forget({ category: 'work' })
    expect(sent.map(({ body }) => JSON.parse(body))).toEqual([
      { appId: 'shop', userId: 'anna', confirm: true },
      { appId: 'shop', userId: 'anna', confirm: true, category: 'work' },
    ])
  })
})

describe('remember', () => {
  it.each([
    [undefined],
    [null],
    [5],
    [{}],
    [{ role: 'user', content: 'one, not in a list' }],
    [[]],
    [[null]],
    [['a text']],
    [[[]]],
    [[{ role: 'user', content: 5 }]],
    [''],
    [' \n'],
  ])(
    'given %j, which is no text and no messages, then it is not stored as the words of a document',
    async (content) => {
      await refusedWithoutACall(() => untyped.remember(content), 'content')
    },
  )

  it('given parts, or a call of a tool without content, then they are messages', async () => {
    sent.length = 0
    const messages = [
      { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
      { role: 'assistant', content: null },
      { role: 'assistant', tool_calls: [] },
    ]
    await untyped.remember(messages)
    expect(JSON.parse(JSON.parse(sent[0]!.body).content)).toEqual(messages)
  })

  it('given a date that is none then the service is told so, and refuses it', async () => {
    sent.length = 0
    await memory.remember('I moved.', { at: new Date('last week') })
    expect(JSON.parse(sent[0]!.body).metadata).toEqual({ timestamp: 'Invalid Date' })
  })

  it('given a key that no header can hold then the error names it, and quotes nothing', async () => {
    const idempotencyKey = 'first\nsecond'
    await refusedWithoutACall(() => memory.remember('x', { idempotencyKey }), 'idempotencyKey')
    const error = await memory.remember('x', { idempotencyKey }).catch((each) => each)
    expect(error.message).not.toContain('second')
  })

  it('given a key that is no text then it is not sent as the word “null”, which all would share', async () => {
    await refusedWithoutACall(
      () => untyped.remember('x', { idempotencyKey: null }),
      'idempotencyKey',
    )
  })
})

describe('what is of another type than its option', () => {
  it.each([
    ['remember', () => untyped.remember('x', { until: 'retrievabel' })],
    ['give', () => untyped.call('give', 'x', { until: 'retrievabel' })],
    ['correct', () => untyped.call('correct', 'i1', 'x', { until: 'retrievabel' })],
    ['report', () => untyped.call('report', {}, { until: 'retrievabel' })],
  ])('given an until that is misspelt, %s does not pass for one that waits', async (_, call) => {
    await refusedWithoutACall(call, 'until')
  })

  it.each([[new Date(0)], [{}], ['\ud83d']])(
    'given %j in a query, which a URL has no form for, then it is not left out',
    async (asOf) => {
      await refusedWithoutACall(() => untyped.call('context', { asOf }), 'asOf')
    },
  )
})

it('given another user among what is stored, then it is stored for the user of the memory', async () => {
  sent.length = 0
  const other = { userId: 'ben', appId: 'bank' }
  const activity = { eventType: 'e', source: 's', timestamp: '2026-01-01T00:00:00Z', data: {} }
  await untyped.call('report', { ...activity, ...other })
  await untyped.call('give', { text: 'I like tea.', ...other })
  const owners = sent
    .map(({ body }) => JSON.parse(body))
    .map(({ appId, userId }) => [appId, userId])
  expect(owners).toEqual(Array.from({ length: 2 }, () => ['shop', 'anna']))
})

describe('createMemory', () => {
  it.each([
    ['localhost:8080'],
    [''],
    ['/v1'],
    ['ftp://service.test'],
    ['http://anna:secret@service.test'],
  ])('given the address “%s” then the error says what an address is, and quotes nothing', (url) => {
    const made = () => createMemory({ ...options, url })
    expect(made).toThrow('url: must be an address such as http://localhost:8080, without a user')
  })

  it.each([['a\nsecret'], ['ключ']])(
    'given the key %j then the error does not quote it',
    (apiKey) => {
      expect(() => createMemory({ ...options, apiKey })).toThrow(
        'apiKey: must hold only visible ASCII characters',
      )
    },
  )

  it.each([[undefined], [null], [5]])(
    'given the key %j then it is not sent as a word',
    (apiKey) => {
      expect(() => untyped.create({ apiKey })).toThrow('apiKey: must be a string')
    },
  )

  it('given an address that is no text then the error says what an address is', () => {
    const url = new URL('http://service.test')
    expect(() => untyped.create({ url })).toThrow('url: must be an address')
  })

  it.each([
    ['timeoutMs', 1, [0, -1, Number.NaN, '30000']],
    ['retries', 0, [-1, Number.NaN, '3']],
    ['maxWaitMs', 0, [-1, Number.NaN, '3']],
  ])('given a %s with which no call can be made then it is refused', (field, least, values) => {
    for (const value of values) {
      expect(() => untyped.create({ [field]: value })).toThrow(
        `${field}: must be a number, ${least} at least`,
      )
    }
  })

  it('given that any wait will do, when a service asks for a year, then the call fails at once', async () => {
    const headers = { 'retry-after': String(365 * 24 * 60 * 60) }
    const body = { error: { code: 'RATE_LIMITED', message: 'wait' } }
    const fetch = vi.fn(async () => Response.json(body, { status: 429, headers }))
    const patient = createMemory({ ...options, maxWaitMs: Number.POSITIVE_INFINITY, fetch })
    await expect(patient.context()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('given a key with the end of its line, as from a file, then it is taken', async () => {
    await createMemory({ ...options, apiKey: 'key\n' }).remember('I like tea.')
  })

  it.each(['appId', 'userId'] as const)('given no %s then reads ask for no other', async (name) => {
    const settings: MemoryOptions = JSON.parse(JSON.stringify({ ...options, [name]: undefined }))
    const unnamed = createMemory({ ...settings, fetch: options.fetch! })
    await refusedWithoutACall(() => unnamed.context(), name)
  })

  it.each([[Number.POSITIVE_INFINITY], [2 ** 31]])(
    'given the limit %d, which no timer takes, then an attempt is not ended at once',
    async (timeoutMs) => {
      const slow = async () => {
        await new Promise((resolve) => setTimeout(resolve, 30))
        return Response.json({ summaries: {}, lastUpdated: '' })
      }
      const fetch = (request: Request) =>
        Promise.race([
          slow(),
          new Promise<never>((_, reject) =>
            request.signal.addEventListener('abort', () => reject(request.signal.reason)),
          ),
        ])
      const patient = createMemory({ ...options, timeoutMs, retries: 0, fetch })
      await expect(patient.context()).resolves.toMatchObject({ summaries: {} })
    },
  )
})
