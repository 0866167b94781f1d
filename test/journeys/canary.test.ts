// What a copy of every file from before a forget reveals with the keys as they are afterwards: nothing of the content,
// because no store but the key store held a word that could be read without it. The files after the forget reveal as
// little.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Canaries, type Found, search, tableOf } from '../canary/search.ts'
import { newCanaries, writeCanaries } from '../canary/write-canaries.ts'
import { startReceiver } from '../processors/deliver-webhooks/receiver.ts'
import { startedOnce } from '../started.ts'
import { APP, type Service, startService } from './service.ts'

const receiver = startedOnce(startReceiver)

/** The log's open fields name users and threads. */
const OPEN = /^log\//

function kindsIn(found: readonly Found[], files: RegExp): string[] {
  const kinds = found.filter(({ file }) => files.test(file)).map(({ kind }) => kind)
  return [...new Set(kinds)].sort()
}

const NAMES = ['thread', 'user']

describe.each(['off', 'on'])('with SEALED_PROJECTIONS=%s', (sealed) => {
  let service: Service
  let canaries: Canaries
  let copy: string
  let before: Found[]
  let after: Found[]
  beforeAll(async () => {
    const env = { SEALED_PROJECTIONS: sealed, WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8' }
    service = await startService(env)
    canaries = newCanaries()
    await writeCanaries(service, canaries, receiver.url)
    copy = mkdtempSync(join(tmpdir(), 'canary-copy-'))
    cpSync(service.dataDir, copy, { recursive: true })
    const { user: userId } = canaries.words
    const { status } = await service.call('POST', '/forget', { appId: APP, userId, confirm: true })
    expect(status).toBe(200)
    after = search(service.dataDir, canaries)
    before = search(copy, canaries)
    console.info(`before the forget:\n${tableOf(before)}\nafter it:\n${tableOf(after)}`)
  }, 120_000)
  afterAll(async () => {
    await service.stop()
    rmSync(copy, { recursive: true, force: true })
  })

  test('the log names users and threads in its open fields, and holds no word', () => {
    expect(kindsIn(before, /^log\//)).toEqual(NAMES)
  })

  if (sealed === 'off') {
    test('after the forget the files of the log hold no word: only notes of the forget name the user there', () => {
      expect(kindsIn(after, /^log\//)).toEqual(['user'])
    })

    test('the search finds what lies in plain: so it would find it', () => {
      const inMemory = ['alias', 'attribute', 'brand', 'fact', 'friend', 'hook', 'maker', 'product']
      const inGraph = ['attribute', 'brand', 'friend', 'hook', 'product', 'subject', 'text', 'town']
      const words = [...inMemory, 'scope', 'subject', 'text', 'thread', 'town', 'user', 'value']
      expect(kindsIn(before, /^memory\.db/)).toEqual(words)
      expect(kindsIn(before, /^graph-3\.db/)).toEqual([...inGraph, 'user', 'value'])
      expect(kindsIn(before, /^audit-2\.db/)).toEqual(NAMES)
      expect(kindsIn(before, /^deliveries\.db/)).toEqual(['user'])
      expect(kindsIn(before, /^keys\.db/)).toEqual(['user'])
    })
    return
  }

  test('no other store holds a word or a name', () => {
    expect(before.filter(({ file }) => !OPEN.test(file))).toEqual([])
  })

  test('after the forget no file holds a word or a name, the log and what it says of the forget included', () => {
    expect(after).toEqual([])
  })

  test('a service over the copy, with the keys as they are now, tells nothing of the user', async () => {
    await service.pause()
    for (const name of ['keys.db', 'keys.db-wal']) rmSync(join(copy, name), { force: true })
    cpSync(join(service.dataDir, 'keys.db'), join(copy, 'keys.db'))
    const restored = await startService({ SEALED_PROJECTIONS: sealed, DATA_DIR: copy })
    const { user } = canaries.words
    const told = await Promise.all(
      ['items', 'entities', 'context', 'audit', 'resources', 'threads'].map(async (what) => {
        const { body } = await restored.call('GET', `/${what}/${APP}/${user}`)
        return JSON.stringify(body)
      }),
    )
    await restored.stop()
    const { user: _, ...words } = canaries.words
    for (const word of Object.values(words)) expect(told.join()).not.toContain(word.slice(1))
  })
})
