// A record that cannot be handled is dead-lettered with its reason, holds up no other record, and can be listed and retried.
import { afterAll, expect, test } from 'vitest'
import { createIntake } from '../../apps/api/intake/intake.ts'
import { type OpenPorts, openEmbedded } from '../../apps/composition/embedded/embedded.ts'
import { masterKeyOf } from '../../apps/composition/embedded/master-key-of.ts'
import { createOfflineLanguageModel } from '../../infra/language/offline/offline-language-model.ts'
import type { NewRecord } from '../../infra/ports/event-log.ts'
import { uuidV7 } from '../../infra/runtime/envelope/ids.ts'
import { deadLetterOf } from '../../infra/runtime/fail/dead-letter.ts'
import { planMemorize } from '../../processors/accept-inbox/plan.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { isSealed, runCommand, runCommandHere } from './process.ts'
import { APP, eventually, type Service, startService } from './service.ts'

const directory = ownDirectory()
const service = {} as Service
afterAll(() => service.stop?.())

/** Works on the data before the service starts, and beside it. */
async function withPorts<T>(work: (ports: OpenPorts) => Promise<T>): Promise<T> {
  const masterKey = masterKeyOf({ DATA_DIR: directory })
  const language = createOfflineLanguageModel()
  const ports = openEmbedded({ directory, masterKey, language, sealed: isSealed })
  try {
    return await work(ports)
  } finally {
    await ports.close()
  }
}

/** Beside the running service. */
async function deadLetters(verb: 'list' | 'replay') {
  return JSON.parse((await called([verb, '--json'])).stdout)
}

async function called(args: string[]): Promise<{ code?: number; stdout: string; stderr: string }> {
  const command = args.includes('list') ? runCommandHere : runCommand
  const run = command({ DATA_DIR: service.dataDir }, 'dead-letters', ...args)
  return run.catch((error) => error)
}

/** Of a processor that is no longer there. */
function letterOfAnEarlierVersion(id: string, recordedAt: string): NewRecord {
  const scope = { appId: APP, userId: 'poisoned', occurredAt: recordedAt, recordedAt }
  const rest = { causationId: null, traceparent: null, open: {}, sealed: null }
  const event = { id, type: 'ContentStored', version: 1, ...scope, ...rest }
  const place = { topic: 'memory.writes.v1', partition: 0, position: 0 } as const
  const why = { processor: 'read-minds', errorClass: 'Odd', reason: 'it is odd', attempts: 4 }
  return deadLetterOf({ ...place, event, defect: null }, { ...why, recordedAt })
}

test('from poison to cure', { timeout: 240_000 }, async () => {
  const id = uuidV7(Date.now())
  // One write without its content, and one unknown event, between two sound ones.
  const lost = await withPorts(async (ports) => {
    const content = 'I play the hurdy-gurdy.'
    const request = { appId: APP, userId: 'poisoned', content, contentType: 'document' as const }
    const context = { id, now: new Date(), traceparent: null, entry: 'api' as const }
    await createIntake({ ...ports, now: () => new Date() }).accept(planMemorize(request, context))
    const [key] = await ports.objects.list({ prefix: `${APP}/poisoned/`, limit: 1 })
    const body = (await ports.objects.get(key!))!
    await ports.objects.deleteMany([key!])
    const at = new Date().toISOString()
    await ports.log.append([
      {
        topic: 'memory.writes.v1',
        event: {
          id: uuidV7(Date.now()),
          type: 'SomethingElse',
          version: 1,
          appId: APP,
          userId: 'poisoned',
          occurredAt: at,
          recordedAt: at,
          causationId: null,
          traceparent: null,
          open: {},
          sealed: null,
        },
      },
    ])
    await ports.log.append([letterOfAnEarlierVersion(id, at)])
    return { key: key!, body }
  })
  await startService({ DATA_DIR: directory }, service)
  await service.remember('poisoned', 'I like chess.')
  await service.remember('neighbour', 'I like chess.')
  expect(await service.items('poisoned')).toHaveLength(1)

  const listed = await deadLetters('list')
  const missing = listed.filter(
    (letter: { errorClass: string }) => letter.errorClass === 'ObjectMissing',
  )
  expect(missing).toMatchObject([
    {
      processor: 'extract-facts',
      topic: 'memory.writes.v1',
      eventId: id,
      eventType: 'ContentStored',
    },
  ])
  const unknown = listed.filter(
    (letter: { eventType: string }) => letter.eventType === 'SomethingElse',
  )
  expect(unknown.length).toBeGreaterThan(0)
  expect(unknown[0]).toMatchObject({
    errorClass: 'Undecodable',
    reason: expect.stringContaining('unknown event type'),
  })
  expect(listed).toContainEqual(expect.objectContaining({ processor: 'read-minds' }))
  expect(JSON.stringify(listed)).not.toContain('hurdy')

  const { body } = await service.call('GET', '/admin/dead-letters?limit=200')
  expect(body.data).toEqual(expect.arrayContaining(listed))
  expect(body.pagination.total).toBe(listed.length)

  const none = await called(['replay', '--id', 'none'])
  expect(none).toMatchObject({ code: 1, stdout: '', stderr: 'there is no dead letter none\n' })
  expect(await called(['replay', '--id', ''])).toMatchObject({ code: 2, stdout: '' })
  const still = await deadLetters('replay')
  expect(still).toEqual({ handled: 0, left: listed.length })
  await withPorts((ports) => ports.objects.putMany([lost]))
  const ids = missing.map((letter: { id: string }) => letter.id)
  const cured = await service.call('POST', '/admin/dead-letters/replay', { ids })
  expect(cured.status).toBe(202)
  await eventually('the replay has ended', async () => {
    const { body } = await service.call('GET', `/admin/replay/${cured.body.replay.id}`)
    expect(body.replay.status).not.toBe('failed')
    return body.replay.result?.handled === 1
  })
  await eventually('the fact is there', async () => {
    return (await service.items('poisoned')).some((item) => item.content.includes('hurdy-gurdy'))
  })
  const left = await deadLetters('list')
  expect(left.map((letter: { errorClass: string }) => letter.errorClass)).not.toContain(
    'ObjectMissing',
  )

  // Forgetting the user takes its dead letters with it.
  await service.call('POST', '/forget', { appId: APP, userId: 'poisoned', confirm: true })
  expect(await deadLetters('list')).toEqual([])
})
