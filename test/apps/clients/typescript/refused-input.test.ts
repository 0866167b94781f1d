// What the client refuses by itself: input that would do something else than its caller means, or whose refusal by the
// platform would quote it.
import { describe, expect, it } from 'vitest'
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
    return Response.json({ resourceId: 'r1', status: 'deleted' }, { status: 202 })
  },
}
const memory = createMemory(options)
/** As a caller in JavaScript does, whose arguments are of any type. */
const untyped = {
  forget: (what: unknown): Promise<unknown> => Reflect.apply(memory.forget, memory, [what]),
  remember: (content: unknown): Promise<unknown> =>
    Reflect.apply(memory.remember, memory, [content]),
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
