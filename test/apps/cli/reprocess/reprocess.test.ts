// `reprocess` refuses what it would not read, and apps and users that are not there.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { runCli } from '../../../../apps/cli/main.ts'
import { refuseUnknown } from '../../../../apps/cli/reprocess/users-of.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'
import { ANN, BOB, givenHistory } from '../../../processors/audit-seals/given.ts'
import { startedOnce } from '../../../started.ts'
import { withVectors } from '../../composition/with-vectors.ts'

const newDirectory = createDirectories()

async function run(...args: string[]) {
  const told: string[] = []
  const say = (line: string) => void told.push(line)
  const { signal } = new AbortController()
  const code = await runCli(['reprocess', ...args], {
    out: say,
    err: say,
    isTerminal: false,
    signal,
  })
  return { code, told: told.join('\n') }
}

test.each([
  [['promote', '--app', 'shop'], 'reprocess promote takes no --app'],
  [['promote', '--user', 'ann', '--app', 'shop'], 'reprocess promote takes no --'],
  [['discard', '--sample', '3'], 'reprocess discard takes no --sample'],
  [['report', '--from', 'x'], 'reprocess report takes no --from'],
  [['vectors', '--app', 'shop', '--from', 'x'], 'reprocess vectors takes no --app'],
  [['--from', 'x', '--questions', 'y'], 'reprocess --from CONFIG takes no --questions'],
])(
  'given %j, whose action does not read it, when called, then it is refused',
  async (args, said) => {
    const { code, told } = await run(...args)
    expect([code, told]).toEqual([2, expect.stringContaining(said)])
  },
)

test('given an app that is not there, when its past is to be read, then that is no success, and no candidate is left', async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  writeFileSync(join(directory, 'master.key'), 'a'.repeat(64))
  writeFileSync(join(directory, 'engine'), '')
  vi.stubEnv('DATA_DIR', directory)
  vi.stubEnv('PROFILE', 'embedded')
  const about = ['--from', join(directory, 'engine'), '--app', 'nope']
  const { code, told } = await run(...about)
  expect([code, told]).toEqual([1, expect.stringContaining('there is no app nope')])
  expect((await run('discard')).told).toBe('there is no candidate')
  vi.unstubAllEnvs()
})

test('given vectors of letters, when the past is read again, then the candidate has such vectors too, and is promoted', async () => {
  const directory = newDirectory()
  await withVectors(directory, 'offline@1:256')
  writeFileSync(join(directory, 'engine'), '')
  vi.stubEnv('DATA_DIR', directory)
  vi.stubEnv('PROFILE', 'embedded')
  expect((await run('--from', join(directory, 'engine'))).told).toContain('compare it')
  expect((await run('promote')).told).toContain('promoted for 0 users')
  vi.unstubAllEnvs()
})

test('given a file of which a line is no setting, then it is refused, and not read as one that sets nothing', async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  vi.stubEnv('DATA_DIR', directory)
  const engine = join(directory, 'engine')
  writeFileSync(
    engine,
    '# the engine\n\nexport EXTRACTION_MODEL = "x"\n{"EXTRACTION_MODEL": "x"}\n',
  )
  const { code, told } = await run('--from', engine)
  expect([code, told]).toEqual([2, expect.stringContaining(`which line 4 is not`)])
  expect((await run('--from', join(directory, 'none'))).told).toBe(
    `there is no file ${join(directory, 'none')}`,
  )
  vi.unstubAllEnvs()
})

const flow = startedOnce(givenHistory)
const known = (appId: string | null, userId: string | null) =>
  refuseUnknown(flow.ports, { appId, userId })

test('given an app or a user who has written, when named, then there is no refusal', async () => {
  await known(null, null)
  await known('shop', null)
  await known('shop', ANN.userId)
})

test('given a user who was forgotten and has come back, when named, then there is no refusal', async () => {
  await known('shop', BOB.userId)
})

test('given an app whose facts are all gone, when named, then its writes tell that it is there', async () => {
  const memory = { users: async () => ({ data: [], total: 0, nextCursor: null }) }
  await refuseUnknown({ ...flow.ports, memory }, { appId: 'shop', userId: null })
})

test('given a name that is misspelt, when named, then it is said', async () => {
  await expect(known('shopp', null)).rejects.toThrow('there is no app shopp')
  await expect(known('shop', 'anne')).rejects.toThrow('there is no user anne of the app shop')
  // Of the other app.
  await expect(known('club', ANN.userId)).rejects.toThrow('there is no user')
})

test('given a user of whom a forget alone is left, when named, then it is said', async () => {
  const { log } = flow.ports
  const forgets = {
    ...log,
    read: async function* (...asked: Parameters<typeof log.read>) {
      for await (const records of log.read(...asked)) {
        const left = records.filter(
          ({ topic, event }) => topic !== WRITES || event?.type === 'MemoryForgotten',
        )
        if (left.length > 0) yield left
      }
    },
  }
  await expect(
    refuseUnknown({ ...flow.ports, log: forgets }, { appId: 'shop', userId: BOB.userId }),
  ).rejects.toThrow('there is no user bob')
})
