// The built console is kept: the next process reads what the first one built, and a folder that cannot be written costs
// no page.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { expect, test } from 'vitest'
import { keptBundle } from '../../../apps/console/kept-bundle.ts'
import { ownDirectory } from '../../infra/sqlite/directory.ts'

/** Of both tests: the second one finds what the first one kept, because building it takes a second. */
const folder = ownDirectory()

test('given a bundle that was built, when asked for again, then it is read, whole; older ones are gone', async () => {
  writeFileSync(join(folder, 'of-older-sources.bundle'), '')
  const built = await keptBundle(folder)
  const [name, ...more] = readdirSync(folder)
  expect([name?.endsWith('.bundle'), more]).toEqual([true, []])
  const path = join(folder, name ?? '')
  expect(deserialize(readFileSync(path))).toEqual(built)
  const written = { ...built, first: ['what no build gives'] }
  writeFileSync(path, serialize(written))
  expect(await keptBundle(folder)).toEqual(written)
})

test('given a kept file that is damaged, or no folder, then the page is built', async () => {
  await keptBundle(folder)
  const [name] = readdirSync(folder)
  writeFileSync(join(folder, name ?? ''), 'not a bundle')
  expect((await keptBundle(folder)).first.length).toBeGreaterThan(1)
  const inFile = join(folder, name ?? '', 'below-a-file')
  expect((await keptBundle(inFile)).first.length).toBeGreaterThan(1)
})
