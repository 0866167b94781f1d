// Servers start concurrently, but downloads by the same tool take turns.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chooseCandidate } from '../../../../infra/local/fetch/choose-candidate.ts'
import { silentProgress } from '../../../../infra/local/machine/progress.ts'
import { type ServerName, serverNames } from '../../../../infra/local/server.ts'
import { servers } from '../../../../infra/local/servers.ts'

/** A Maven that notes when it begins and ends, and returns an empty folder. */
const script = (log: string) => `#!${process.execPath}
const { appendFileSync, mkdirSync } = require('node:fs')
const output = process.argv.find((word) => word.startsWith('-DoutputDirectory='))
if (output) {
  appendFileSync(${JSON.stringify(log)}, 'begins\\n')
  mkdirSync(output.split('=')[1], { recursive: true })
  setTimeout(() => appendFileSync(${JSON.stringify(log)}, 'ends\\n'), 100)
}
`

test('given two servers that Maven brings, when both are fetched, then one after the other', async () => {
  const cache = mkdtempSync(join(tmpdir(), 'palimpsest-fetch-'))
  onTestFinished(() => rmSync(cache, { recursive: true }))
  const log = join(cache, 'log')
  writeFileSync(join(cache, 'mvn'), script(log))
  chmodSync(join(cache, 'mvn'), 0o755)
  vi.stubEnv('PATH', `${cache}${delimiter}${process.env.PATH}`)
  onTestFinished(() => void vi.unstubAllEnvs())

  const java = { version: 21, home: '/java' }
  const choose = (name: ServerName) =>
    chooseCandidate(servers[name], { cache, java, progress: silentProgress })
  const choices = await Promise.all(serverNames.slice(0, 2).map(choose))

  expect(choices.map(({ candidate }) => candidate.fetch.from)).toEqual(['maven', 'maven'])
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual(['begins', 'ends', 'begins', 'ends'])
})
