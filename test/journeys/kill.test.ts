// The process is killed with -9 under load, at random moments: every acknowledged write is there, once.
import { expect, test } from 'vitest'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { runs } from '../long.ts'
import { startProcess } from './process.ts'
import { eventually } from './service.ts'

/** Each costs a start. */
const KILLS = runs(3, 20)
const CLIENTS = 16
/** How long they write at the most after the first answers: all of it is processed after the last kill. */
const WRITING_MS = runs(350, 700)
const USERS = 8
const KEY = 'kill-key-0123456789abcdef'
const dataDir = ownDirectory()
const env = { DATA_DIR: dataDir, BOOTSTRAP_API_KEY: KEY }

const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }

/** Acknowledged writes: the number in a text, by user. */
const acknowledged = new Map<string, number[]>()
let next = 0

/** Writes until the service is gone. A write without an answer may or may not have been taken. */
async function writeUntilGone(url: string): Promise<void> {
  for (;;) {
    const number = next++
    const userId = `user${number % USERS}`
    const content = `Bought the engraved spoon number${number}x.`
    const body = JSON.stringify({ appId: 'kill', userId, content, contentType: 'document' })
    try {
      const { status } = await fetch(`${url}/v1/memorize`, { method: 'POST', headers, body })
      if (status !== 202) return
    } catch {
      return
    }
    acknowledged.set(userId, [...(acknowledged.get(userId) ?? []), number])
  }
}

const written = () => [...acknowledged.values()].reduce((sum, { length }) => sum + length, 0)

/** A service that has just started may take longer than it is left to live. */
function firstAnswers(before: number): Promise<void> {
  return eventually('writes are acknowledged', async () => written() > before + 1)
}

async function get(url: string, path: string) {
  const response = await fetch(`${url}/v1${path}`, { headers })
  // biome-ignore lint/suspicious/noExplicitAny: read as a client would
  return (await response.json()) as any
}

async function numbersStored(service: { url: string }, userId: string): Promise<number[]> {
  const numbers: number[] = []
  let cursor = ''
  do {
    const page = await get(service.url, `/items/kill/${userId}?limit=200${cursor}`)
    for (const item of page.data) numbers.push(...numbersIn(item.content))
    cursor = page.pagination.nextCursor ? `&cursor=${page.pagination.nextCursor}` : ''
  } while (cursor)
  return numbers
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/number(\d+)x/g)].map((match) => Number(match[1]))
}

test(`${KILLS} kills: no acknowledged write is lost or doubled, and a second process on the same data refuses`, {
  timeout: 600_000,
}, async () => {
  for (let kill = 0; kill < KILLS; kill++) {
    const service = await startProcess(env)
    const clients = Array.from({ length: CLIENTS }, () => writeUntilGone(service.url))
    await firstAnswers(written())
    await new Promise((resolve) => setTimeout(resolve, Math.random() * WRITING_MS))
    expect(await service.end('SIGKILL')).toBeNull()
    await Promise.all(clients)
  }
  const service = await startProcess(env)
  try {
    const drained = async () =>
      (await get(service.url, '/health')).components.queue.queueDepth === 0
    await eventually('everything is processed', drained, { patienceMs: 300_000, everyMs: 100 })
    let total = 0
    for (const [userId, numbers] of acknowledged) {
      await eventually(
        `all of ${userId} is indexed`,
        async () => {
          const stored = new Set(await numbersStored(service, userId))
          return numbers.every((number) => stored.has(number))
        },
        { patienceMs: 60_000, everyMs: 100 },
      )
      const stored = await numbersStored(service, userId)
      expect(new Set(stored).size, 'no fact is doubled').toBe(stored.length)
      total += numbers.length
    }
    expect(total).toBeGreaterThan(KILLS)
    await expect(startProcess(env)).rejects.toThrow(/another process uses .*DATA_DIR/)
  } finally {
    expect(await service.end('SIGTERM'), 'SIGTERM drains and exits 0').toBe(0)
  }
})
