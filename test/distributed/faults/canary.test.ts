// The same search as test/journeys/canary.test.ts over the directories of real servers: what lies there before a forget is
// what a copy from then holds. Deletions of servers leave bytes in their logs and freed records for days. A rebuild that
// was interrupted lies there too.
import { randomUUID } from 'node:crypto'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withPorts } from '../../../apps/cli/operate/with-ports.ts'
import { projectionNames, projectors } from '../../../apps/composition/projections.ts'
import { readConfig } from '../../../infra/config.ts'
import type { ProjectionName } from '../../../infra/ports/ports.ts'
import { replay } from '../../../infra/runtime/replay/replay.ts'
import { type Canaries, type Found, search, tableOf } from '../../canary/search.ts'
import { newCanaries, writeCanaries } from '../../canary/write-canaries.ts'
import { eventually } from '../../contracts/eventually.ts'
import { APP, type Service, startService } from '../../journeys/service.ts'
import { sealTo } from '../../processors/accept-inbox/sealing.ts'
import { startReceiver } from '../../processors/deliver-webhooks/receiver.ts'
import { serverEnvironment } from '../../servers/environment.ts'
import { startedOnce } from '../../started.ts'
import { connectProducer, encodedRecord, inboxOf, signatureHeaders } from '../partner.ts'
import { leftAfterCompaction } from './after-compaction.ts'

const { STACK } = serverEnvironment()
const PROJECTIONS = /^(elasticsearch|neo4j)\//
const DATA = /^(elasticsearch|neo4j|kafka|s3)\//

/** Kafka preallocates 10 MB for each index of a segment, which holds offsets and times alone. */
const NO_WORDS = /\/kafka\/.*\.(index|timeindex)$|server\.log$/

const receiver = startedOnce(startReceiver)

function searched(canaries: Canaries): Found[] {
  const found = search(resolve(STACK!), canaries, NO_WORDS)
  return found.filter(({ file }) => DATA.test(file))
}

function kindsIn(found: readonly Found[], files: RegExp): string[] {
  const kinds = found.filter(({ file }) => files.test(file)).map(({ kind }) => kind)
  return [...new Set(kinds)].sort()
}

/** A partner's records about another user, who is not forgotten: one sealed, and one in plain, which is to be found. */
async function writeToInbox(
  service: Service,
  namespace: string,
  words: { sealed: string; plain: string },
): Promise<void> {
  const of = { appId: APP, userId: 'of-a-partner' }
  const { body: partner } = await service.call('POST', '/config/partners', {
    name: 'partner',
    appIds: [APP],
  })
  const { body: key } = await service.call('GET', `/inbox-keys/${APP}/${of.userId}`)
  const memorize = (word: string) => ({ content: `I like ${word}.`, contentType: 'document' })
  const producer = await connectProducer()
  for (const part of [
    { sealed: await sealTo(key, of, { memorize: memorize(words.sealed) }) },
    { memorize: { ...memorize(words.plain), threadId: null, metadata: null } },
  ]) {
    const value = await encodedRecord(namespace, of, part)
    const message = { key: randomUUID(), value, headers: signatureHeaders(partner, value, of) }
    await producer.send({ topic: inboxOf(namespace), messages: [message] })
  }
  await producer.disconnect()
  await service.settled(of.userId, 2)
}

/** Leaves what a rebuild leaves that is killed before it is put in the place of the other. */
async function interruptRebuilds(env: Record<string, string>): Promise<void> {
  const config = readConfig({ ...serverEnvironment(), PROFILE: 'distributed', ...env })
  const signal = new AbortController().signal
  const rebuild = async (name: ProjectionName) =>
    withPorts(
      signal,
      async ({ setting, ports, runtime }) => {
        const { fresh } = await setting.rebuild(name, { beside: true, keys: ports.keys })
        const projector = projectors[name](fresh as never, ports.language)
        expect(await replay(runtime, projector, () => undefined)).toBeGreaterThan(0)
      },
      { config },
    )
  for (const name of projectionNames) await rebuild(name)
}

describe.skipIf(!STACK).each(['off', 'on'])('with SEALED_PROJECTIONS=%s', (sealed) => {
  let service: Service
  let canaries: Canaries
  let before: Found[]
  let after: Found[]
  let leftBefore: Buffer[]
  /** Words that lie in plain on purpose. */
  const plain = newCanaries()
  const namespace = `k${randomUUID().slice(0, 8)}`
  beforeAll(async () => {
    const env = {
      SEALED_PROJECTIONS: sealed,
      WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
      NAMESPACE: namespace,
      MASTER_KEY: 'd'.repeat(64),
    }
    service = await startService(env)
    canaries = newCanaries()
    await writeCanaries(service, canaries, receiver.url)
    const words = { sealed: canaries.words.inbox!, plain: plain.words.inbox! }
    await writeToInbox(service, namespace, words)
    await interruptRebuilds({ ...env, DATA_DIR: join(service.dataDir, 'rebuild') })
    before = searched(canaries)
    if (sealed === 'off') return
    leftBefore = await leftAfterCompaction(namespace)
    const { user: userId } = canaries.words
    const { status } = await service.call('POST', '/forget', { appId: APP, userId, confirm: true })
    expect(status).toBe(200)
    after = searched(canaries)
    console.info(`before the forget:\n${tableOf(before)}\nafter it:\n${tableOf(after)}`)
  }, 400_000)
  afterAll(() => service.stop())

  if (sealed === 'off') {
    test('the search finds what lies in plain in the files of both servers: so it would find it', () => {
      for (const server of ['elasticsearch', 'neo4j']) {
        const kinds = kindsIn(before, new RegExp(`^${server}/`))
        expect(kinds).toEqual(expect.arrayContaining(['friend', 'text', 'town', 'user']))
      }
      expect(kindsIn(before, /^s3\//)).toContain('user')
    })
    return
  }

  test('no server of a projection holds a word or a user, before the forget and after it, and no state beside a worker', () => {
    for (const found of [before, after]) {
      expect(found.filter(({ file }) => PROJECTIONS.test(file))).toEqual([])
    }
    expect(search(service.dataDir, canaries)).toEqual([])
  })

  test('no object and no key names a user', () => {
    for (const found of [before, after]) expect(kindsIn(found, /^s3\//)).toEqual([])
  })

  test('the log names users and threads in its open fields, and holds no word', () => {
    expect(kindsIn(before, /^kafka\//)).toEqual(['thread', 'user'])
    expect(kindsIn(after, /^kafka\//)).toEqual(['thread', 'user'])
  })

  test('the search finds what a partner wrote in plain, so it would find what was sealed', () => {
    expect(kindsIn(searched(plain), /^kafka\//)).toEqual(['inbox'])
  })

  test('what compaction leaves of the log after the forget names neither user nor thread', async () => {
    const naming = (left: readonly Buffer[]) =>
      left.filter((value) => value.includes(canaries.stem)).length
    expect(naming(leftBefore)).toBeGreaterThan(0)
    // Notices are erased right after the answer.
    await eventually(async () => {
      const left = await leftAfterCompaction(namespace)
      expect(left.length).toBeGreaterThan(0)
      expect(naming(left)).toBe(0)
    })
  })
})
