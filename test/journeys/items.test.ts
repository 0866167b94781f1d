// Given facts: written as they stand, corrected, pinned, settled and taken back, found by their aliases, seen in their
// scopes, and forgotten like everything else.
import { beforeAll, describe, expect, test } from 'vitest'
import { MemoryStore } from '../../apps/clients/typescript/langgraph.ts'
import { createMemory } from '../../apps/clients/typescript/memory.ts'
import { MemorySession } from '../../apps/clients/typescript/openai-agents.ts'
import { NEVER_UPDATED } from '../../schemas/api/reading/memory.ts'
import { describeInFull } from './in-full.ts'
import { eventually } from './service.ts'
import { sharedService } from './shared-service.ts'

const APP = 'items-story'
const service = sharedService(APP)

const WAIT = 30_000
// biome-ignore lint/suspicious/noExplicitAny: read as a client in plain JavaScript would
type Json = any

async function give(userId: string, text: string, more: object = {}): Promise<Json> {
  const { status, body } = await service.call('POST', '/items', {
    appId: APP,
    userId,
    text,
    wait: WAIT,
    ...more,
  })
  expect([status, body.error]).toEqual([202, undefined])
  return body
}

const patch = (userId: string, id: string, changes: object, options = {}) =>
  service.call('PATCH', `/items/${APP}/${userId}/${id}`, { wait: WAIT, ...changes }, options)
const retract = (userId: string, id: string) =>
  service.call('DELETE', `/items/${APP}/${userId}/${id}?wait=${WAIT}`)
const read = async (userId: string, id: string): Promise<Json> =>
  (await service.call('GET', `/items/${APP}/${userId}/${id}`)).body
const found = async (
  userId: string,
  query: string,
  more: Record<string, unknown> = {},
): Promise<string[]> => {
  const { body } = await service.retrieve(userId, query, more)
  return body.relevantItems.map(({ content }: Json) => content)
}

describeInFull('a fact that is given', () => {
  const userId = 'gives'
  let written: Json
  beforeAll(async () => {
    written = await give(userId, 'Ada is allergic to hazelnuts.', {
      type: 'instruction',
      category: 'health',
      importance: 'high',
      aliases: ['nut allergy'],
      validFrom: '2020-05-01',
      subject: 'Ada',
      attribute: 'allergy',
      value: 'hazelnuts',
    })
  })

  test('is read under the id that its answer names, as it was written', async () => {
    expect(written).toMatchObject({ status: 'queued', retrievable: true })
    const { item, history } = await read(userId, written.itemId)
    expect(history).toEqual([])
    expect(item).toMatchObject({
      id: written.itemId,
      content: 'Ada is allergic to hazelnuts.',
      type: 'instruction',
      category: 'health',
      importance: 'high',
      confidence: 1,
      aliases: ['nut allergy'],
      scopes: [],
      pinned: false,
      state: 'current',
      validFrom: '2020-05-01T00:00:00Z',
      subject: 'Ada',
      attribute: 'allergy',
      value: 'hazelnuts',
      provenance: { resourceId: written.resourceId, channel: 'user', engine: 'given' },
    })
  })

  test('is found by its words and by its aliases', async () => {
    for (const query of ['hazelnuts', 'nut allergy']) {
      expect(await found(userId, query)).toContain('Ada is allergic to hazelnuts.')
    }
  })

  test('is a resource of its own, and its source is its words', async () => {
    const { body } = await service.call('GET', `/resources/${APP}/${userId}/${written.resourceId}`)
    expect(body.resource).toMatchObject({ status: 'processed', contentType: 'fact', itemCount: 1 })
    const source = await service.call('GET', `/items/${APP}/${userId}/${written.itemId}/source`)
    expect(source.body).toMatchObject({
      text: 'Ada is allergic to hazelnuts.',
      contentType: 'fact',
    })
  })

  test('can be read, changed and waited for at once', async () => {
    const request = { appId: APP, userId: 'hurries', text: 'Ben owes Ada a dinner.' }
    const { body } = await service.call('POST', '/items', request)
    const patched = await patch('hurries', body.itemId, { pinned: true, wait: 0 })
    expect(patched.status).toBe(202)
    expect((await read('hurries', body.itemId)).item.content).toBe('Ben owes Ada a dinner.')
    const after = [body.resourceId, patched.body.resourceId]
    // Servers that have just started take longer than a call waits: it answers 503 then, and the test asks again.
    await eventually('both can be retrieved', async () => {
      const { status } = await service.retrieve('hurries', 'dinner', { after })
      return status === 200
    })
    expect(await found('hurries', 'dinner', { after })).toEqual(['Ben owes Ada a dinner.'])
    expect((await read('hurries', body.itemId)).item.pinned).toBe(true)
  })

  test('is written once per idempotency key, and the answer names the same item', async () => {
    const request = { appId: APP, userId: 'once', text: 'Ada has two sons.', wait: WAIT }
    const headers = { 'idempotency-key': 'given-once' }
    const [first, second] = [
      await service.call('POST', '/items', request, { headers }),
      await service.call('POST', '/items', request, { headers }),
    ]
    expect(second.body.itemId).toBe(first.body.itemId)
    expect(await service.items('once')).toHaveLength(1)
    const change = { text: 'Ada has three sons.' }
    const again = { headers: { 'idempotency-key': 'corrected-once' } }
    const corrected = await patch('once', first.body.itemId, change, again)
    const resent = await patch('once', first.body.itemId, change, again)
    expect([resent.status, resent.body.itemId]).toEqual([202, corrected.body.itemId])
    expect(await service.items('once')).toHaveLength(2)
  })

  test('takes the place of the items that it names, and of what has its slot', async () => {
    await service.remember('moves', 'I live in Berlin.')
    const [berlin] = await service.items('moves')
    const { itemId } = await give('moves', 'The user has settled in Lyon.', {
      supersedes: [berlin.id],
    })
    expect(await read('moves', berlin.id)).toMatchObject({
      item: { state: 'superseded', supersededBy: itemId },
    })
    const home = { subject: 'user', attribute: 'home' }
    const nice = await give('moves', 'Home is Nice.', { ...home, value: 'Nice' })
    const metz = await give('moves', 'Home is Metz.', { ...home, value: 'Metz' })
    expect((await read('moves', nice.itemId)).item.supersededBy).toBe(metz.itemId)
  })

  test('said again keeps how important it was, and its pin', async () => {
    const text = 'Ada is diabetic.'
    const first = await give('again', text, { importance: 'critical', pinned: true })
    const second = await give('again', text)
    const { item } = await read('again', second.itemId)
    expect(item).toMatchObject({ importance: 'critical', pinned: true, supersedes: [first.itemId] })
    const filed = await patch('again', item.id, { category: 'health', importance: 'low' })
    expect((await read('again', filed.body.itemId)).item.importance).toBe('low')
  })

  test('is never closed by what an assistant or a tool says later', async () => {
    const place = { subject: 'user', attribute: 'home', value: 'Oslo' }
    const { itemId } = await give('trusted', 'I live in Oslo.', place)
    for (const role of ['assistant', 'tool']) {
      const content = [{ role, content: 'You have moved, you now live in Rome.' }]
      await service.remember('trusted', '', { content })
    }
    expect((await read('trusted', itemId)).item.state).toBe('current')
    await service.remember('trusted', 'I live in Turin now.')
    expect((await read('trusted', itemId)).item.state).toBe('superseded')
  })

  test('many at once', async () => {
    const write = { kind: 'item', userId: 'batched', text: 'Ada plays the cello.' }
    const talk = { kind: 'memorize', userId: 'batched', content: 'Hi.', contentType: 'document' }
    const { body } = await service.call('POST', '/batch', { appId: APP, writes: [talk, write] })
    expect(body.itemIds).toEqual([null, expect.any(String)])
    expect((await read('batched', body.itemIds[1])).item.content).toBe('Ada plays the cello.')
    const refused = await service.call('POST', '/batch', {
      appId: APP,
      writes: [write, { ...write, supersedes: ['nobody'] }],
    })
    expect(refused.body.error.details.field).toBe('writes.1.supersedes.0')
    const pins = Array.from({ length: 21 }, () => ({ ...write, pinned: true }))
    const tooMany = await service.call('POST', '/batch', { appId: APP, writes: pins })
    expect(tooMany.body.error.details.field).toBe('writes.20.pinned')
  })
})

describe('a correction', () => {
  test('is a new item that supersedes the old one, which stays in the history', async () => {
    const { itemId } = await give('corrects', 'Ada was born in 1985.', {
      scopes: ['family'],
      aliases: ['birthday'],
      validFrom: '1985-01-01T00:00:00Z',
    })
    const { status, body } = await patch('corrects', itemId, { text: 'Ada was born in 1986.' })
    expect([status, body.itemId === itemId]).toEqual([202, false])
    const { item, history } = await read('corrects', body.itemId)
    expect(item).toMatchObject({
      content: 'Ada was born in 1986.',
      scopes: ['family'],
      aliases: ['birthday'],
      validFrom: '1985-01-01T00:00:00Z',
      supersedes: [itemId],
    })
    expect(history).toMatchObject([{ id: itemId, state: 'superseded' }])
    expect(await found('corrects', 'When was Ada born?')).toEqual(['Ada was born in 1986.'])
    const closed = await patch('corrects', itemId, { text: 'Ada was born in 1987.' })
    expect([closed.status, closed.body.error.details.field]).toEqual([400, 'itemId'])
    expect(closed.body.error.details.issue).toContain(body.itemId)
  })

  test('of a correction that is not indexed yet finds what stands', async () => {
    const userId = 'corrects-twice'
    const { itemId } = await give(userId, 'The code word is rose.')
    const first = await patch(userId, itemId, { text: 'The code word is lily.', wait: 0 })
    // Accepted while no visible change has closed it yet; refused once one has.
    const second = await patch(userId, itemId, { text: 'The code word is iris.' })
    if (second.status === 400) return
    expect((await read(userId, first.body.itemId)).item.supersededBy).toBe(second.body.itemId)
    expect(await found(userId, 'code word')).toEqual(['The code word is iris.'])
  })

  test('of what was extracted keeps its slot, whose value is the new one', async () => {
    const userId = 'mends'
    await service.remember(userId, 'I live in Berlin.')
    const [berlin] = await service.items(userId)
    const { body } = await patch(userId, berlin.id, {
      text: 'I live in Potsdam.',
      value: 'Potsdam',
    })
    expect((await read(userId, body.itemId)).item).toMatchObject({
      attribute: berlin.attribute,
      value: 'Potsdam',
      provenance: { channel: 'user', engine: 'given' },
    })
    await service.remember(userId, 'I have moved, I live in Bonn now.')
    expect((await read(userId, body.itemId)).item.state).toBe('superseded')
  })

  test('of the category alone keeps who said it', async () => {
    const userId = 'files'
    const content = [{ role: 'tool', content: 'The user likes jazz.' }]
    await service.remember(userId, '', { content })
    const [jazz] = await service.items(userId)
    const { body } = await patch(userId, jazz.id, { category: 'activities' })
    expect((await read(userId, body.itemId)).item).toMatchObject({
      content: jazz.content,
      category: 'activities',
      confidence: jazz.confidence,
      provenance: { channel: 'tool' },
    })
    const told = await read(userId, body.itemId)
    expect(told.item.supersedes, 'a forget of a category leaves no trace in another').toEqual([])
    expect(told.history.map(({ id }: Json) => id)).toEqual([jazz.id])
    const sourceOf = async (id: string) =>
      (await service.call('GET', `/items/${APP}/${userId}/${id}/source`)).body
    expect(await sourceOf(body.itemId)).toEqual(await sourceOf(jazz.id))
    const again = await patch(userId, body.itemId, { category: 'preferences' })
    const twice = await read(userId, again.body.itemId)
    expect(twice.history.map(({ id }: Json) => id).sort()).toEqual([body.itemId, jazz.id].sort())
    expect(await sourceOf(again.body.itemId)).toEqual(await sourceOf(jazz.id))
    const unknown = await patch(userId, again.body.itemId, { category: 'no-such' })
    expect(unknown.body.error.details.field).toBe('category')
  })
})

describeInFull('what is pinned', () => {
  const userId = 'pins'
  let tea: Json
  beforeAll(async () => {
    tea = await give(userId, 'Always offer tea.', { type: 'instruction', pinned: true })
    await give(userId, 'Ada works at the observatory.')
  })

  test('comes first, whatever is asked', async () => {
    const { status, body } = await service.retrieve(userId, 'Where does Ada work?')
    expect(status).toBe(200)
    expect(body.relevantItems).toMatchObject([
      { content: 'Always offer tea.', pinned: true, type: 'instruction' },
      { content: 'Ada works at the observatory.' },
    ])
    const alone = await service.retrieve(userId, 'quantum chromodynamics')
    expect(alone.body.relevantItems).toMatchObject([{ id: tea.itemId }])
    const prompt = await service.retrieve(userId, 'Where does Ada work?', { format: 'prompt' })
    expect(prompt.body.prompt).toMatch(/^# Pinned\n\[\w+\] Always offer tea\.\n/)
    const context = await service.call('GET', `/context/${APP}/${userId}`)
    expect(context.body.pinned).toMatchObject([{ id: tea.itemId, type: 'instruction' }])
  })

  test('takes at most half of the room while there is something else', async () => {
    const who = 'pins-much'
    for (const n of [1, 2, 3, 4]) {
      await give(who, `Rule ${n}: ${'be kind and patient '.repeat(12)}`, { pinned: true })
    }
    await give(who, 'Ada sails on Sundays.')
    const { body } = await service.retrieve(who, 'When does Ada sail?', { maxTokens: 400 })
    expect(body.tokenCount).toBeLessThanOrEqual(400)
    const contents = body.relevantItems.map(({ content }: Json) => content)
    expect(contents).toContain('Ada sails on Sundays.')
    expect(body.relevantItems[0].pinned).toBe(true)
  })

  test('can be unpinned', async () => {
    const { body } = await patch(userId, tea.itemId, { pinned: false })
    expect(body.itemId).toBe(tea.itemId)
    expect(await found(userId, 'quantum chromodynamics')).toEqual([])
    expect((await read(userId, tea.itemId)).item.pinned).toBe(false)
  })

  test('is bounded', async () => {
    const who = 'pins-all'
    const writes = Array.from({ length: 20 }, (_, n) => ({
      kind: 'item',
      userId: who,
      text: `Pin number ${n}.`,
      pinned: true,
    }))
    const { body } = await service.call('POST', '/batch', { appId: APP, writes })
    await service.retrieve(who, 'pin', { after: body.ids })
    const request = { appId: APP, userId: who, text: 'One more.', pinned: true }
    const refused = await service.call('POST', '/items', request)
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'pinned'])
    const pinned = await service.call('GET', `/items/${APP}/${who}?pinned=true&limit=50`)
    expect(pinned.body.pagination.total).toBe(20)
  })
})

describeInFull('the source of what an event told', () => {
  test('is the sentence that was read, whatever template the app sets later', async () => {
    const userId = 'told-by-events'
    const event = { source: 'app', timestamp: '2026-01-01T00:00:00Z', data: { town: 'Lima' } }
    const setTemplate = (template: string) =>
      service.call('PUT', `/config/templates/${APP}/trip_booked`, { template })
    const told = async () => {
      const body = { appId: APP, userId, eventType: 'trip_booked', ...event, wait: WAIT }
      const { eventId } = (await service.call('POST', '/events', body)).body
      return (await service.items(userId)).find(
        ({ provenance }: Json) => provenance.resourceId === eventId,
      )
    }
    const items = [await told()]
    for (const template of ['Booked a trip to {town}.', 'Soon the user goes to {town}.']) {
      await setTemplate(template)
      items.push(await told())
    }
    await setTemplate('Away.')
    for (const { id, content, provenance } of items) {
      const { body } = await service.call('GET', `/items/${APP}/${userId}/${id}/source`)
      expect(body.text.slice(provenance.start, provenance.end)).toBe(content)
    }
  })
})

describeInFull('what is settled or taken back', () => {
  test('is never retrieved again, and stays with its reason', async () => {
    const userId = 'closes'
    const question = await give(userId, 'Which wine does Ada prefer?', {
      type: 'open_question',
      pinned: true,
    })
    const wrong = await give(userId, 'Ada dislikes wine.', { importance: 'critical' })
    expect((await patch(userId, question.itemId, { resolved: true })).status).toBe(202)
    const { body: desk } = await service.call('POST', '/config/keys', {
      name: 'support desk',
      appIds: [APP],
      permissions: ['memory:write'],
    })
    const taking = `/items/${APP}/${userId}/${wrong.itemId}?wait=${WAIT}`
    const answer = await service.call('DELETE', taking, undefined, { as: desk.key })
    expect(answer.body.itemId).toBe(wrong.itemId)
    await eventually('the audit tells it', async () => {
      return (await read(userId, wrong.itemId)).closing !== null
    })
    expect(await found(userId, 'wine')).toEqual([])
    expect((await read(userId, question.itemId)).item).toMatchObject({
      state: 'resolved',
      current: false,
      closedAt: expect.any(String),
    })
    expect((await read(userId, question.itemId)).closing).toMatchObject({ keyName: 'bootstrap' })
    const taken = await read(userId, wrong.itemId)
    expect(taken.item.state).toBe('retracted')
    expect(taken.closing).toMatchObject({ entry: 'api', keyId: desk.id, keyName: 'support desk' })
    const again = await retract(userId, wrong.itemId)
    expect([again.status, again.body.error.details.field]).toEqual([400, 'itemId'])
    const { body } = await service.call('GET', `/audit/${APP}/${userId}?limit=100`)
    const told = body.data.map(({ type, details }: Json) => [type, details.reason, details.action])
    expect(body.data.some(({ details }: Json) => details.keyId === desk.id)).toBe(true)
    expect(told).toContainEqual(['FactClosed', 'resolved', undefined])
    expect(told).toContainEqual(['FactRevised', undefined, 'retracted'])
    expect(JSON.stringify(body)).not.toContain('wine')
  })

  test('leaves the summary', async () => {
    const userId = 'summed'
    const { itemId } = await give(userId, 'Ada breeds alpacas.', { category: 'activities' })
    const summaries = async () =>
      JSON.stringify((await service.call('GET', `/context/${APP}/${userId}`)).body.summaries)
    await expect.poll(summaries, { timeout: 20_000 }).toContain('alpacas')
    await retract(userId, itemId)
    await expect.poll(summaries, { timeout: 20_000 }).not.toContain('alpacas')
  })

  test('is the user’s own: another’s id and an unknown one are not found', async () => {
    const { itemId } = await give('owner', 'Ada keeps bees.')
    for (const id of [itemId, 'nothing', '0'.repeat(25), 'z'.repeat(25)]) {
      expect((await patch('stranger', id, { pinned: true })).status).toBe(404)
      expect((await retract('stranger', id)).status).toBe(404)
      expect((await service.call('GET', `/items/${APP}/stranger/${id}`)).status).toBe(404)
    }
    const request = { appId: APP, userId: 'stranger', text: 'Mine.', supersedes: [itemId] }
    const refused = await service.call('POST', '/items', request)
    expect([refused.status, refused.body.error.details.field]).toEqual([400, 'supersedes.0'])
    expect((await read('owner', itemId)).item.state).toBe('current')
  })
})

describeInFull('scopes and types', () => {
  const userId = 'scoped'
  beforeAll(async () => {
    const deadline = { subject: 'deadline', attribute: 'day' }
    await give(userId, 'The deadline is Friday.', {
      ...deadline,
      value: 'Friday',
      scopes: ['atlas'],
    })
    await give(userId, 'The deadline is Monday.', {
      ...deadline,
      value: 'Monday',
      scopes: ['boreas'],
    })
    await give(userId, 'The deadline matters to the client.', { type: 'preference' })
  })

  test('only what is wanted is found, and what has no scope in every one', async () => {
    const everywhere = 'The deadline matters to the client.'
    const of = async (more: Record<string, unknown>) =>
      (await found(userId, 'deadline', more)).sort()
    expect(await of({})).toHaveLength(3)
    expect(await of({ scopes: ['atlas'] })).toEqual(['The deadline is Friday.', everywhere])
    expect(await of({ scopes: ['nowhere'] })).toEqual([everywhere])
    expect(await of({ types: ['preference'] })).toEqual([everywhere])
    expect(await of({ types: ['fact'], scopes: ['boreas'] })).toEqual(['The deadline is Monday.'])
    expect(await of({ types: ['goal'], minRelevance: 0 })).toEqual([])
  })

  test('and listed', async () => {
    const of = async (query: string) => {
      const { body } = await service.call('GET', `/items/${APP}/${userId}?${query}`)
      return [body.data.map(({ content }: Json) => content.slice(13)), body.pagination.total]
    }
    expect(await of('scope=atlas&type=fact')).toEqual([['is Friday.'], 1])
    expect((await of('scope=atlas'))[1]).toBe(2)
    expect(await of('onlyScope=atlas&current=true')).toEqual([['is Friday.'], 1])
    const past = await service.call('GET', `/items/${APP}/${userId}?current=true&asOf=2026-01-02`)
    expect([past.status, past.body.error?.details?.field]).toEqual([400, 'current'])
    expect((await of('type=preference'))[1]).toBe(1)
    expect((await of('type=goal'))[1]).toBe(0)
  })

  test('a fact that holds at no time is listed, and never retrieved', async () => {
    const who = 'items-never'
    const at = '2026-01-02T10:00:00Z'
    const never = await give(who, 'The record of a parcel.', { validFrom: at, validTo: at })
    const ended = { validFrom: at, validTo: '2026-01-03T10:00:00Z' }
    const parcel = await give(who, 'The parcel was on its way.', ended)
    for (const query of ['the record of a parcel', 'zzz']) {
      const found = await service.retrieve(who, query, { minRelevance: 0 })
      expect(found.body.relevantItems.map(({ id }: Json) => id)).toEqual([parcel.itemId])
    }
    expect((await service.items(who)).map(({ id }: Json) => id)).toContain(never.itemId)
  })

  test('summaries and graph hold what is seen in every scope', async () => {
    const { body } = await service.call('GET', `/context/${APP}/${userId}`)
    expect(JSON.stringify(body.summaries)).not.toMatch(/Friday|Monday/)
    const graph = await service.call('GET', `/entities/${APP}/${userId}`)
    expect(JSON.stringify(graph.body)).not.toContain('Friday')
    const context = await service.call('GET', `/context/${APP}/${userId}?types=goal&scopes=atlas`)
    expect(context.body).toEqual({ summaries: {}, lastUpdated: NEVER_UPDATED })
  })
})

describe('a forget', () => {
  test('of a category takes what was given in it, and nothing else', async () => {
    const userId = 'forgets'
    const health = await give(userId, 'Ada takes aspirin.', { category: 'health', pinned: true })
    const work = await give(userId, 'Ada directs films.', { category: 'work' })
    const fled = await give(userId, 'Ada has asthma.', { category: 'health' })
    const filed = await patch(userId, fled.itemId, { category: 'profile' })
    const { body } = await patch(userId, health.itemId, { text: 'Ada takes ibuprofen.' })
    const forgotten = await service.call('POST', '/forget', {
      appId: APP,
      userId,
      category: 'health',
      confirm: true,
    })
    expect(forgotten.body).toMatchObject({ deletedItems: 3 })
    const kept = await read(userId, filed.body.itemId)
    expect([kept.item.state, kept.history]).toEqual(['current', []])
    const source = `/items/${APP}/${userId}/${filed.body.itemId}/source`
    expect((await service.call('GET', source)).status).toBe(404)
    for (const id of [health.itemId, body.itemId]) {
      expect((await service.call('GET', `/items/${APP}/${userId}/${id}`)).status).toBe(404)
    }
    expect((await read(userId, work.itemId)).item.state).toBe('current')
    const gone = await patch(userId, body.itemId, { pinned: true })
    expect(gone.status).toBe(404)
  })

  test('of a user takes everything, also a change that is in flight', async () => {
    const userId = 'forgets-all'
    const { itemId } = await give(userId, 'Ada lives on a boat.', { pinned: true })
    await patch(userId, itemId, { text: 'Ada lives on a barge.', wait: 0 })
    await service.call('POST', '/forget', { appId: APP, userId, confirm: true })
    expect(await service.items(userId)).toEqual([])
    const { status, body } = await service.retrieve(userId, 'Where does Ada live?')
    expect([status, body.relevantItems]).toEqual([404, []])
  })
})

describeInFull('limits', () => {
  const base = { appId: APP, userId: 'limits', text: 'Ada sings.' }
  test.each([
    ['text', { text: ' \n' }],
    ['text', { text: 'x'.repeat(4_001) }],
    ['type', { type: 'rumour' }],
    ['category', { category: 'no-such' }],
    ['importance', { importance: 'huge' }],
    ['aliases', { aliases: Array(21).fill('a') }],
    ['aliases.0', { aliases: ['x'.repeat(201)] }],
    ['scopes', { scopes: Array(21).fill('a') }],
    ['scopes.0', { scopes: ['x'.repeat(65)] }],
    ['supersedes', { supersedes: Array(21).fill('a') }],
    ['validFrom', { validFrom: 'yesterday' }],
    ['validTo', { validFrom: '2026-02-01', validTo: '2026-01-01' }],
    ['value', { attribute: 'voice' }],
    ['attribute', { value: 'alto' }],
    ['subject', { subject: 'x'.repeat(257) }],
    ['pinned', { pinned: 'yes' }],
    ['wait', { wait: 30_001 }],
  ])('%s is named where it is wrong', async (field, more) => {
    const { status, body } = await service.call('POST', '/items', { ...base, ...more })
    expect([status, body.error.details.field]).toEqual([400, field])
  })

  test('a change that is none is refused, and so is one beside an end', async () => {
    const { itemId } = await give('limits', 'Ada sings.')
    expect((await patch('limits', itemId, {})).status).toBe(400)
    const both = await patch('limits', itemId, { resolved: true, pinned: true })
    expect(both.body.error.details.field).toBe('resolved')
  })
})

// What these do in every detail: langgraph.test.ts and openai-agents.test.ts.
describeInFull('what the frameworks of agents keep as items', () => {
  const memoryOf = (userId: string) =>
    createMemory({ url: service.url, apiKey: service.key, appId: APP, userId })

  test('LangGraph’s store gives back what was put, and finds it', async () => {
    const store = new MemoryStore({ memory: memoryOf('langgraph') })
    await store.put(['users', 'ana'], 'taste', { food: 'ramen 🍜' })
    expect((await store.get(['users', 'ana'], 'taste'))?.value).toEqual({ food: 'ramen 🍜' })
    const hits = await store.search(['users', 'ana'], { query: 'ramen' })
    expect(hits.map(({ key, value }) => [key, value])).toEqual([['taste', { food: 'ramen 🍜' }]])
  })

  test('a session of the OpenAI Agents SDK gives back its turns', async () => {
    const session = new MemorySession({ memory: memoryOf('agents'), threadId: 'chat-1' })
    const [first, second] = ['Hello from Köln 🌧', 'And now?'].map((content) => ({
      role: 'user' as const,
      content,
    }))
    await session.addItems([first!, second!])
    expect(await session.getItems()).toEqual([first, second])
  })
})

describe('a change that meets another fact in the place of the one it names', () => {
  const home = (value: string) => ({ attribute: 'home', value })
  const homes = async (userId: string) =>
    (await service.items(userId)).map(({ content, state }: Json) => `${content} ${state}`).sort()

  /** `wait`: false if Madrid is still on its way when the change of Berlin comes. */
  async function replaced(userId: string, wait: boolean): Promise<string> {
    const { itemId } = await give(userId, 'Home is Berlin.', home('Berlin'))
    const madrid = { appId: APP, userId, text: 'Home is Madrid.', ...home('Madrid') }
    const request = wait ? { ...madrid, wait: WAIT } : madrid
    expect((await service.call('POST', '/items', request)).status).toBe(202)
    return itemId
  }

  describe.each([
    ['on its way', false],
    ['there', true],
  ])('given that the other is %s', (where, wait) => {
    test.each([
      ['taken back', (userId: string, id: string) => retract(userId, id)],
      ['corrected', (userId: string, id: string) => patch(userId, id, { text: 'Home is Bern.' })],
    ])('when the first is %s, then the other stands', async (how, change) => {
      const userId = `replaced-${how.length}-${where.length}`
      await change(userId, await replaced(userId, wait))
      expect(await homes(userId)).toEqual(['Home is Berlin. superseded', 'Home is Madrid. current'])
    })
  })

  test('when a correction is taken back by the id of what it corrected, then it is', async () => {
    const userId = 'corrected-then-taken-back'
    const { itemId } = await give(userId, 'Home is Berlin.', home('Berlin'))
    const correction = { text: 'Home is Bern.', value: 'Bern' }
    await service.call('PATCH', `/items/${APP}/${userId}/${itemId}`, correction)
    expect((await retract(userId, itemId)).status).toBe(202)
    expect(await homes(userId)).toEqual(['Home is Berlin. superseded', 'Home is Bern. retracted'])
  })
})

describe('a home of another time', () => {
  const listed = async (userId: string, query: string) => {
    const { body } = await service.call('GET', `/items/${APP}/${userId}?${query}`)
    return body.data.map(({ value }: Json) => value)
  }
  const live = (userId: string, city: string, validFrom?: string) => {
    const home = { subject: 'user', attribute: 'home', value: city }
    return give(userId, `Home is ${city}.`, { ...home, ...(validFrom && { validFrom }) })
  }

  test('given one from a later day, then the present one holds until then', async () => {
    const userId = 'moves-later'
    const berlin = await live(userId, 'Berlin', '2020-01-01')
    const rome = await live(userId, 'Rome', '2999-01-01')
    expect(await listed(userId, 'asOf=2998-12-31')).toEqual(['Berlin'])
    expect(await listed(userId, 'asOf=2999-01-02')).toEqual(['Rome'])
    const { item, history } = await read(userId, berlin.itemId)
    expect(item).toMatchObject({ state: 'current', current: true, supersededBy: null })
    expect(Date.parse(item.validTo)).toBe(Date.parse('2999-01-01'))
    expect(history.map(({ id }: Json) => id)).toEqual([rome.itemId])
    expect(await found(userId, 'Where is home? Berlin?')).toContain('Home is Berlin.')
    // The graph follows the items a moment later.
    const targets = async () => {
      const { body } = await service.call('GET', `/entities/${APP}/${userId}/user`)
      return body.entity?.relationships.map(({ target }: Json) => target)
    }
    await expect.poll(targets).toEqual(['Berlin'])
    const paris = await live(userId, 'Paris')
    expect(await listed(userId, 'asOf=2998-12-31')).toEqual(['Paris'])
    expect((await read(userId, berlin.itemId)).item.supersededBy).toBe(paris.itemId)
  })

  test('given one between two, or one that a client corrects to begin earlier, then one holds at a time', async () => {
    const userId = 'moved-between'
    await live(userId, 'Berlin', '2018-01-01')
    const madrid = await live(userId, 'Madrid', '2024-01-01')
    await live(userId, 'Paris', '2021-01-01')
    await live(userId, 'Oslo', '2015-01-01')
    const homes = async () => {
      const years = ['2016', '2019', '2022', '2023', '2025']
      return Promise.all(years.map((year) => listed(userId, `asOf=${year}-06-01`)))
    }
    expect(await homes()).toEqual([['Oslo'], ['Berlin'], ['Paris'], ['Paris'], ['Madrid']])
    expect(await listed(userId, 'current=true')).toEqual(['Madrid'])
    await patch(userId, madrid.itemId, { validFrom: '2023-01-01' })
    expect(await homes()).toEqual([['Oslo'], ['Berlin'], ['Paris'], ['Madrid'], ['Madrid']])
  })
})

describe('a corrected fact', () => {
  test('stays in its thread, and keeps the relationships that its new words still tell', async () => {
    const userId = 'stays-in-its-thread'
    await service.remember(userId, 'My sister Anna is a nurse.', { threadId: 'family' })
    const inThread = async (): Promise<Json[]> =>
      (await service.call('GET', `/items/${APP}/${userId}?threadId=family`)).body.data
    const [nurse] = await inThread()
    const { body } = await patch(userId, nurse.id, { text: 'My sister Anna is a doctor.' })
    expect((await inThread()).map(({ id }) => id).toSorted()).toEqual(
      [nurse.id, body.itemId].toSorted(),
    )
    const anna = await service.call('GET', `/entities/${APP}/${userId}/Anna`)
    expect(anna.body.entity.relationships).toMatchObject([
      { type: 'sibling_of', direction: 'incoming', target: 'user' },
    ])
  })

  const said = (userId: string, text: string, timestamp: string) =>
    service.remember(userId, text, { contentType: 'conversation', metadata: { timestamp } })
  const listed = async (userId: string, query: string) => {
    const { body } = await service.call('GET', `/items/${APP}/${userId}?${query}`)
    return body.data.map(({ content }: Json) => content)
  }

  test('given a fact that is filed otherwise, when the user says another one later, then that one holds', async () => {
    const userId = 'refiles'
    await said(userId, 'Ada: I live in Berlin.', '2026-01-01T00:00:00Z')
    const [berlin] = await service.items(userId)
    expect((await patch(userId, berlin.id, { category: 'travel' })).status).toBe(202)
    await said(userId, 'Ada: I have lived in Chicago since 2020.', '2026-06-01T00:00:00Z')
    expect(await listed(userId, 'current=true')).toEqual([expect.stringContaining('Chicago')])
  })

  test('given an end that a client corrects, when asked for a time after it, then the fact did not hold', async () => {
    const userId = 'corrects-an-end'
    const fact = { validFrom: '2024-01-01', category: 'work' }
    const { itemId } = await give(userId, 'Ada works at Acme.', fact)
    expect(await listed(userId, 'asOf=2025-06-01')).toEqual(['Ada works at Acme.'])
    expect((await patch(userId, itemId, { validTo: '2025-01-01' })).status).toBe(202)
    expect(await listed(userId, 'asOf=2025-06-01')).toEqual([])
    expect(await listed(userId, 'asOf=2024-06-01')).toEqual(['Ada works at Acme.'])
  })

  test('given a fact that is forgotten by an earlier word, when it was said later, then it stands', async () => {
    const userId = 'imports-an-old-talk'
    await said(userId, 'Ada: I like coffee.', '2026-03-01T00:00:00Z')
    await said(userId, 'Ada: Forget that I like coffee.', '2026-01-01T00:00:00Z')
    expect(await listed(userId, 'current=true')).toEqual([expect.stringContaining('coffee')])
  })

  test('given an end that a client corrects of what was said long ago, then the graph does not tell it either', async () => {
    const userId = 'ended-in-the-graph'
    await said(userId, 'I live in Berlin.', '2022-01-01T00:00:00Z')
    const [berlin] = await service.items(userId)
    const entity = async () =>
      (await service.call('GET', `/entities/${APP}/${userId}/user`)).body.entity?.properties ?? {}
    await eventually('the graph tells it', async () =>
      JSON.stringify(await entity()).includes('Berlin'),
    )
    expect((await patch(userId, berlin.id, { validTo: '2024-01-01' })).status).toBe(202)
    await eventually(
      'the graph tells it no more',
      async () => !JSON.stringify(await entity()).includes('Berlin'),
    )
  })

  test('given the same fact three times at once, then it keeps its importance, its pin and its aliases', async () => {
    const userId = 'says-it-thrice'
    const again = {
      kind: 'item',
      userId,
      text: 'Ada is allergic to hazelnuts.',
      category: 'health',
    }
    const first = { ...again, aliases: ['nut allergy'], importance: 'critical', pinned: true }
    const batch = { appId: APP, writes: [first, again, again], wait: WAIT }
    expect((await service.call('POST', '/batch', batch)).status).toBe(202)
    await eventually('all are decided on', async () => (await service.items(userId)).length === 3)
    const current = (await service.items(userId)).filter((item: Json) => item.current)
    expect(current).toMatchObject([
      { importance: 'critical', pinned: true, aliases: ['nut allergy'] },
    ])
  })

  test('given an end before the start, also where the start is now or that of the item, then it is refused', async () => {
    const userId = 'ends-before-it-begins'
    const refused = ({ status, body }: { status: number; body: Json }) => [
      status,
      body.error?.details?.field,
    ]
    const past = { appId: APP, userId, text: 'Ada lived in Berlin.', validTo: '2019-01-01' }
    expect(refused(await service.call('POST', '/items', past))).toEqual([400, 'validTo'])
    const span = { validFrom: '2024-01-01', validTo: '2030-01-01' }
    const { itemId } = await give(userId, 'Ada works at Acme.', span)
    for (const [field, time] of [
      ['validTo', '2023-01-01'],
      ['validFrom', '2031-01-01'],
    ] as const) {
      expect(refused(await patch(userId, itemId, { [field]: time }))).toEqual([400, field])
    }
    expect((await patch(userId, itemId, { validTo: '2024-01-01' })).status).toBe(202)
  })

  test('given pinned items of another time, when asked for, then it is refused', async () => {
    const { status, body } = await service.call(
      'GET',
      `/items/${APP}/refiles?pinned=true&knownAt=2026-01-01`,
    )
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('pinned')])
  })
})
