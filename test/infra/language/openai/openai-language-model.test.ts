// The engine against a double of the API: what it sends, and what it makes of the answers.
import { describe, expect, it } from 'vitest'
import { type ModelUse, metered } from '../../../../infra/runtime/model-use.ts'
import { startedEach } from '../../../started.ts'
import { startFakeOpenAi } from './fake-openai.ts'
import { AT, answerFact, CANARY, conversation, engineOn, KEY, knownFact } from './given.ts'

const api = startedEach(startFakeOpenAi)

describe('the engine', () => {
  it('names itself after its model and its prompt', () => {
    const { name, dimensions, maxPassageChars, relatedFacts, concurrency } = engineOn(api.baseUrl)
    expect(name).toMatch(/^openai:gpt-4\.1-mini@prompt-[0-9a-f]{8}$/)
    expect({ dimensions, maxPassageChars, relatedFacts, concurrency }).toEqual({
      dimensions: 512,
      maxPassageChars: 8000,
      relatedFacts: 15,
      concurrency: 8,
    })
  })

  it('has the terms that it is given', () => {
    expect(engineOn(api.baseUrl, { terms: () => ['x'] }).terms('a b')).toEqual(['x'])
  })

  it('says at once what is wrong with its settings, without their values', () => {
    expect(() => engineOn(api.baseUrl, { apiKey: ' ' })).toThrow('OPENAI_API_KEY is empty')
    expect(() => engineOn('nowhere')).toThrow(/^OPENAI_BASE_URL is not a URL$/)
  })
})

describe('extract', () => {
  it('asks for structured output and gives facts of the port', async () => {
    api.respondWith({ answer: { facts: [answerFact()] } })
    const { facts } = await engineOn(api.baseUrl).extract(conversation())
    expect(facts).toMatchObject([{ text: answerFact().text, contradicts: ['fact-a'] }])
    const { path, headers, body } = api.requests[0]!
    expect(path).toBe('/v1/chat/completions')
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
    expect(body).toMatchObject({ model: 'gpt-4.1-mini', temperature: 0 })
    expect(body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { strict: true },
    })
    expect(body.messages.map(({ role }) => role)).toEqual(['system', 'user'])
    expect(body.messages[1]!.content).toContain(CANARY)
  })

  it('uses the model that is set, without a temperature where it takes none', async () => {
    await engineOn(api.baseUrl, { extractionModel: 'gpt-5-mini' }).extract(conversation())
    expect(api.requests[0]!.body.model).toBe('gpt-5-mini')
    expect(api.requests[0]!.body).not.toHaveProperty('temperature')
  })

  it('reports the tokens of every answer, a refused one too, and none where the endpoint tells none', async () => {
    const uses: ModelUse[] = []
    const counting = <T>(work: () => Promise<T>) => metered((use) => void uses.push(use), work)
    const engine = engineOn(api.baseUrl)
    api.respondWith({ answer: { facts: [] } }, { answer: '', refusal: 'no' })
    await counting(() => engine.extract(conversation()))
    await expect(counting(() => engine.extract(conversation()))).rejects.toThrow('declined')
    await counting(() => engine.embed(['one']))
    const told = { model: 'gpt-4.1-mini', input: 60, cached: 40, output: 10 }
    const embedded = { model: 'text-embedding-3-small', input: 7, cached: 0, output: 0 }
    expect(uses).toEqual([told, told, embedded])
    for (const usage of [null, { prompt_tokens: -3 }, { prompt_tokens: 'many' }]) {
      const choices = [{ message: { content: '{"facts": []}' }, finish_reason: 'stop' }]
      api.respondWith({ status: 200, body: { choices, usage } })
      await counting(() => engine.extract(conversation()))
    }
    expect(uses.slice(3).map(({ input, output }) => input + output)).toEqual([0, 0])
  })

  it('does not ask about a blank passage', async () => {
    const blank = conversation({ text: ' \n', utterances: [] })
    expect(await engineOn(api.baseUrl).extract(blank)).toEqual({ facts: [] })
    expect(api.requests).toHaveLength(0)
  })

  it('shows the first known facts only', async () => {
    const known = Array.from({ length: 40 }, (_, i) => knownFact(`id-${i}`, `Known ${i}.`))
    api.respondWith({ answer: { facts: [answerFact({ duplicates: [16], contradictions: [15] })] } })
    const { facts } = await engineOn(api.baseUrl).extract(conversation({ known }))
    expect(api.requests[0]!.body.messages[1]!.content).not.toContain('Known 15.')
    expect(facts[0]).toMatchObject({ duplicateOf: null, contradicts: ['id-14'] })
  })

  it('reads an answer in a code fence', async () => {
    api.respondWith({ answer: `\`\`\`json\n${JSON.stringify({ facts: [answerFact()] })}\n\`\`\`` })
    const { facts } = await engineOn(api.baseUrl).extract(conversation())
    expect(facts).toHaveLength(1)
  })

  it.each(['{"facts": [', '{"facts": [{}]}', '', 'I am sorry'])(
    'asks once more after an answer like %j',
    async (answer) => {
      api.respondWith({ answer }, { answer: { facts: [answerFact()] } })
      const { facts } = await engineOn(api.baseUrl).extract(conversation())
      expect(facts).toHaveLength(1)
      expect(api.requests[1]!.body.messages).toHaveLength(3)
    },
  )
})

describe('embed', () => {
  it('gives one vector of length 1 a text, in order, blank ones all zeros', async () => {
    const texts = ['tea', '', 'coffee cake', ' \n ', 'tea']
    const vectors = await engineOn(api.baseUrl, { dimensions: 64 }).embed(texts)
    expect(vectors.map((vector) => vector.length)).toEqual([64, 64, 64, 64, 64])
    expect(vectors.map((vector) => Math.hypot(...vector).toFixed(5))).toEqual([
      '1.00000',
      '0.00000',
      '1.00000',
      '0.00000',
      '1.00000',
    ])
    expect(vectors[0]).toEqual(vectors[4])
    expect(vectors[0]).not.toEqual(vectors[2])
    expect(api.requests[0]!.body).toEqual({
      model: 'text-embedding-3-small',
      dimensions: 64,
      encoding_format: 'float',
      input: ['tea', 'coffee cake', 'tea'],
    })
  })

  it('asks nothing for no text', async () => {
    const engine = engineOn(api.baseUrl)
    expect(await engine.embed([])).toEqual([])
    expect(await engine.embed(['', ' '])).toEqual([new Float32Array(512), new Float32Array(512)])
    expect(api.requests).toHaveLength(0)
  })

  it('keeps the order of an answer that is out of order', async () => {
    api.respondWith({
      rows: [
        { index: 1, embedding: [0, 2] },
        { index: 0, embedding: [5, 0] },
      ],
    })
    const vectors = await engineOn(api.baseUrl, { dimensions: 2 }).embed(['a', 'b'])
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  it('cuts many texts into batches and keeps their order', async () => {
    const engine = engineOn(api.baseUrl, { dimensions: 32 })
    const texts = Array.from({ length: 300 }, (_, i) => `word${i}`)
    const vectors = await engine.embed(texts)
    expect(api.requests.map(({ body }) => body.input.length)).toEqual([128, 128, 44])
    expect(vectors[299]).toEqual((await engine.embed(['word299']))[0])
  })

  it('cuts long texts into batches by characters', async () => {
    const texts = Array.from({ length: 60 }, () => 'a'.repeat(8000))
    await engineOn(api.baseUrl, { dimensions: 8 }).embed(texts)
    expect(api.requests.map(({ body }) => body.input.length)).toEqual([25, 25, 10])
  })

  it('truncates a long text at a code point, sooner in scripts of more tokens', async () => {
    const texts = ['a'.repeat(9000), `a${'😀'.repeat(9000)}`, '東'.repeat(9000), 'ok\uD83D']
    await engineOn(api.baseUrl, { dimensions: 8 }).embed(texts)
    const { input } = api.requests[0]!.body
    expect(input.map((text) => text.length)).toEqual([8000, 1 + 2 * 2666, 5333, 3])
    expect(input.every((text) => text.isWellFormed())).toBe(true)
  })
})

describe('summarize', () => {
  const category = { name: 'health', description: 'Health' }
  const facts = [{ text: 'Allergic to nuts.', flagged: true, validFrom: AT }]

  it('asks once, within the given tokens, for plain text', async () => {
    api.respondWith({ answer: ' Allergic to nuts.\n' })
    const engine = engineOn(api.baseUrl)
    const summary = await engine.summarize({ category, previous: '', facts, maxTokens: 300 })
    expect(summary).toBe('Allergic to nuts.')
    expect(api.requests).toHaveLength(1)
    expect(api.requests[0]!.body.max_completion_tokens).toBe(300)
    expect(api.requests[0]!.body).not.toHaveProperty('response_format')
  })

  it('has nothing to say about no facts, and asks nothing', async () => {
    const request = { category, previous: 'Old.', facts: [], maxTokens: 300 }
    expect(await engineOn(api.baseUrl).summarize(request)).toBe('')
    expect(api.requests).toHaveLength(0)
  })
})
