// What an operator does beside a running service: reads the log, rebuilds projections, and recovers records that a
// projection could not take in.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, expect, test } from 'vitest'
import { deadLetterOf } from '../../infra/runtime/fail/dead-letter.ts'
import { canonicalJson } from '../../infra/runtime/signing/canonical-json.ts'
import { verifySigned } from '../../infra/runtime/signing/verify-signed.ts'
import { createSqliteEventLog } from '../../infra/sqlite/event-log.ts'
import { jsonWebKeySet } from '../../schemas/signed.ts'
import { runCommand } from './process.ts'
import { projectionFile } from './projection-file.ts'
import { APP, eventually, usualThreads } from './service.ts'
import { startedService } from './started-service.ts'

/** The service writes to the file too. */
const WHILE_USED = { timeout: 10_000 }

const service = startedService(usualThreads)
beforeAll(async () => {
  await service.remember('anna', 'I live in Berlin.')
  await service.remember('anna', 'I have moved, I now live in Madrid.')
})

const cli = async (...args: string[]) =>
  (await runCommand({ DATA_DIR: service.dataDir }, ...args)).stdout

const contents = async () => (await service.items('anna')).map(({ content }) => content)

test('given a running service, when its log is read, then the events are shown', async () => {
  const lines = (await cli('log', '--topic', 'memory.writes.v1', '--json')).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line).type)).toEqual(['ContentStored', 'ContentStored'])
})

test('given a running service, when projections are rebuilt, then it answers from the new ones and goes on', {
  timeout: 240_000,
}, async () => {
  const before = await contents()
  const replayed = JSON.parse(await cli('replay', '--projection', 'all', '--json'))
  expect(replayed.map(({ unchanged, behind }: never) => [unchanged, behind])).toEqual([
    [true, false],
    [true, false],
    [true, false],
  ])
  expect(await contents()).toEqual(before)
  await service.remember('anna', 'I like chess.')
  expect(await contents()).toContain('I like chess.')
  const { body } = await service.call('GET', `/entities/${APP}/anna`)
  expect(body.total).toBeGreaterThan(0)
})

test('given an event that a projection could not take in, when its dead letter is replayed, then it is as if it had', {
  timeout: 240_000,
}, async () => {
  const before = await contents()
  await loseFact('I have moved')
  expect(await contents()).not.toEqual(before)
  expect(JSON.parse(await cli('dead-letters', 'replay', '--json'))).toEqual({ handled: 1, left: 0 })
  expect(await contents()).toEqual(before)
  expect(JSON.parse(await cli('dead-letters', 'list', '--json'))).toEqual([])
})

test('given a running service, when its audit is sealed, then it verifies, and what is changed in its file is named', {
  timeout: 240_000,
}, async () => {
  await cli('audit', 'seal')
  const answer = await fetch(`${service.url}/.well-known/palimpsest-receipts.json`)
  const keys = jsonWebKeySet.parse(await answer.json())
  const roots = async () => (await service.call('GET', `/audit-roots/${APP}`)).body.data
  await eventually('the root is shown', async () => (await roots()).length === 1)
  const [root] = await roots()
  expect(root.statement).toMatchObject({ appId: APP, run: 1, users: 1 })
  expect(verifySigned(canonicalJson(root), keys).valid).toBe(true)
  const whole = JSON.parse(await cli('audit', 'verify', '--json'))
  expect(whole).toMatchObject({ users: 1, sealed: root.statement.entries, findings: [] })

  const audit = new DatabaseSync(projectionFile(service, 'audit'), WHILE_USED)
  const { id } = audit.prepare("SELECT id FROM entries WHERE doc LIKE '%FactSuperseded%'").get()!
  const sealed = "json_extract(doc, '$.details.sealed')"
  const cut = `json_set(doc, '$.details.sealed', substr(${sealed}, 1, length(${sealed}) - 4))`
  const change = `CASE WHEN ${sealed} IS NULL THEN replace(doc, '0.9', '0.8') ELSE ${cut} END`
  audit.prepare(`UPDATE entries SET doc = ${change}`).run()
  audit.prepare('DELETE FROM entries WHERE id = ?').run(id!)
  audit.close()
  const verdict = await cli('audit', 'verify').catch(({ code, stdout }) => ({ code, stdout }))
  expect(verdict).toMatchObject({ code: 1 })
  const { stdout } = verdict as { stdout: string }
  expect(stdout).toContain(`dropped in the audit store: ${id} (${APP}/anna)`)
  expect(stdout).toContain('changed in the audit store: ')
})

test('given a forget, when its receipt is verified against the stores, then nothing is found, and of another user it is none', {
  timeout: 240_000,
}, async () => {
  await service.remember('leaver', 'I live in Berlin. I like chess.')
  const { body } = await service.call('POST', '/forget', {
    ...{ appId: APP, userId: 'leaver' },
    confirm: true,
  })
  const receipt = await service.call('GET', `/receipts/${body.receiptId}`)
  const file = join(service.dataDir, 'receipt.json')
  writeFileSync(file, canonicalJson(receipt.body))
  expect(await cli('verify-forget', '--receipt', file, '--user', 'leaver')).toBe('nothing found\n')
  const others = cli('verify-forget', '--receipt', file, '--user', 'anna')
  await expect(others).rejects.toMatchObject({ code: 1, stderr: /not of this user/ })
})

/** As index-memory leaves it after dead-lettering the event of a fact. */
async function loseFact(begins: string): Promise<void> {
  const lost = (await service.items('anna')).find(({ content }) => content.startsWith(begins))
  const log = createSqliteEventLog({ directory: join(service.dataDir, 'log') })
  for await (const records of log.read({ topic: 'memory.facts.v1', partition: 0 })) {
    const record = records.find(
      ({ event }) => event!.type === 'FactAsserted' && event!.open.factId === lost.id,
    )
    if (!record) continue
    const why = { processor: 'index-memory', errorClass: 'TypeError', reason: 'no', attempts: 4 }
    await log.append([deadLetterOf(record, { ...why, recordedAt: new Date().toISOString() })])
  }
  await log.close()
  const index = new DatabaseSync(projectionFile(service, 'memory'), WHILE_USED)
  index.prepare('DELETE FROM items WHERE id = ?').run(lost.id)
  index.close()
}
