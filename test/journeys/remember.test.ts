// From a write to the right context: conversations, documents, events, other languages; and every read of a memory.
import { countTokens } from 'gpt-tokenizer'
import { beforeAll, describe, expect, test } from 'vitest'
import { NEVER_UPDATED } from '../../schemas/api/reading/memory.ts'
import { describeInFull, inFull } from './in-full.ts'
import { eventually, type Service } from './service.ts'
import { sharedService } from './shared-service.ts'

const APP = 'remember-story'
const service = sharedService(APP)

describe('a client that waits', () => {
  const write = { appId: APP, content: 'I live in Lisbon.', contentType: 'document' }
  const event = {
    appId: APP,
    eventType: 'purchase',
    source: 'webshop',
    timestamp: '2026-03-04',
    data: { product: 'a chess clock' },
  }

  /** Asks again under the same key where the time was too short, as a client would. */
  const waited = async (path: string, body: object) => {
    const options = { headers: { 'idempotency-key': `waits ${path}`.replace(' ', '-') } }
    let answer: Awaited<ReturnType<Service['call']>> | undefined
    await eventually('it can be retrieved', async () => {
      answer = await service.call('POST', path, { ...body, wait: 30_000 }, options)
      return answer.body.retrievable
    })
    return answer?.body
  }

  test('for its write is answered when that can be retrieved', async () => {
    const userId = 'waits'
    const written = await waited('/memorize', { ...write, userId })
    expect(written).toMatchObject({ retrievable: true, estimatedProcessingTime: 0 })
    expect((await service.retrieve(userId, 'Where do I live?')).status).toBe(200)
    const told = await waited('/events', { ...event, userId })
    expect(told).toMatchObject({ status: 'queued', retrievable: true })
    const { body } = await service.retrieve(userId, 'What did I buy?')
    expect(JSON.stringify(body.relevantItems)).toContain('chess clock')
  })

  inFull('no time is answered at once, as always', async () => {
    const { status, body } = await service.call('POST', '/memorize', {
      ...write,
      userId: 'hurries',
      wait: 0,
    })
    expect([status, body.status, typeof body.retrievable]).toEqual([202, 'queued', 'boolean'])
  })

  test('for writes in a query is answered with them', async () => {
    const userId = 'asks-after'
    const { body: first } = await service.call('POST', '/memorize', { ...write, userId })
    const { body: second } = await service.call('POST', '/events', { ...event, userId })
    const after = [first.resourceId, second.eventId]
    const { status, body } = await service.retrieve(userId, 'What did I buy?', { after })
    expect(status).toBe(200)
    expect(JSON.stringify(body.relevantItems)).toContain('chess clock')
  })

  inFull('for what is no write of the user is refused', async () => {
    const { body: written } = await service.call('POST', '/memorize', { ...write, userId: 'other' })
    const after = [written.resourceId]
    const { status, body } = await service.retrieve('somebody', 'What?', { after })
    expect([status, body.error.details.field]).toEqual([400, 'after.0'])
  })
})

describeInFull('a batch', () => {
  test('is remembered, each write of its user, in the order in which they stand', async () => {
    const of = (userId: string, home: string) => ({
      kind: 'memorize',
      userId,
      content: [{ role: 'user', content: `I now live in ${home}.` }],
      contentType: 'conversation',
      threadId: null,
    })
    const writes = [of('batch-1', 'Berlin'), of('batch-2', 'Rome'), of('batch-1', 'Madrid')]
    const { status, body } = await service.call('POST', '/batch', { appId: APP, writes })
    expect(status).toBe(202)
    expect(body).toMatchObject({ status: 'queued', estimatedProcessingTime: expect.any(Number) })
    expect(body.ids).toHaveLength(3)
    const found = await service.retrieve('batch-1', 'Where do I live?', {
      after: [body.ids[0], body.ids[2]],
    })
    expect(found.body.relevantItems[0].content).toContain('Madrid')
    const items = await service.items('batch-1')
    const berlin = items.find(({ content }) => content.includes('Berlin'))
    expect(berlin.state).toBe('superseded')
  })
})

describeInFull('messages', () => {
  test('as an array, within an object or as their JSON are the same', async () => {
    const messages = [
      { role: 'user', content: 'I live in Berlin.' },
      { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }], id: 7 },
    ]
    const forms = { json: JSON.stringify(messages), array: messages, object: { messages } }
    const seen: unknown[] = []
    for (const [name, content] of Object.entries(forms)) {
      await service.remember(`messages-${name}`, '', { content })
      const items = await service.items(`messages-${name}`)
      seen.push(items.map((item) => [item.content, item.provenance.channel]).sort())
    }
    expect(seen[0]).toContainEqual(['I live in Berlin.', 'user'])
    expect([seen[1], seen[2]]).toEqual([seen[0], seen[0]])
  })
})

describe('a conversation', () => {
  const userId = 'anna'
  let resourceId: string
  const content =
    'Anna: Hi! I live in Berlin and I work at Acme.\nBen: Nice.\nAnna: My sister Julia visited Paris.'
  beforeAll(async () => {
    resourceId = await service.remember(userId, content, {
      threadId: 'thread-1',
      metadata: { timestamp: '2026-05-08T13:56:00Z' },
    })
    await eventually('the summaries are there', async () => {
      const { body } = await service.call('GET', `/context/${APP}/${userId}`)
      return 'work' in body.summaries && 'profile' in body.summaries
    })
  })

  test('is answered as specified', async () => {
    const request = { appId: APP, userId: 'someone', content, contentType: 'conversation' }
    const { status, body } = await service.call('POST', '/memorize', request)
    expect(status).toBe(202)
    expect(body).toEqual({
      status: 'queued',
      resourceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      estimatedProcessingTime: expect.any(Number),
    })
  })

  test('is found by a question', async () => {
    const { status, body } = await service.retrieve(userId, 'Where does Anna live?')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'graphContext',
      'processingTime',
      'relevantItems',
      'summaries',
      'tokenCount',
    ])
    const [best] = body.relevantItems
    expect(best.content).toContain('Berlin')
    expect(best).toEqual({
      id: expect.any(String),
      content: expect.any(String),
      category: 'profile',
      confidence: expect.any(Number),
      score: expect.any(Number),
      createdAt: '2026-05-08T13:56:00Z',
    })
    expect(body.tokenCount).toBe(countTokens(JSON.stringify(body)))
  })

  test('shows its facts with exact provenance', async () => {
    const { body } = await service.call('GET', `/resources/${APP}/${userId}/${resourceId}`)
    expect(body.resource).toMatchObject({
      status: 'processed',
      threadId: 'thread-1',
      contentType: 'conversation',
    })
    const julia = body.resource.items.find((item: { content: string }) =>
      item.content.includes('Julia'),
    )
    const { start, end } = julia.provenance
    expect(content.slice(start, end)).toBe('My sister Julia visited Paris.')
  })

  test('fills categories, context, entities and graph context', async () => {
    const { body: categories } = await service.call('GET', `/categories/${APP}/${userId}`)
    expect(
      categories.categories.find((each: { name: string }) => each.name === 'work'),
    ).toMatchObject({
      hasContent: true,
      itemCount: 1,
      lastUpdated: '2026-05-08T13:56:00.000Z',
    })
    expect(
      categories.categories.find((each: { name: string }) => each.name === 'finances'),
    ).toMatchObject({ hasContent: false, itemCount: 0, lastUpdated: NEVER_UPDATED })
    // The graph follows the facts independently.
    const places = () => service.call('GET', `/entities/${APP}/${userId}?type=place`)
    await eventually('the graph has the places', async () => (await places()).body.total === 2)
    const { body: listed } = await places()
    expect(listed.entities.map((entity: { name: string }) => entity.name).sort()).toEqual([
      'Berlin',
      'Paris',
    ])
    expect(listed).toMatchObject({ total: 2, hasMore: false })
    const { body: detail } = await service.call('GET', `/entities/${APP}/${userId}/julia`)
    expect(detail.entity).toMatchObject({ name: 'Julia', type: 'person' })
    expect(detail.entity.relationships).toContainEqual({
      type: 'visited',
      direction: 'outgoing',
      target: 'Paris',
      targetType: 'place',
      properties: {},
    })
    const { id: itemId } = (await service.items(userId)).find((each) =>
      each.content.includes('Julia'),
    )
    expect(detail.entity.mentions[0]).toEqual({
      itemId,
      context: expect.stringContaining('Julia'),
      timestamp: '2026-05-08T13:56:00.000Z',
    })
    // Any answer may omit the graph, where that takes long: what is looked at is the one that has it.
    let julia: unknown
    await eventually('an answer has the graph', async () => {
      julia = (await service.retrieve(userId, 'What about Julia?')).body.graphContext[0]
      return julia !== undefined
    })
    expect(julia).toMatchObject({
      name: 'Julia',
      relationships: [{ type: 'visited', target: 'Paris' }],
    })
    const without = await service.retrieve(userId, 'What about Julia?', { includeGraph: false })
    expect(without.body.graphContext).toEqual([])
  })

  test('can be limited to categories, and by confidence', async () => {
    const { body } = await service.retrieve(userId, 'Berlin Acme Paris', { categories: ['work'] })
    expect(new Set(body.relevantItems.map((item: { category: string }) => item.category))).toEqual(
      new Set(['work']),
    )
    expect(Object.keys(body.summaries)).toEqual(['work'])
    const sure = await service.retrieve(userId, 'Berlin Acme Paris', { minConfidence: 1 })
    expect(sure.body.relevantItems).toEqual([])
    const none = await service.retrieve(userId, 'Berlin', { categories: ['nothing'] })
    expect(none.status).toBe(404)
  })

  test('leaves a trail in the audit, without a word of it', async () => {
    const told = ['ContentStored', 'FactAsserted', 'ResourceProcessed', 'SummaryEvolved']
    await eventually(`the audit has ${told}`, async () => {
      const { body } = await service.call('GET', `/audit/${APP}/${userId}`)
      const types = new Set(body.data.map((entry: { type: string }) => entry.type))
      return told.every((type) => types.has(type))
    })
    const { body } = await service.call('GET', `/audit/${APP}/${userId}`)
    expect(JSON.stringify(body)).not.toMatch(/Berlin|Julia|Acme/)
  })
})

describeInFull('a query', () => {
  test.each([1, 10, 60, 150, 400, 2000])('never gets more than %i tokens', async (maxTokens) => {
    const lines = Array.from(
      { length: 120 },
      (_, i) => `Mia: On day ${i} I planted ${i} tomatoes in the garden.`,
    )
    await service.remember(`tokens-${maxTokens}`, lines.join('\n'))
    const { body } = await service.retrieve(
      `tokens-${maxTokens}`,
      'How many tomatoes did Mia plant?',
      { maxTokens },
    )
    expect(body.tokenCount).toBeLessThanOrEqual(maxTokens)
    if (maxTokens >= 60) expect(countTokens(JSON.stringify(body))).toBeLessThanOrEqual(maxTokens)
    if (maxTokens >= 150) expect(body.relevantItems.length).toBeGreaterThan(0)
  })

  test('that nothing answers to: 404 with an empty context, whatever else is known', async () => {
    await service.remember('chess', 'I like chess.')
    const { status, body } = await service.retrieve('chess', 'xylophonist')
    expect(status).toBe(404)
    expect(body).toMatchObject({
      summaries: {},
      relevantItems: [],
      graphContext: [],
      tokenCount: 0,
    })
    expect((await service.retrieve('chess', 'chess')).status).toBe(200)
  })

  test('may ask for more relevance, or for whatever there is', async () => {
    await service.remember('relevance', 'I like chess. I bought a kettle in Rome.')
    const asked = (minRelevance: number) =>
      service.retrieve('relevance', 'Who plays chess in the kettle club?', { minRelevance })
    expect((await asked(1)).status).toBe(404)
    expect((await asked(0)).body.relevantItems.length).toBeGreaterThan(0)
    const far = await service.retrieve('relevance', 'xylophonist', { minRelevance: 0 })
    expect(far.status).toBe(200)
    expect(far.body.relevantItems.map(({ content }: { content: string }) => content)).toContain(
      'I like chess.',
    )
    expect(far.body.relevantItems[0].score).toBe(0)
  })

  test('may ask why it was answered so', async () => {
    await service.remember('why', 'I play chess in Rome.')
    const { body } = await service.retrieve('why', 'chess', { explain: true })
    expect(body.explanation).toMatchObject({
      items: [{ id: body.relevantItems[0].id, foundBy: { text: 1 }, dropped: null }],
      leftOut: [],
    })
    expect((await service.retrieve('why', 'chess')).body).not.toHaveProperty('explanation')
  })

  test('of a user without memories: 404 with an empty context', async () => {
    const { status, body } = await service.retrieve('nobody', 'anything')
    expect(status).toBe(404)
    expect(body).toEqual({
      summaries: {},
      relevantItems: [],
      graphContext: [],
      tokenCount: 0,
      processingTime: expect.any(Number),
    })
  })

  test('recent facts are weighted higher than old ones', async () => {
    await service.remember('decay', 'I ran a marathon in Oslo.', {
      metadata: { timestamp: '2020-01-01T00:00:00Z' },
    })
    await service.remember('decay', 'I ran a marathon in Rome.')
    const { body } = await service.retrieve('decay', 'marathon')
    expect(body.relevantItems[0].content).toContain('Rome')
    expect(body.relevantItems).toHaveLength(2)
  })
})

describeInFull('events', () => {
  const event = { source: 'shop', timestamp: '2026-03-04T05:06:07Z' }

  test('become sentences by a template', async () => {
    await service.report('buyer', {
      ...event,
      eventType: 'purchase',
      data: { product: 'green tea', price: 12 },
    })
    const [item] = await service.items('buyer')
    expect(item.content).toBe('Bought green tea for 12 on 2026-03-04.')
    expect(item.createdAt).toBe('2026-03-04T05:06:07Z')
  })

  test('of an unknown type become a readable sentence', async () => {
    const data = { carrier: 'DHL', items: ['tea', 'milk'], address: { city: 'Oslo' } }
    await service.report('shipped', { ...event, eventType: 'orderShipped', data })
    const [item] = await service.items('shipped')
    expect(item.content).toBe(
      'Order shipped (shop, 2026-03-04): carrier is DHL; items are tea, milk; address is city Oslo.',
    )
  })

  test('follow the app’s own template and hints', async () => {
    const url = `/config/templates/${APP}/level_up`
    expect((await service.call('GET', url)).status).toBe(404)
    const template = 'Reached level {level}[ as a {role}] in {game.title}.'
    expect((await service.call('PUT', url, { template })).body).toEqual({
      eventType: 'level_up',
      template,
      builtIn: false,
    })
    await eventually('the processors know the template', async () => {
      await service.report('gamer', {
        ...event,
        timestamp: new Date().toISOString(),
        eventType: 'level_up',
        data: { level: 7, game: { title: 'Chess' } },
        suggestedCategory: 'activities',
        suggestedEntities: [{ name: 'Chess', type: 'product' }],
      })
      const [item] = await service.items('gamer')
      return item.content === 'Reached level 7 in Chess.' && item.category === 'activities'
    })
    const chess = () => service.call('GET', `/entities/${APP}/gamer/Chess`)
    await eventually('the graph has it', async () => (await chess()).status === 200)
    expect((await chess()).body.entity.type).toBe('product')
  })

  test('importance raises confidence and is flagged in summaries', async () => {
    for (const importance of ['low', 'medium', 'high', 'critical']) {
      await service.report('levels', {
        ...event,
        eventType: 'note',
        importance,
        data: { about: `the ${importance} thing` },
      })
    }
    const items = await service.items('levels')
    const of = (name: string) => items.find((item) => item.importance === name)
    expect(of('low').confidence).toBe(of('medium').confidence)
    expect(of('high').confidence).toBeGreaterThan(of('medium').confidence)
    expect(of('critical').confidence).toBe(1)
    await eventually('the summary flags them', async () => {
      const { body } = await service.call('GET', `/context/${APP}/levels`)
      return Object.values(body.summaries).some((text) =>
        /^Important: .*critical/.test(text as string),
      )
    })
  })
})

describe('idempotency keys', () => {
  const request = {
    appId: APP,
    userId: 'once',
    content: 'I like chess.',
    contentType: 'conversation',
  }
  const headers = { 'idempotency-key': 'key-1' }

  test('the same key gives the same answer, and nothing is stored twice', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.call('POST', '/memorize', request, { headers })),
    )
    expect(new Set(answers.map(({ body }) => `${body.status} ${body.resourceId}`)).size).toBe(1)
    await service.settled('once', 1)
    expect((await service.call('GET', `/resources/${APP}/once`)).body.pagination.total).toBe(1)
  })

  test('for another request the key is refused', async () => {
    await service.call('POST', '/memorize', request, { headers })
    const other = { ...request, content: 'I like go.' }
    const { status, body } = await service.call('POST', '/memorize', other, { headers })
    expect(status).toBe(400)
    expect(body.error.details.field).toBe('Idempotency-Key')
  })
})

describeInFull('other languages and scripts', () => {
  test.each([
    ['ja', '私は東京に住んでいます。趣味は将棋です。', '将棋'],
    ['ar', 'أعيش في القاهرة. أحب القهوة كثيرا.', 'القهوة'],
    ['ru', 'Я живу в Москве. Мою собаку зовут Рекс.', 'собаку'],
    ['th', 'ฉันอาศัยอยู่ที่กรุงเทพ ฉันชอบแมว', 'แมว'],
    ['de', 'Ich wohne in München. Mein Hund heißt Übermut.', 'Übermut'],
    ['emoji', 'Die Katze 🐈‍⬛ und das 👩‍👩‍👧 sind da 🎉.', 'Katze'],
  ])('%s: nothing is lost, and words are found', async (language, content, word) => {
    const userId = `language-${language}`
    await service.remember(userId, content)
    for (let i = 0; i < 3; i++)
      await service.remember(userId, `Something about football number ${i}.`)
    const all = (await service.items(userId)).map((item) => item.content).join('')
    for (const piece of content.split(/[\s。.]+/).filter(Boolean)) expect(all).toContain(piece)
    const { body } = await service.retrieve(userId, word)
    expect(body.relevantItems[0].content).toContain(word)
  })
})

describeInFull('the source of an item', () => {
  const userId = 'sourced'
  const sourceOf = async (word: string, of = userId) => {
    const item = (await service.items(userId)).find(({ content }) => content.includes(word))!
    return service.call('GET', `/items/${APP}/${of}/${item.id}/source`)
  }
  const marked = ({ text, textStart, start, end }: Record<string, number> & { text: string }) =>
    text.slice(start! - textStart!, end! - textStart!)

  test('is the text as it was said, with where the item stands in it', async () => {
    const content = 'Anna: I live in Berlin.\nBot: Nice.\nAna: My dog is called Übermut 🐕.'
    const metadata = { timestamp: '2026-05-08T13:56:00Z' }
    const resourceId = await service.remember(userId, content, { metadata })
    const { status, body } = await sourceOf('Berlin')
    expect(status).toBe(200)
    expect(body).toEqual({
      resourceId,
      contentType: 'conversation',
      saidAt: '2026-05-08T13:56:00.000Z',
      text: content,
      textStart: 0,
      textLength: content.length,
      start: expect.any(Number),
      end: expect.any(Number),
    })
    expect(marked(body)).toMatch(/^I live in Berlin\.?$/)
    expect(marked((await sourceOf('Übermut')).body)).toContain('Übermut 🐕')
  })

  test('of messages is what they read as, of an event its sentence', async () => {
    const messages = [{ role: 'user', content: 'I work at Acme.' }]
    await service.remember(userId, JSON.stringify(messages))
    expect((await sourceOf('Acme')).body).toMatchObject({ text: 'user: I work at Acme.' })
    const purchase = {
      source: 'shop',
      timestamp: '2026-03-04T10:00:00Z',
      data: { product: 'a clock' },
    }
    await service.report(userId, { eventType: 'purchase', ...purchase })
    expect((await sourceOf('clock')).body).toMatchObject({
      contentType: 'event',
      text: 'Bought a clock on 2026-03-04.',
    })
  })

  test('that is long is shown in part', async () => {
    const filler = 'Nothing of note happened on that day. '.repeat(300)
    await service.remember(userId, `${filler}I keep bees in Utrecht. ${filler}`, {
      contentType: 'document',
    })
    const { body } = await sourceOf('Utrecht')
    expect(marked(body)).toContain('Utrecht')
    expect(body.text.length).toBeLessThan(9_000)
    expect(body.textLength).toBeGreaterThan(20_000)
  })

  test('is told to no other user', async () => {
    expect((await sourceOf('Berlin', 'somebody-else')).status).toBe(404)
  })
})

test('memory is there after a restart, and goes on', async () => {
  await service.remember('restart', 'I like chess.')
  const before = await service.items('restart')
  await service.restart()
  expect(await service.items('restart')).toEqual(before)
  await service.remember('restart', 'I like chess.')
  expect(await service.items('restart')).toHaveLength(1)
})
