// A rebuild of the memory on threads, each with a part of the users, gives what one thread gives: over a stopped and a
// running service, and after a kill.
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { packageVersion } from '../../../../infra/runtime/package-version.ts'
import { pauseCaughtUp } from '../../../journeys/replaying.ts'
import { startedService } from '../../../journeys/started-service.ts'
import { rebuildOfMemory, replayInParts } from './rebuilding.ts'

const SCRIPT = fileURLToPath(new URL('./killed-filling.ts', import.meta.url))
const USERS = ['anna', 'ben', 'cleo', 'dan', 'eve']

const service = startedService({ PROFILE: 'embedded' })
beforeAll(async () => {
  for (const user of USERS) {
    await service.remember(user, `I live in ${user}ville.`)
    await service.remember(user, `I moved to ${user}burg. I like tea.`)
  }
  const forget = (userId: string, more = {}) =>
    service.call('POST', '/forget', { appId: 'journey', userId, confirm: true, ...more })
  expect((await forget('dan')).status).toBe(200)
  expect((await forget('eve', { category: 'preferences' })).status).toBe(200)
}, 60_000)

const left = () => readdirSync(service.dataDir).filter((name) => name.includes('.rebuild'))
const isThere = async (user: string) => {
  const { body } = await service.retrieve(user, 'Where do I live?')
  return JSON.stringify(body).includes(`${user}burg`)
}
const there = async () =>
  Object.fromEntries(await Promise.all(USERS.map(async (user) => [user, await isThere(user)])))
const everyoneButDan = { anna: true, ben: true, cleo: true, dan: false, eve: true }

test('given a running service, when rebuilt in parts, then nothing differs and it goes on with what was rebuilt', async () => {
  const { unchanged, behind, records } = await replayInParts(service.dataDir, 3)
  expect([unchanged, behind, records > 20]).toEqual([true, false, true])
  expect(left()).toEqual([])
  expect(await there()).toEqual(everyoneButDan)
  await service.remember('anna', 'I moved to Annatown.')
  expect(JSON.stringify((await service.retrieve('anna', 'Where do I live?')).body)).toContain(
    'Annatown',
  )
})

test('given a stopped service, when a rebuild in parts is killed and begun again, then it goes on and nothing differs', async () => {
  await pauseCaughtUp(service, service.env)
  expect(spawnSync(process.execPath, [SCRIPT, service.dataDir]).signal).toBe('SIGKILL')
  expect(left()).toContain('memory-sealed.db.rebuild.1')
  const lines: string[] = []
  // Whatever this one would choose, the files that are there decide.
  const { unchanged } = await replayInParts(service.dataDir, 4, {
    told: (line) => lines.push(line),
  })
  expect(unchanged).toBe(true)
  expect(lines[0]).toContain('goes on where an earlier one ended')
  expect(left()).toEqual([])
  await service.resume()
  expect(await there()).toEqual(everyoneButDan)
})

test('given a rebuild that was killed before it had made all files, when opened, then it begins again', async () => {
  const rebuild = rebuildOfMemory(service.dataDir, { parts: 3 })
  const { mtimeMs } = statSync(join(service.dataDir, 'memory-sealed.db.rebuild'))
  const others = ['memory-sealed.db.rebuild.1', 'memory-sealed.db.rebuild.2']
  const made = others.map((name) => statSync(join(service.dataDir, name)).mtimeMs)
  expect(Math.max(...made)).toBeLessThanOrEqual(mtimeMs)
  await rebuild.discard()
  writeFileSync(join(service.dataDir, 'memory-sealed.db.rebuild.version'), `${packageVersion()} 3`)
  const again = rebuildOfMemory(service.dataDir, { parts: 2 })
  expect(again.resumed).toBe(false)
  await again.discard()
  expect(left()).toEqual([])
})

test('given files that were begun and not filled, when thrown away, then nothing is left', async () => {
  const rebuild = rebuildOfMemory(service.dataDir, { parts: 3 })
  expect(left()).toEqual(
    expect.arrayContaining(['memory-sealed.db.rebuild', 'memory-sealed.db.rebuild.2']),
  )
  await rebuild.discard()
  expect(left()).toEqual([])
})
