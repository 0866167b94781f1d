// Reading a write has a budget of CPU time, across restarts: beyond it the write has failed, says why, and waits in the
// dead letters, while other work goes on. An operator who grants more gets it read.
import { expect, test } from 'vitest'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { runCommand, startProcess } from './process.ts'
import { eventually } from './service.ts'

const KEY = 'budget-key-0123456789abcdef'
const APP = 'budget'
const dataDir = ownDirectory()
const env = { DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY }
const tight = { ...env, EXTRACTION_CPU_BUDGET_MS: '200' }

const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
const patience = { patienceMs: 180_000, everyMs: 50 }
/**
 * Reading it takes many times as much as the tight budget grants, also on a fast machine, and yields two facts, because
 * one sentence is said again and again. A thread's first sentence takes a third of that budget, because the rules that
 * it meets are compiled then.
 */
const LARGE = Array.from(
  { length: 2_000 },
  () => 'They changed the door code in May, and my sister Berta sold the bicycle.',
).join(' ')

async function memorize(url: string, userId: string, content: string): Promise<string> {
  const body = JSON.stringify({ appId: APP, userId, content, contentType: 'document' })
  const response = await fetch(`${url}/v1/memorize`, { method: 'POST', headers, body })
  expect(response.status).toBe(202)
  return ((await response.json()) as { resourceId: string }).resourceId
}

type Resource = { status: string; reason: string | null; items: unknown[] }

async function resource(url: string, userId: string, id: string): Promise<Resource> {
  const response = await fetch(`${url}/v1/resources/${APP}/${userId}/${id}`, { headers })
  return ((await response.json()) as { resource: Resource }).resource
}

async function becomes(status: string, url: string, userId: string, id: string): Promise<Resource> {
  const over = ['processed', 'failed']
  await eventually(
    `the write of ${userId} is ${status}`,
    async () => over.includes((await resource(url, userId, id)).status),
    patience,
  )
  const read = await resource(url, userId, id)
  expect(read).toMatchObject({ status })
  return read
}

async function deadLetters(verb: 'list' | 'replay') {
  return JSON.parse(
    (await runCommand({ DATA_DIR: dataDir }, 'dead-letters', verb, '--json')).stdout,
  )
}

test('from too little CPU time to enough', { timeout: 600_000 }, async () => {
  const first = await startProcess(tight)
  const costly = await memorize(first.url, 'costly', LARGE)
  const beside = await memorize(first.url, 'beside', 'I play the hurdy-gurdy.')
  await becomes('processed', first.url, 'beside', beside)
  const failed = await becomes('failed', first.url, 'costly', costly)
  expect(failed.reason).toContain('CPU time')

  const killed = await memorize(first.url, 'killed', LARGE)
  await first.end('SIGKILL')
  const second = await startProcess(tight)
  expect((await becomes('failed', second.url, 'killed', killed)).reason).toContain('CPU time')
  expect((await resource(second.url, 'costly', costly)).status).toBe('failed')
  const letters = await deadLetters('list')
  expect(JSON.stringify(letters)).toContain('OverBudget')
  // It ends any reading under way.
  await memorize(second.url, 'third', LARGE)
  expect(await second.end('SIGTERM')).toBe(0)

  const granted = await startProcess(env)
  await deadLetters('replay')
  for (const [userId, id] of [
    ['costly', costly],
    ['killed', killed],
  ] as const) {
    const read = await becomes('processed', granted.url, userId, id)
    expect(read.items.length).toBeGreaterThan(0)
  }
  expect(await granted.end('SIGTERM')).toBe(0)
})
