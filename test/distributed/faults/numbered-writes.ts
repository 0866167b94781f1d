// A load whose outcome can be checked afterwards: each user changes its phone number again and again, so none may be
// lost, none doubled, and each must be superseded by the next.
import { expect } from 'vitest'
import { eventually } from '../../journeys/service.ts'
import type { Cluster } from '../cluster.ts'

const AGAIN_AFTER_MS = 200

const numbered = (number: number) => `555-${String(number).padStart(6, '0')}`
const numberIn = ({ content }: { content: string }) => Number(/555-(\d+)/.exec(content)![1])

/** Writes one after another, each until it is acknowledged, and rests between them. */
export async function writeNumbered(
  cluster: Cluster,
  { appId, userId, count, restMs = 0 }: Writing,
): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const content = `My phone number is ${numbered(number)}.`
    const request = { appId, userId, content, contentType: 'conversation' }
    for (;;) {
      const answer = await cluster.call('POST', '/memorize', request).catch(() => null)
      if (answer?.status === 202) break
      await sleep(AGAIN_AFTER_MS)
    }
    if (restMs > 0) await sleep(restMs)
  }
}

export type Writing = { appId: string; userId: string; count: number; restMs?: number }

/**
 * Waits until all are processed. A write whose answer was lost may have been acknowledged: then its number was written
 * twice.
 */
export async function expectNumbered(
  cluster: Cluster,
  { userId, count, patienceMs }: { userId: string; count: number; patienceMs: number },
): Promise<void> {
  await cluster.processed(userId, count, patienceMs)
  const items = await cluster.items(userId)
  const stored = items.map(numberIn)
  expect(new Set(stored).size, 'no fact is doubled').toBe(stored.length)
  expect(new Set(stored), 'none is lost').toEqual(
    new Set(Array.from({ length: count }, (_, index) => index + 1)),
  )
  const current = items.filter((item) => item.current)
  expect(current.map((item) => item.value ?? item.content)).toHaveLength(1)
  expect(current[0].content).toContain(numbered(count))
  // The next one superseded each: so they took effect in order.
  const byId = new Map(items.map((item) => [item.id, item]))
  for (const item of items.filter((each) => !each.current)) {
    expect(numberIn(byId.get(item.supersededBy)!)).toBe(numberIn(item) + 1)
  }
}

/** All projections equal a replay of the log. `settle`: ends everything that still writes to them. */
export async function expectReplayed(
  cluster: Cluster,
  settle: () => Promise<unknown>,
): Promise<void> {
  const replay = () => cluster.cli('replay', '--projection', 'all', '--check', '--json')
  const caughtUp = async () =>
    JSON.parse((await replay()).stdout).every((each: { behind: boolean }) => !each.behind)
  await eventually('the projections have taken in all of the log', caughtUp, {
    patienceMs: 300_000,
  })
  await settle()
  const { code, stdout, stderr } = await replay()
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout).map((each: { unchanged: boolean }) => each.unchanged)).toEqual([
    true,
    true,
    true,
  ])
}

export function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
