// The same service with a model behind it: an OpenAI-compatible endpoint over real HTTP. Facts, contradictions,
// summaries and embeddings are the model's; the rest is as ever, and a replay asks the model nothing.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AnswerFact } from '../../infra/language/openai/answer/answer.ts'
import {
  defaultReply,
  type FakeOpenAi,
  type RecordedRequest,
  type Reply,
  startFakeOpenAi,
} from '../infra/language/openai/fake-openai.ts'
import { pauseCaughtUp, replayAll } from './replaying.ts'
import { APP, eventually, type Service, startService } from './service.ts'

let model: FakeOpenAi
let service: Service
beforeAll(async () => {
  model = await startFakeOpenAi()
  model.respondAlways(answer)
  service = await startService(settings())
})
afterAll(async () => {
  await service.stop()
  await model.close()
})

const settings = () => ({
  OPENAI_API_KEY: 'sk-journey',
  OPENAI_BASE_URL: model.baseUrl,
  MODEL_PRICES: 'gpt-4.1-mini=0.4/1.6/0.1,text-embedding-3-small=0.02/0',
})

function fact(quote: string, text: string, more: Partial<AnswerFact> = {}): AnswerFact {
  return {
    quote,
    text,
    utterance: null,
    category: 'profile',
    confidence: 0.9,
    validFrom: null,
    validTo: null,
    subject: null,
    attribute: null,
    value: null,
    exclusive: false,
    entities: [],
    relationships: [],
    duplicates: [],
    contradictions: [],
    ...more,
  }
}

/** This model's reading of the two messages that it gets. */
function answer(request: RecordedRequest): Reply {
  if (!request.body.response_format) return defaultReply(request)
  const asked = JSON.stringify(request.body.messages)
  if (asked.includes('Something awful')) return { answer: '', refusal: 'no' }
  if (asked.includes('moved house to Madrid')) {
    const text = 'The user has lived in Madrid since moving house.'
    const contradictions = asked.includes('has a flat in Berlin') ? [1] : []
    const facts = [fact('moved house to Madrid', text, { contradictions })]
    return { answer: { facts } }
  }
  const facts = [fact('my flat in Berlin', 'The user has a flat in Berlin and lives there.')]
  return { answer: { facts } }
}

test('facts are the model’s, with the place where it read them; a contradiction supersedes', async () => {
  const content = 'user: Greetings from my flat in Berlin!'
  await service.remember('mia', content)
  const [first] = await service.items('mia')
  expect(first.content).toBe('The user has a flat in Berlin and lives there.')
  expect(content.slice(first.provenance.start, first.provenance.end)).toBe('my flat in Berlin')
  expect(first.provenance.engine).toMatch(/^openai:/)
  await service.remember('mia', 'user: Guess what, I moved house to Madrid.')
  const told = model.requests.filter(({ body }) => body.response_format).at(-1)!
  expect(JSON.stringify(told.body.messages), 'it sees what is known').toContain(
    'has a flat in Berlin',
  )
  const items = await service.items('mia')
  expect(items.map((item) => [item.content.includes('Madrid'), item.current])).toEqual([
    [true, true],
    [false, false],
  ])
  expect((await service.retrieve('mia', 'Where in Madrid?')).status).toBe(200)
})

test('what the model has used and cost is told of all apps, and of each app to an operator alone', async () => {
  const told = async (key: string | null) => {
    const headers = key === null ? {} : { authorization: `Bearer ${key}` }
    const response = await fetch(`${service.url}/metrics`, { headers })
    return { status: response.status, text: await response.text() }
  }
  await service.remember('payer', 'user: Greetings from my flat in Berlin!')
  await service.retrieve('payer', 'Where?')
  const { text: open } = await told(null)
  expect(open).toMatch(
    /^palimpsest_model_tokens_total\{model="gpt-4.1-mini",kind="cached"\} [1-9]/m,
  )
  expect(open).toMatch(/^palimpsest_model_cost_total\{model="gpt-4.1-mini"\} 0\.000/m)
  expect(open).not.toContain(`app="${APP}"`)
  const { text } = await told(service.key)
  expect(text).toMatch(
    /^palimpsest_app_model_tokens_total\{app="journey",model="gpt.*output"\} [1-9]/m,
  )
  expect(text, 'a query is charged too').toMatch(
    /app="journey",model="text-embedding-3-small",kind="input"\} [1-9]/,
  )
  expect(text).not.toContain('payer')
  const { body } = await service.call('POST', '/config/keys', {
    name: 'of one app',
    appIds: [APP],
    permissions: ['admin'],
  })
  expect((await told(body.key)).text).not.toContain(`app="${APP}"`)
  expect((await told('a-wrong-key')).status).toBe(401)
})

test('while the model is down, writes are taken; when it is back, they are processed', async () => {
  model.respondAlways(() => ({ status: 503 }))
  const { status, body } = await service.call('POST', '/memorize', {
    appId: APP,
    userId: 'patient',
    content: 'user: Greetings from my flat in Berlin!',
    contentType: 'conversation',
  })
  expect(status).toBe(202)
  const resource = () => service.call('GET', `/resources/${APP}/patient/${body.resourceId}`)
  await eventually('it waits', async () => (await resource()).status === 200)
  expect((await resource()).body.resource.status).toBe('queued')
  expect((await service.retrieve('mia', 'Madrid')).status, 'words are found without vectors').toBe(
    200,
  )
  model.respondAlways(answer)
  const done = async () => (await resource()).body.resource.status === 'processed'
  await eventually('it is processed', done, { patienceMs: 60_000 })
})

test('a refusal of the model is reported as failed, with the reason, and stops no other user', async () => {
  const id = await service.remember('refused', 'user: Something awful.')
  const { body } = await service.call('GET', `/resources/${APP}/refused/${id}`)
  expect(body.resource).toMatchObject({
    status: 'failed',
    reason: expect.stringMatching(/declined/),
  })
  expect(body.resource.reason).not.toContain('awful')
  await service.remember('refused', 'user: Greetings from my flat in Berlin!')
  expect(await service.items('refused')).toHaveLength(1)
})

test('a replay gives the same digests, twice, and asks the model nothing', {
  timeout: 120_000,
}, async () => {
  const env = { ...settings(), DATA_DIR: service.dataDir, BOOTSTRAP_API_KEY: service.key }
  await pauseCaughtUp(service, env)
  const asked = model.requests.length
  const [first, second] = [await replayAll(env), await replayAll(env)]
  expect(first.map((each) => [each.projection, each.unchanged])).toEqual([
    ['memory', true],
    ['graph', true],
    ['audit', true],
  ])
  expect(second.map((each) => each.digest)).toEqual(first.map((each) => each.digest))
  expect(model.requests.length).toBe(asked)
  await service.resume()
  expect((await service.items('mia')).length).toBe(2)
})
