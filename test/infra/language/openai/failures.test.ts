// The engine on a failing endpoint: what it retries, which error it throws, and that no error holds the user's words or
// the key.
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  LanguageModelRefused,
  LanguageModelUnavailable,
} from '../../../../infra/ports/language-model.ts'
import { startedEach } from '../../../started.ts'
import { type Reply, startFakeOpenAi } from './fake-openai.ts'
import {
  AT,
  answerFact,
  CANARY,
  conversation,
  engineOn,
  everythingIn,
  failureOf,
  KEY,
} from './given.ts'

const api = startedEach(startFakeOpenAi)

/** An error as an endpoint may write it: with the input, the key and an odd code in it. */
function talkative(status: number, headers: Record<string, string> = {}): Reply {
  const message = `bad input: ${CANARY}, key ${KEY}`
  return { status, headers, body: { error: { message, code: `${CANARY} ${KEY}`, param: CANARY } } }
}

const soon = { 'retry-after-ms': '1' }
const facts = { answer: { facts: [answerFact()] } }

async function extractionFailure(...replies: Reply[]): Promise<Error> {
  api.respondWith(...replies)
  return failureOf(engineOn(api.baseUrl, { maxRetries: 0 }).extract(conversation()))
}

async function summaryFailure(reply: Reply): Promise<Error> {
  api.respondWith(reply)
  const known = [{ text: CANARY, flagged: true, validFrom: AT }]
  const category = { name: 'health', description: 'Health' }
  const request = { category, previous: CANARY, facts: known, maxTokens: 100 }
  return failureOf(engineOn(api.baseUrl, { maxRetries: 0 }).summarize(request))
}

async function embeddingFailure(reply: Reply): Promise<Error> {
  api.respondWith(reply)
  return failureOf(engineOn(api.baseUrl, { maxRetries: 0, dimensions: 2 }).embed([CANARY]))
}

function expectSilent(error: Error): void {
  expect(everythingIn(error)).not.toContain(CANARY)
  expect(everythingIn(error)).not.toContain(KEY)
}

describe('what is tried again', () => {
  it('an outage, until it is over', async () => {
    api.respondWith(talkative(500, soon), talkative(500, soon), facts)
    expect((await engineOn(api.baseUrl).extract(conversation())).facts).toHaveLength(1)
    expect(api.requests).toHaveLength(3)
  })

  it('a rate limit, after the wait that it asks for', async () => {
    const setTimer = globalThis.setTimeout
    const asked = 7_000
    const waits: number[] = []
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
      waits.push(ms)
      return setTimer(work, ms === asked ? 0 : ms)
    }) as typeof setTimeout)
    onTestFinished(() => void vi.restoreAllMocks())
    api.respondWith(talkative(429, { 'retry-after': '7' }), facts)
    expect((await engineOn(api.baseUrl).extract(conversation())).facts).toHaveLength(1)
    expect(waits.filter((ms) => ms === asked)).toHaveLength(1)
    expect(api.requests).toHaveLength(2)
  })

  it('a lost connection', async () => {
    api.respondWith('destroy', facts)
    expect((await engineOn(api.baseUrl).extract(conversation())).facts).toHaveLength(1)
  })

  it.each(['hang', 'stall'] as const)('no answer in time (%s)', async (reply) => {
    api.respondWith(reply, facts)
    const engine = engineOn(api.baseUrl, { timeoutMs: 200 })
    expect((await engine.extract(conversation())).facts).toHaveLength(1)
  })

  it('never more often than set', async () => {
    api.respondAlways(() => talkative(503, soon))
    const engine = engineOn(api.baseUrl, { maxRetries: 2 })
    const error = await failureOf(engine.extract(conversation()))
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expect(api.requests).toHaveLength(3)
  })

  it.each([{ 'retry-after': '86400' }, { 'retry-after': 'Fri, 31 Dec 2999 23:59:59 GMT' }])(
    'not after a wait longer than the time-out: %j',
    async (headers) => {
      api.respondWith(talkative(429, headers))
      const error = await failureOf(engineOn(api.baseUrl).extract(conversation()))
      expect(error).toBeInstanceOf(LanguageModelUnavailable)
      expect(api.requests).toHaveLength(1)
    },
  )
})

describe('which error comes out', () => {
  it.each([401, 402, 403, 404, 408, 409, 429, 500, 502, 503, 529])(
    'status %d may pass',
    async (status) => {
      const error = await extractionFailure(talkative(status))
      expect(error).toBeInstanceOf(LanguageModelUnavailable)
      expect(error.message).toContain(`status ${status})`)
      expectSilent(error)
    },
  )

  it.each([400, 413, 415, 422])('status %d will not pass', async (status) => {
    const error = await extractionFailure(talkative(status))
    expect(error).toBeInstanceOf(LanguageModelRefused)
    expect(error.message).toContain(`status ${status})`)
    expectSilent(error)
  })

  it.each([
    [401, 'OPENAI_API_KEY'],
    [403, 'OPENAI_API_KEY'],
    [404, 'EXTRACTION_MODEL'],
  ])('status %d says what to check', async (status, setting) => {
    expect((await extractionFailure(talkative(status))).message).toContain(setting)
  })

  it('a plain code is passed on', async () => {
    const body = { error: { message: CANARY, code: 'context_length_exceeded' } }
    const error = await extractionFailure({ status: 400, body })
    expect(error.message).toContain('(status 400, context_length_exceeded)')
    expectSilent(error)
  })

  it.each<[string, Reply]>([
    ['a refusal', { answer: null, refusal: `I will not speak of ${CANARY}` }],
    ['an answer withheld', { answer: CANARY, finishReason: 'content_filter' }],
  ])('%s is refused, and asked once', async (_, reply) => {
    for (const error of [await extractionFailure(reply), await summaryFailure(reply)]) {
      expect(error).toBeInstanceOf(LanguageModelRefused)
      expectSilent(error)
    }
    expect(api.requests).toHaveLength(2)
  })

  it('facts that are cut off are refused, and asked once', async () => {
    const answer = `{"facts": "${CANARY}`
    const error = await extractionFailure({ answer, finishReason: 'length' })
    expect(error).toBeInstanceOf(LanguageModelRefused)
    expect(api.requests).toHaveLength(1)
    expectSilent(error)
  })

  it('an answer that cannot be read twice is refused', async () => {
    const unreadable = { answer: `{"facts": ["${CANARY}"` }
    const error = await extractionFailure(unreadable, { answer: { facts: [CANARY] } })
    expect(error).toBeInstanceOf(LanguageModelRefused)
    expect(api.requests).toHaveLength(2)
    expectSilent(error)
  })

  it('a passage over the limit is refused without a call', async () => {
    const text = CANARY.repeat(1000)
    const error = await failureOf(engineOn(api.baseUrl).extract(conversation({ text })))
    expect(error).toBeInstanceOf(LanguageModelRefused)
    expect(api.requests).toHaveLength(0)
    expectSilent(error)
  })

  it('an empty summary is refused', async () => {
    expect(await summaryFailure({ answer: ' ' })).toBeInstanceOf(LanguageModelRefused)
  })

  it.each<[string, Reply]>([
    ['a page in place of JSON', { status: 200, body: `<html>${CANARY} ${KEY}</html>` }],
    ['a body of another shape', { status: 200, body: { hello: CANARY } }],
    ['no body', { status: 200, body: '' }],
    ['plain text', { status: 200, body: CANARY, headers: { 'content-type': 'text/plain' } }],
    ['a cut connection', 'destroy'],
  ])('%s may pass, for every call', async (_, reply) => {
    const errors = [
      await extractionFailure(reply),
      await summaryFailure(reply),
      await embeddingFailure(reply),
    ]
    for (const error of errors) {
      expect(error).toBeInstanceOf(LanguageModelUnavailable)
      expectSilent(error)
    }
  })

  it.each(['hang', 'stall'] as const)('a time-out may pass (%s)', async (reply) => {
    api.respondWith(reply)
    const engine = engineOn(api.baseUrl, { timeoutMs: 100, maxRetries: 0 })
    const error = await failureOf(engine.extract(conversation()))
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expect(error.message).toBe('extraction: no answer within MODEL_TIMEOUT_MS')
  })

  it('an answer without end is read no further than answers go', async () => {
    api.respondWith('endless')
    const error = await failureOf(engineOn(api.baseUrl, { maxRetries: 0 }).extract(conversation()))
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expect(error.message).toBe('extraction: no usable answer from the endpoint')
    expectSilent(error)
  })

  it('an endpoint that is not there may come back', async () => {
    const { baseUrl } = api
    await api.close()
    const error = await failureOf(engineOn(baseUrl, { maxRetries: 0 }).embed([CANARY]))
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expect(error.message).toBe('embedding: the endpoint cannot be reached (ECONNREFUSED)')
    expectSilent(error)
  })

  it('a key that cannot be sent is not told', async () => {
    const engine = engineOn(api.baseUrl, { apiKey: `${KEY}\n${CANARY}` })
    const error = await failureOf(engine.extract(conversation()))
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expectSilent(error)
  })
})

describe('a caller that waits no longer', () => {
  const calls: [string, (signal: AbortSignal) => Promise<unknown>][] = [
    ['extraction', (signal) => engineOn(api.baseUrl).extract(conversation(), signal)],
    ['embedding', (signal) => engineOn(api.baseUrl, { dimensions: 2 }).embed([CANARY], signal)],
    [
      'summary',
      (signal) => {
        const facts = [{ text: CANARY, flagged: true, validFrom: AT }]
        const category = { name: 'health', description: 'Health' }
        const request = { category, previous: '', facts, maxTokens: 100 }
        return engineOn(api.baseUrl).summarize(request, signal)
      },
    ],
  ]

  it.each(calls)('is told so at once, and nothing is sent again (%s)', async (call, ask) => {
    const { promise: resting, resolve: rests } = Promise.withResolvers<() => void>()
    const setTimer = globalThis.setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) => {
      if (ms !== 7_000) return setTimer(work, ms)
      rests(work)
      return setTimer(() => undefined, 0)
    }) as typeof setTimeout)
    onTestFinished(() => void vi.restoreAllMocks())
    api.respondWith(talkative(429, { 'retry-after': '7' }))
    const leaving = new AbortController()
    const failed = failureOf(ask(leaving.signal))
    const goOn = await resting
    leaving.abort()
    const error = await failed
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expect(error.message).toBe(`${call}: the caller waits no longer for the answer`)
    expectSilent(error)
    goOn()
    await engineOn(api.baseUrl, { dimensions: 2 }).embed(['after it'])
    expect(api.requests.map(({ body }) => body.input)).toEqual([
      call === 'embedding' ? [CANARY] : undefined,
      ['after it'],
    ])
  })

  it.each(calls)('asks nothing where it had gone before (%s)', async (_, ask) => {
    expect(await failureOf(ask(AbortSignal.abort()))).toBeInstanceOf(LanguageModelUnavailable)
    expect(api.requests).toHaveLength(0)
  })
})

describe('wrong vectors', () => {
  it('of another length are named with both lengths', async () => {
    const error = await embeddingFailure({ rows: [{ index: 0, embedding: [1, 0, 0] }] })
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expect(error.message).toContain('length 3, not 2')
    expect(error.message).toContain('EMBEDDING_DIMENSIONS')
    expectSilent(error)
  })

  it.each<[string, { index?: number | null; embedding: unknown }[]]>([
    ['too few', []],
    ['too many', [{ embedding: [1, 0] }, { embedding: [0, 1] }]],
    ['out of place', [{ index: 7, embedding: [1, 0] }]],
    ['of no place', [{ index: null, embedding: [1, 0] }]],
    ['no numbers', [{ index: 0, embedding: ['x', CANARY] }]],
    ['numbers as texts', [{ index: 0, embedding: ['1', '0'] }]],
    ['nothing in place of numbers', [{ index: 0, embedding: [null, null] }]],
    ['no list', [{ index: 0, embedding: CANARY }]],
    ['missing', [{ index: 0, embedding: null }]],
  ])('%s are not taken', async (_, rows) => {
    const error = await embeddingFailure({ rows })
    expect(error).toBeInstanceOf(LanguageModelUnavailable)
    expectSilent(error)
  })

  it('of all zeros stay all zeros', async () => {
    api.respondWith({ rows: [{ index: 0, embedding: [0, 0] }] })
    const [vector] = await engineOn(api.baseUrl, { dimensions: 2 }).embed(['a'])
    expect([...vector!]).toEqual([0, 0])
  })
})

describe('the console', () => {
  it('stays silent even where the environment asks for a log', async () => {
    const lines: unknown[] = []
    const { debug, info, warn, error } = console
    const keep = (...args: unknown[]) => void lines.push(args)
    Object.assign(console, { debug: keep, info: keep, warn: keep, error: keep })
    vi.stubEnv('OPENAI_LOG', 'debug')
    try {
      await extractionFailure(talkative(400))
    } finally {
      vi.unstubAllEnvs()
      Object.assign(console, { debug, info, warn, error })
    }
    expect(lines).toEqual([])
  })
})
