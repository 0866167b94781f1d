// Writes a canary of every kind that a client can give about a user, over HTTP, and waits until all of it is processed.
import { createHmac } from 'node:crypto'
import { APP, eventually, type Service } from '../journeys/service.ts'
import { type Canaries, createCanaries } from './search.ts'

const KINDS = [
  ...['text', 'meta', 'friend', 'town', 'user', 'thread', 'key', 'header', 'query'],
  ...['product', 'maker', 'brand', 'hook', 'caller', 'fact', 'alias', 'scope'],
  ...['subject', 'attribute', 'value', 'receiver', 'inbox'],
] as const
type Kind = (typeof KINDS)[number]

export function newCanaries(): Canaries {
  const letters = Array.from(
    { length: 30 },
    () => 'bcdfghjklmnpqrtvwxz'[Math.floor(Math.random() * 19)],
  )
  return createCanaries(letters.join(''), KINDS)
}

const SECRET = 'a-secret-of-the-canary'

/** `receiver`: the address of an app that is notified of everything. */
export async function writeCanaries(
  service: Service,
  { words }: Canaries,
  receiver: string,
): Promise<void> {
  const word = (kind: Kind) => words[kind]!
  const name = (kind: Kind) => word(kind).replace(/^./, (letter) => letter.toUpperCase())
  const userId = word('user')
  const about = { appId: APP, userId }
  const headers = { 'idempotency-key': word('key'), 'x-request-id': word('header') }
  const post = async (path: string, body: object, options = {}) => {
    const answer = await service.call('POST', path, body, options)
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  const events = ['memory.processed', 'entity.created', 'entity.updated', 'relationship.created']
  const url = `${receiver}/${word('receiver')}`
  await post('/config/webhooks', { appId: APP, url, events, secret: SECRET })
  await post(
    '/memorize',
    {
      ...about,
      contentType: 'conversation',
      threadId: word('thread'),
      content: `My sister ${name('friend')} lives in ${name('town')}. I like ${word('text')} a lot. My email is ${word('text')}@example.com.`,
      metadata: { note: word('meta'), [word('meta')]: 1 },
    },
    { headers },
  )
  await post(
    '/events',
    {
      ...about,
      eventType: 'purchase',
      source: word('maker'),
      timestamp: '2026-01-01T00:00:00Z',
      data: { product: word('product') },
      suggestedEntities: [{ name: name('brand'), type: 'organization' }],
    },
    { headers: { 'idempotency-key': `${word('key')}2` } },
  )
  await post('/items', {
    ...about,
    text: `${name('fact')} is what I call my boat.`,
    aliases: [word('alias')],
    scopes: [word('scope')],
    threadId: word('thread'),
    wait: 10_000,
  })
  const place = { subject: name('subject'), attribute: word('attribute'), value: word('value') }
  await post('/items', { ...about, text: `${name('subject')} has a ${word('value')}.`, ...place })
  await callHook(service, { userId, what: word('hook'), id: word('caller') })
  await service.settled(userId, 5)
  const asked = { query: `Where does ${name('friend')} live, ${word('query')}?` }
  if ((await service.retrieve(userId, asked.query)).status !== 200) throw new Error('not found')
  await eventually('the graph has drawn it', async () => {
    const { body } = await service.call('GET', `/entities/${APP}/${userId}`)
    return ['friend', 'town', 'subject'].every((kind) =>
      JSON.stringify(body).includes(words[kind]!.slice(1)),
    )
  })
  await eventually('the graph and the audit hold all of it', async () => {
    const { processors } = (await service.call('GET', '/admin/lag')).body
    return ['update-graph', 'keep-audit'].every((processor) =>
      processors.some(
        (lag: Record<string, unknown>) => lag.processor === processor && lag.records === 0,
      ),
    )
  })
}

async function callHook(
  service: Service,
  { userId, what, id }: { userId: string; what: string; id: string },
): Promise<void> {
  await service.call('POST', '/config/sources', { appId: APP, source: 'custom', secret: SECRET })
  const raw = JSON.stringify({ appId: APP, userId, eventType: 'noted', data: { what } })
  const signature = createHmac('sha256', SECRET).update(raw).digest('hex')
  const headers = { 'x-signature-256': `sha256=${signature}`, 'x-webhook-id': id }
  const { status, body } = await service.call('POST', '/webhooks/custom', undefined, {
    as: null,
    headers,
    raw,
  })
  if (status >= 300) throw new Error(JSON.stringify(body))
}
