// Another engine reads the past beside a running service: what it reads is compared, promoted, and read back; the
// command is killed midway, writes go on, corrections stay, and a forget reaches what was read.
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../infra/language/openai/fake-openai.ts'
import { ownDirectory } from '../infra/sqlite/directory.ts'
import { startedOnce } from '../started.ts'
import { inFull } from './in-full.ts'
import { runCommand, runCommandHere } from './process.ts'
import { replayAll } from './replaying.ts'
import { APP, eventually, setting, usualThreads } from './service.ts'
import { startedService } from './started-service.ts'

const folder = ownDirectory()
const [as, sure, vectors] = ['as', 'sure', 'vectors'].map((name) => join(folder, name)) as [
  string,
  string,
  string,
]

const WEATHER = 'The weather is a thing that I enjoy.'
const DOUBT = 'I think maybe my brother Carl lives in Rome.'
const MOVED = 'I have moved, I now live in Madrid.'

const endpoint = startedOnce(startFakeOpenAi)
const service = startedService(usualThreads)
beforeAll(async () => {
  writeFileSync(as, '# as the service\n')
  // Surer than of what is plainly said or doubted.
  writeFileSync(sure, 'EXTRACTION_MIN_CONFIDENCE=0.75\n')
  writeFileSync(vectors, `EMBEDDING_BASE_URL=${endpoint.baseUrl}\nEMBEDDING_ENGINE=openai\n`)
  for (const text of ['I live in Berlin.', 'I work at Acme.', WEATHER, DOUBT, MOVED]) {
    await service.remember('anna', text, { contentType: 'document' })
  }
  await service.remember('bert', 'I like tea.')
})

async function reprocess(...args: string[]) {
  const run = args.includes('promote') ? runCommand : runCommandHere
  return JSON.parse((await run(service.env, 'reprocess', ...args, '--json')).stdout)
}

async function refused(...args: string[]): Promise<string> {
  return reprocess(...args).then(
    () => 'nothing was refused',
    ({ stderr }: { stderr: string }) => stderr,
  )
}

/** Kills it when it has told its first progress. */
async function killed(...args: string[]): Promise<void> {
  const running = runCommand(service.env, 'reprocess', ...args)
  running.child.stderr!.once('data', () => running.child.kill('SIGKILL'))
  await running.catch(() => undefined)
}

const current = async (userId: string) => {
  const items = await service.items(userId)
  return items.filter(({ current: is }) => is).map(({ content }) => content as string)
}
const becomes = (userId: string, texts: readonly string[]) =>
  eventually(`${userId} has ${texts.length} facts`, async () => {
    const sorted = (await current(userId)).sort()
    return JSON.stringify(sorted) === JSON.stringify([...texts].sort())
  })
const relationships = async (userId: string, name: string, time: string) => {
  const { body } = await service.call('GET', `/entities/${APP}/${userId}/${name}?${time}`)
  // What only a fact that was never true mentions is no entity.
  return (body.entity?.relationships ?? []).map(({ type }: { type: string }) => type)
}
const forget = (userId: string, category?: string) =>
  service.call('POST', '/forget', { appId: APP, userId, category, confirm: true })
const NOTHING = { came: 0, went: 0, changed: 0 }

inFull(
  'given the same engine, killed twice, when it has read all, then nothing differs and promoting changes nothing',
  { timeout: 240_000 },
  async () => {
    await killed('--from', as)
    await service.remember('bert', 'I live in Oslo.')
    await killed('--from', as)
    await reprocess('--from', as)
    const { facts, digests, users } = await reprocess('report')
    expect([users, facts]).toEqual([2, expect.objectContaining(NOTHING)])
    expect(facts.same).toBe(facts.inUse)
    expect(digests.promoted).toBe(digests.inUse)
    const before = await service.items('anna')
    expect(await reprocess('promote')).toMatchObject({ users: 0, takenIn: true })
    expect(await service.items('anna')).toEqual(before)
    expect(existsSync(join(service.dataDir, 'candidate'))).toBe(false)
  },
)

test('given an engine that is surer, when it is promoted and read back, then facts go and come, and a correction and a replay stay exact', {
  timeout: 240_000,
}, async () => {
  const before = await current('anna')
  const then = new Date().toISOString()
  await reprocess('--from', sure)
  const report = await reprocess('report', '--examples', '1')
  expect(report.facts).toMatchObject({ came: 0, changed: 0 })
  expect(report.facts.went).toBe(2)
  expect(report.examples.went).toHaveLength(1)
  const { id } = (await service.items('anna')).find(({ content }) => content === WEATHER)
  // Not awaited: it is under way when the promotion comes.
  const corrected = await service.call('PATCH', `/items/${APP}/anna/${id}`, {
    text: 'I enjoy rain.',
  })
  expect(corrected.status).toBe(202)
  await reprocess('promote')
  const left = ['I work at Acme.', MOVED, 'I enjoy rain.']
  await becomes('anna', left)
  const doubt = (await service.items('anna')).find(({ content }) => content === DOUBT)
  expect(doubt).toMatchObject({ state: 'reprocessed', closedAt: expect.any(String) })
  // It was known, and never held.
  // The graph takes the promotion in by itself, so items may change before it.
  await eventually('the graph says that it never held', async () => {
    const types = await relationships('anna', 'Carl', `asOf=${then}`)
    return types.length === 0
  })
  expect(await relationships('anna', 'Carl', `knownAt=${then}`)).toEqual(['sibling_of'])

  await reprocess('--from', as)
  await reprocess('promote')
  const restored = before.map((text) => (text === WEATHER ? 'I enjoy rain.' : text))
  await becomes('anna', restored)
  const back = (await service.items('anna')).find(
    ({ content, current: is }) => is && content === DOUBT,
  )
  expect(back).toMatchObject({ createdAt: doubt.createdAt, validFrom: doubt.validFrom })
  if (setting === 'distributed') return
  const replayed = await replayAll(service.env, '--check')
  expect(replayed.map(({ unchanged }) => unchanged)).toEqual([true, true, true])
})

inFull(
  'given a sample, then so many users are read, the same ones each time, and another sample is refused',
  { timeout: 240_000 },
  async () => {
    await reprocess('--from', sure, '--sample', '1')
    const { users, facts } = await reprocess('report')
    expect(users).toBe(1)
    await service.remember('carl', 'I like tea.')
    await reprocess('--from', sure, '--sample', '1')
    expect((await reprocess('report')).facts).toEqual(facts)
    expect(await refused('--from', sure, '--sample', '2')).toContain('promote or discard it first')
    await reprocess('discard')
  },
)

inFull(
  'given a candidate, when a category or a user is forgotten, then it holds nothing of it, and nothing comes back',
  { timeout: 240_000 },
  async () => {
    await killed('--from', as)
    const { body } = await forget('anna', 'work')
    const receipt = await service.call('GET', `/receipts/${body.receiptId}`)
    expect(JSON.stringify(receipt.body)).toContain('"store":"candidate"')
    await reprocess('--from', as)
    await forget('bert')
    const { users, facts } = await reprocess('report')
    expect([users, facts]).toEqual([2, expect.objectContaining(NOTHING)])
    await reprocess('promote')
    expect(await current('bert')).toEqual([])
    expect(await current('anna')).not.toContain('I work at Acme.')
  },
)

inFull(
  'given wrong settings, another engine or other vectors, then they are refused, and discarding removes the candidate',
  { timeout: 240_000 },
  async () => {
    const unknown = join(folder, 'unknown')
    writeFileSync(unknown, 'EXTRACTION_MODEL=x\nDATA_DIR=/elsewhere\n')
    expect(await refused('--from', unknown)).toContain('DATA_DIR is no setting of an engine')
    expect(await refused('report')).toContain('there is no candidate')
    await reprocess('--from', as, '--app', APP, '--user', 'anna')
    expect(await refused('--from', sure)).toContain('promote or discard it first')
    await reprocess('discard')
    expect(existsSync(join(service.dataDir, 'candidate'))).toBe(false)
    expect(await refused('--from', vectors, '--app', 'no-such-app')).toContain('there is no app')
    await reprocess('--from', vectors, '--app', APP, '--user', 'anna')
    expect(await refused('promote')).toContain('the vectors in use are of')
  },
)
