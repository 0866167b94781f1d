// A command lets go of the place of the candidate, whether or not it got the claim.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { withClaim } from '../../../../apps/cli/reprocess/candidate-of.ts'
import { candidateInFiles } from '../../../../apps/composition/candidate/in-files.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()

function given() {
  const masterKey = randomBytes(32)
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
  const closed: string[] = []
  const directory = newDirectory()
  const place = (name: string) => ({
    ...candidateInFiles({ directory, masterKey, keys }),
    close: async () => void closed.push(name),
  })
  return { closed, place }
}

test('given a place that another command works on, when a second one comes, then it is refused and closes what it opened', async () => {
  const { closed, place } = given()
  await withClaim(place('first'), async () => {
    const second = withClaim(place('second'), async () => 'done')
    await expect(second).rejects.toThrow('another reprocess is running')
    expect(closed).toEqual(['second'])
  })
  expect(closed).toEqual(['second', 'first'])
})

test.each([
  ['while it waits', () => Promise.reject(new Error('a bug'))],
  [
    'before it waits',
    () => {
      throw new Error('a bug')
    },
  ],
])(
  'given work that fails %s, when it ends, then the place is closed and another command gets it',
  async (_, work) => {
    const { closed, place } = given()
    await expect(withClaim(place('first'), work)).rejects.toThrow('a bug')
    expect(closed).toEqual(['first'])
    expect(await withClaim(place('second'), async () => 'done')).toBe('done')
  },
)
