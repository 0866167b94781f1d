// Everything kept of a user, exported and imported into another service.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { runCli } from '../../apps/cli/main.ts'
import { type ExportLine, exportLine } from '../../schemas/api/reading/export.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { eventually, type Service } from './service.ts'
import { sharedService } from './shared-service.ts'
import { startedService } from './started-service.ts'

const folder = ownDirectory()
const APP = 'export-story'
const service = sharedService(APP)
const other = startedService()
beforeAll(() => {
  other.app = APP
})

async function exported(
  userId: string,
  { of = service, key = of.key }: { of?: Service; key?: string } = {},
): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  const response = await fetch(`${of.url}/v1/export/${APP}/${userId}`, { headers })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/x-ndjson')
  return response.text()
}

type Kind = ExportLine['kind']

function linesOf(text: string) {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => exportLine.parse(JSON.parse(line)))
  const of = <K extends Kind>(kind: K) =>
    lines.filter((line): line is Extract<ExportLine, { kind: K }> => line.kind === kind)
  return { lines, of }
}

describe('given a user of whom much is kept', () => {
  beforeAll(async () => {
    const options = {
      threadId: 'chat',
      metadata: { timestamp: '2025-05-01T10:00:00Z', mood: 'good' },
    }
    await service.remember('anna', 'Anna: I live in Berlin. My sister is Julia.', options)
    await service.remember('anna', 'Anna: I have moved, I now live in Madrid.')
    await service.report('anna', {
      eventType: 'purchase',
      source: 'shop',
      timestamp: '2026-01-02T03:04:05Z',
      importance: 'high',
      data: { product: 'a clock' },
    })
    const given = { text: 'Answers in short sentences.', type: 'instruction', wait: 30_000 }
    await service.call('POST', '/items', { appId: APP, userId: 'anna', ...given })
    await service.remember('ben', 'Ben: I live in Oslo.')
    // Summaries, the graph and the audit trail follow the memory.
    await eventually('all of it has arrived', async () => {
      const { of } = linesOf(await exported('anna'))
      const hasEntity = of('entity').some(({ entity }) => entity.name === 'Julia')
      const isAudited = of('audit').some(({ entry }) => entry.type === 'FactSuperseded')
      return hasEntity && isAudited && of('summary').length > 0
    })
  })

  it('everything is there, each thing a line, held together by a hash', async () => {
    const text = await exported('anna')
    const { lines, of } = linesOf(text)
    expect(lines[0]).toMatchObject({ kind: 'manifest', appId: APP, userId: 'anna', version: 1 })
    expect(
      of('content').map(({ content, threadId, metadata }) => ({ content, threadId, metadata })),
    ).toEqual([
      {
        content: 'Anna: I live in Berlin. My sister is Julia.',
        threadId: 'chat',
        metadata: { timestamp: '2025-05-01T10:00:00Z', mood: 'good' },
      },
      { content: 'Anna: I have moved, I now live in Madrid.', threadId: null, metadata: {} },
    ])
    expect(of('activity')).toMatchObject([{ eventType: 'purchase', data: { product: 'a clock' } }])
    expect(of('given').map(({ given }) => given?.text)).toEqual(['Answers in short sentences.'])
    const homes = of('fact').filter(({ fact }) => fact.attribute === 'home')
    expect(homes.map(({ fact }) => [fact.value, fact.state]).sort()).toEqual([
      ['Berlin', 'superseded'],
      ['Madrid', 'current'],
    ])
    expect(of('summary').length).toBeGreaterThan(0)
    expect(of('entity').map(({ entity }) => entity.name)).toContain('Julia')
    expect(of('audit').map(({ entry }) => entry.type)).toContain('FactSuperseded')
    expect(text).not.toContain('Oslo')

    const { counts, sha256 } = of('end')[0]!
    const before = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)
    expect(sha256).toBe(createHash('sha256').update(before).digest('hex'))
    const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
    expect(all).toBe(lines.length - 1)
  })

  it('without `audit:read` the trail is left out, and without `memory:read` all of it', async () => {
    const keyWith = async (permission: string) => {
      const request = { name: permission, appIds: [APP], permissions: [permission] }
      return (await service.call('POST', '/config/keys', request)).body.key
    }
    const reader = await keyWith('memory:read')
    expect(linesOf(await exported('anna', { key: reader })).of('audit')).toEqual([])
    const writer = await keyWith('memory:write')
    const refused = await service.call('GET', `/export/${APP}/anna`, undefined, { as: writer })
    expect(refused.status).toBe(403)
  })

  it('another service takes it in', async () => {
    const file = join(folder, 'anna.ndjson')
    writeFileSync(file, await exported('anna'))
    const signal = new AbortController().signal
    const io = { out: () => undefined, err: () => undefined, isTerminal: false, signal }
    const given = ['import', '--from', 'palimpsest', file, '--app', 'elsewhere', '--write']
    expect(await runCli([...given, '--url', service.url, '--key', service.key], io)).toBe(0)

    const inAnother = async () => {
      const { body } = await service.call('GET', '/items/elsewhere/anna?limit=200')
      return body.data
    }
    await expect
      .poll(async () => (await inAnother()).length, { timeout: 60_000 })
      .toBe((await service.items('anna')).length)
    const shown = (items: { content: string; state: string; validFrom: string }[]) =>
      items.map(({ content, state }) => `${state}: ${content}`).sort()
    expect(shown(await inAnother())).toEqual(shown(await service.items('anna')))
  })

  it('given a category was forgotten, then what may hold words of it is not shown', async () => {
    await service.call('POST', '/forget', {
      appId: APP,
      userId: 'anna',
      category: 'profile',
      confirm: true,
    })
    const text = await exported('anna')
    expect(text).not.toMatch(/Madrid|Berlin|mood/)
    const told = linesOf(text).of('content')
    expect(told.map(({ content, metadata }) => [content, metadata])).toEqual([[null, {}]])
  })

  it('another service takes all of it over: the digests are equal, and nothing is read again', async () => {
    // Summaries follow what was forgotten: an export that is taken before tells of another state than all events make.
    await eventually('nothing waits', async () => {
      const { processors } = (await service.call('GET', '/admin/lag')).body
      return processors.every(({ records }: { records: number }) => records === 0)
    })
    const text = await exported('anna')
    const take = (raw: string, as = other.key) =>
      other.call('POST', '/import', undefined, {
        as,
        raw,
        headers: { 'content-type': 'application/x-ndjson' },
      })
    const digestOf = (of: string) => linesOf(of).of('end')[0]!.digest
    const { status, body } = await take(text)
    expect([status, body]).toMatchObject([202, { users: [{ userId: 'anna', waiting: 0 }] }])
    await eventually('all of it has arrived', async () => {
      return digestOf(await exported('anna', { of: other })) === digestOf(text)
    })
    await other.remember('anna', 'Anna: I have moved, I now live in Lisbon.')
    expect(await other.call('GET', `/audit/${APP}/anna`)).toMatchObject({ status: 200 })

    const changed = text.replace('short sentences', 'long sentences!')
    expect((await take(changed)).body.error.details.issue).toMatch(/sha256|were changed/)
    const cut = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)
    expect((await take(cut)).body.error.details.issue).toMatch(/not whole/)
    expect((await take(text)).status).toBe(409)
    const request = { name: 'of one app', appIds: [APP], permissions: ['admin'] }
    const { key } = (await other.call('POST', '/config/keys', request)).body
    expect((await take(text, key)).status).toBe(403)
  })

  it('given the user was forgotten, then nothing but the trail of that is there', async () => {
    await service.call('POST', '/forget', { appId: APP, userId: 'anna', confirm: true })
    const { of } = linesOf(await exported('anna'))
    const kinds: Kind[] = ['content', 'activity', 'given', 'fact', 'summary', 'entity']
    expect(kinds.flatMap(of)).toEqual([])
    expect(of('audit').length).toBeGreaterThan(0)
  })
})

async function exportedApp(of: Service, key = of.key): Promise<string> {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${of.url}/v1/export/${APP}`, { headers })).text()
}

const CONFIGURED = {
  kind: 'settings',
  categories: [{ name: 'clocks', description: 'What is told about clocks' }],
  templates: [{ eventType: 'wound', template: 'The user wound {clock}.' }],
  trusted: ['partner'],
}

async function configure({ call }: Service): Promise<void> {
  const { categories, templates, trusted } = CONFIGURED
  const { eventType, template } = templates[0]!
  await call('PUT', `/config/categories/${APP}`, { categories })
  await call('PUT', `/config/templates/${APP}/${eventType}`, { template })
  await call('PUT', `/config/trust/${APP}`, { trusted })
  const secret = 'whsec_'.padEnd(38, 'a')
  const source = { appId: APP, source: 'stripe', secret: 'stripe-secret-0123456789' }
  expect((await call('POST', '/config/sources', source)).status).toBe(201)
  const hook = { appId: APP, url: 'http://127.0.0.1:9/hook', events: ['memory.forgotten'], secret }
  await call('POST', '/config/webhooks', hook)
}

it('the settings of an app come with its users, without secrets, and what is set elsewhere stays', async () => {
  await configure(service)
  const text = await exportedApp(service)
  expect(linesOf(text).of('settings')).toEqual([CONFIGURED])
  expect(text).not.toMatch(/secret|whsec|stripe|hook|keyHash/)
  const request = { name: 'reader', appIds: [APP], permissions: ['memory:read'] }
  const { key } = (await service.call('POST', '/config/keys', request)).body
  expect(linesOf(await exportedApp(service, key)).of('settings')).toMatchObject([{ trusted: null }])

  await other.call('PUT', `/config/trust/${APP}`, { trusted: [] })
  const headers = { 'content-type': 'application/x-ndjson' }
  const take = () => other.call('POST', '/import', undefined, { raw: text, headers })
  const { status, body } = await take()
  const parts = ['templates.wound', 'categories']
  expect([status, body]).toMatchObject([202, { settings: { taken: parts, kept: ['trusted'] } }])
  expect((await take()).body.settings).toEqual({ taken: [], kept: [...parts, 'trusted'] })
  const again = linesOf(await exportedApp(other)).of('settings')
  expect(again).toEqual([{ ...CONFIGURED, trusted: [] }])
})

it('an app is the exports of its users, between two lines', async () => {
  const text = await exportedApp(service)
  const { lines, of } = linesOf(text)
  expect(lines[0]).toMatchObject({ kind: 'app', appId: APP })
  expect(of('manifest').map(({ userId }) => userId)).toEqual(['ben'])
  const before = text.slice(0, text.trimEnd().lastIndexOf('\n') + 1)
  const sha256 = createHash('sha256').update(before).digest('hex')
  expect(lines.at(-1)).toEqual({ kind: 'app-end', users: 1, sha256 })
})

it('a user of whom nothing is known is a manifest and an end', async () => {
  const { lines } = linesOf(await exported('nobody'))
  expect(lines.map(({ kind }) => kind)).toEqual(['manifest', 'end'])
})
