// A rebuild tells how much of the log the projection in use has still to take in, because a comparison says nothing of
// what comes after it.
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runCommandHere } from '../../../journeys/process.ts'
import { pauseCaughtUp, type Replayed, replayAll } from '../../../journeys/replaying.ts'
import { startedService } from '../../../journeys/started-service.ts'

const service = startedService({ PROFILE: 'embedded' })
let env: Record<string, string>
let earlier: string
beforeAll(async () => {
  env = { DATA_DIR: service.dataDir, BOOTSTRAP_API_KEY: service.key }
  earlier = join(service.dataDir, 'earlier')
})

function copyAudit(from: string, to: string): void {
  const files = readdirSync(from).filter((name) => name.startsWith('audit'))
  expect(files.length).toBeGreaterThan(0)
  for (const file of files) copyFileSync(join(from, file), join(to, file))
}

const waitingIn = (replayed: readonly Replayed[]) =>
  replayed.map((one) => [one.projection, one.unchanged, one.waiting > 0])

test('given seals that were written while the service was stopped, when compared, then they wait for it', async () => {
  await service.remember('anna', 'I live in Berlin.')
  await pauseCaughtUp(service, env)
  mkdirSync(earlier)
  copyAudit(service.dataDir, earlier)
  await runCommandHere(env, 'audit', 'seal')
  const audit = (await replayAll(env, '--check')).find(({ projection }) => projection === 'audit')
  expect(audit).toMatchObject({ behind: false, unchanged: true })
  expect(audit!.waiting).toBeGreaterThan(0)
})

test('given a projection that stands at an earlier position, when compared, then what comes after waits for it', async () => {
  await service.resume()
  await service.remember('anna', 'I like chess.')
  expect(waitingIn(await pauseCaughtUp(service, env))).toEqual([
    ['memory', true, false],
    ['graph', true, false],
    ['audit', true, false],
  ])
  copyAudit(earlier, service.dataDir)
  expect(waitingIn(await replayAll(env, '--check'))).toEqual([
    ['memory', true, false],
    ['graph', true, false],
    ['audit', true, true],
  ])
})
