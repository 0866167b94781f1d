// An import that was stopped goes on where it ended, and stores nothing twice.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../../../apps/cli/main.ts'
import { ownDirectory } from '../../../infra/sqlite/directory.ts'
import { eventually } from '../../../journeys/service.ts'
import { sharedService } from '../../../journeys/shared-service.ts'

const folder = ownDirectory()
const service = sharedService('import')

async function importInto(
  file: string,
  from: readonly string[] = ['mem0'],
): Promise<{ code: number; told: string }> {
  const lines: string[] = []
  const out = (line: string) => lines.push(line)
  const signal = new AbortController().signal
  const err = (line: string) => (line.startsWith('writes: ') ? 0 : out(line))
  const io = { out, err, isTerminal: false, signal }
  const given = ['import', '--app', service.app, '--write', file, '--from', ...from]
  const code = await runCli([...given, '--url', service.url, '--key', service.key], io)
  return { code, told: lines.join('\n') }
}

const memory = (id: string, text: string, metadata = {}) => {
  return { id, memory: text, user_id: 'dora', metadata }
}
/** So large that a call has room for less than a hundred. */
const large = (id: string) => memory(id, `Likes chess opening ${id}.`, { note: 'x'.repeat(15_000) })

async function storedOf(userId: string): Promise<number> {
  const { body } = await service.call('GET', `/resources/${service.app}/${userId}`)
  return body.pagination.total
}

/** What is written later is processed later. */
async function storedOnceProcessed(userId: string): Promise<number> {
  const later = { appId: service.app, userId, content: 'I ski.', contentType: 'document' }
  const { body } = await service.call('POST', '/memorize', { ...later, wait: 30_000 })
  expect(body.retrievable).toBe(true)
  return storedOf(userId)
}

test('an import that was stopped before the answer to a call stores nothing twice, although a write before was refused', async () => {
  const file = join(folder, 'stopped.json')
  const good = Array.from({ length: 60 }, (_, n) => large(String(n)))
  // More bytes than a write may have, though not more letters.
  writeFileSync(file, JSON.stringify([memory('refused', '€'.repeat(400_000)), ...good]))
  expect((await importInto(file)).told).toMatch(/^60 writes were accepted, 1 was refused/)
  await eventually('all are listed', async () => (await storedOf('dora')) >= 60)
  const journal = readFileSync(`${file}.imported`, 'utf8')
  const lastCall = journal.lastIndexOf('{"call"')
  writeFileSync(`${file}.imported`, journal.slice(0, journal.indexOf('\n', lastCall) + 1))
  expect((await importInto(file)).told).toMatch(/accepted, \d+ were before, 1 was refused/)
  expect(await storedOnceProcessed('dora')).toBe(61)
})

test('one refused write of many costs a few calls more', async () => {
  const file = join(folder, 'halves.json')
  const short = Array.from({ length: 200 }, (_, n) => memory(String(n), `Owns the book ${n}.`))
  short.splice(77, 1, memory('refused', '€'.repeat(400_000)))
  writeFileSync(file, JSON.stringify(short))
  expect((await importInto(file)).told).toMatch(/^199 writes were accepted, 1 was refused/)
  const calls = readFileSync(`${file}.imported`, 'utf8').match(/"call"/g)
  expect(calls!.length).toBeLessThan(20)
})

test('given a call without an answer, when the export has changed since, then nothing is stored twice, and the command says what to do', async () => {
  const file = join(folder, 'changed.json')
  const one = (text: string) =>
    writeFileSync(file, JSON.stringify([{ ...memory('changed', text), user_id: 'finn' }]))
  one('Owns a canoe.')
  expect((await importInto(file)).code).toBe(0)
  const journal = readFileSync(`${file}.imported`, 'utf8')
  writeFileSync(`${file}.imported`, journal.slice(0, journal.indexOf('\n') + 1))
  one('Owns a kayak.')
  const changed = await importInto(file)
  expect(changed.code).toBe(1)
  expect(changed.told).toMatch(
    /a call of 1 write whose answer did not arrive.*changed.json.imported/,
  )
  one('Owns a canoe.')
  expect((await importInto(file)).told).toMatch(/^1 write was accepted/)
  expect(await storedOnceProcessed('finn')).toBe(2)
})

test('given a day of a conversation that has grown, when imported again, then its new messages are written', async () => {
  const file = join(folder, 'grown.json')
  const said = ['I live in Berlin.', 'I like chess.', 'I work at Acme.']
  const exported = (count: number) =>
    writeFileSync(
      file,
      JSON.stringify([
        {
          uuid: 'talk',
          created_at: '2026-01-01T09:00:00Z',
          chat_messages: said.slice(0, count).map((text, n) => ({
            sender: 'human',
            text,
            created_at: `2026-01-01T09:0${n}:00Z`,
          })),
        },
      ]),
    )
  const from = ['claude', '--user', 'emil']
  exported(1)
  expect((await importInto(file, from)).told).toMatch(/^1 write was accepted/)
  exported(3)
  expect((await importInto(file, from)).told).toMatch(/^1 write was accepted/)
  expect((await importInto(file, from)).told).toMatch(/^0 writes were accepted, 1 was before/)
  await expect.poll(() => storedOf('emil'), { timeout: 60_000 }).toBe(2)
})
