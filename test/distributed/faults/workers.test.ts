// Several workers share the work: when one dies the others go on, and a paused one overwrites nothing.
import { expect, test } from 'vitest'
import { startedOnce } from '../../started.ts'
import { startCluster } from '../cluster.ts'

const APP = 'workers'

const cluster = startedOnce(() => startCluster(APP))

const users = Array.from({ length: 12 }, (_, index) => `user${index}`)

async function round(content: string): Promise<void> {
  for (const userId of users) {
    const request = { appId: APP, userId, content, contentType: 'conversation' }
    expect((await cluster.call('POST', '/memorize', request)).status).toBe(202)
  }
}

async function currentContents(): Promise<string[]> {
  const all = await Promise.all(users.map((userId) => cluster.items(userId)))
  return all.map((items) =>
    items
      .filter((item) => item.current)
      .map((item) => item.content)
      .join(' | '),
  )
}

test('one of two is killed: the other goes on within a minute', { timeout: 600_000 }, async () => {
  const [first, second] = [await cluster.worker(), await cluster.worker()]
  await round('I live in Berlin.')
  for (const userId of users) await cluster.processed(userId, 1)
  await first.end('SIGKILL')
  await round('I have moved, I now live in Madrid.')
  for (const userId of users) await cluster.processed(userId, 2, 60_000)
  expect(await currentContents()).toEqual(users.map(() => 'I have moved, I now live in Madrid.'))
  await second.end('SIGTERM')
})

test('a paused worker that comes back overwrites nothing', { timeout: 600_000 }, async () => {
  const paused = await cluster.worker()
  await round('I have moved, I now live in Oslo.')
  // Somewhere in the middle of its work.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  paused.signal('SIGSTOP')
  await cluster.worker()
  await round('I have moved, I now live in Rome.')
  for (const userId of users) await cluster.processed(userId, 4, 120_000)
  const before = await currentContents()
  expect(before).toEqual(users.map(() => 'I have moved, I now live in Rome.'))
  paused.signal('SIGCONT')
  await round('I like chess.')
  for (const userId of users) await cluster.processed(userId, 5, 120_000)
  expect((await currentContents()).map((all) => all.split(' | ').sort())).toEqual(
    users.map(() => ['I have moved, I now live in Rome.', 'I like chess.']),
  )
  for (const userId of users) expect(await cluster.items(userId)).toHaveLength(5)
})
