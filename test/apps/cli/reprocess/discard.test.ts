// A candidate that is discarded after its promotion has begun: what was promoted stays, and the command says so.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createIntake } from '../../../../apps/api/intake/intake.ts'
import { runCli } from '../../../../apps/cli/main.ts'
import { withPorts } from '../../../../apps/cli/operate/with-ports.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { planMemorize } from '../../../../processors/accept-inbox/plan.ts'
import { memorizeRequest } from '../../../../schemas/api/writing/memorize.ts'
import { createDirectories } from '../../../infra/sqlite/directory.ts'

const newDirectory = createDirectories()
const { signal } = new AbortController()
let engine: string

/** A stopped service that has accepted a write and has not read it. */
beforeEach(async () => {
  const directory = newDirectory()
  mkdirSync(join(directory, 'log'))
  vi.stubEnv('DATA_DIR', directory)
  vi.stubEnv('PROFILE', 'embedded')
  engine = join(directory, 'engine')
  writeFileSync(engine, '')
  const said = { content: 'I live in Oslo.', contentType: 'document' }
  const request = memorizeRequest.parse({ appId: 'shop', userId: 'ann', ...said })
  const now = new Date()
  const context = { id: uuidV7(now.getTime()), now, traceparent: null }
  await withPorts(signal, ({ ports }) =>
    createIntake({ ...ports, now: () => now }).accept(
      planMemorize(request, { ...context, entry: 'api' }),
    ),
  )
})
afterEach(() => void vi.unstubAllEnvs())

async function reprocess(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    isTerminal: false,
    signal,
  }
  const code = await runCli(['reprocess', ...args], io)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

test('given a promotion that has begun, when the candidate is discarded, then it is told what stays', async () => {
  await reprocess('--from', engine)
  expect(await reprocess('promote')).toMatchObject({
    code: 1,
    err: 'No service runs: start it, and then promote once more to finish.',
  })
  const { code, out, err } = await reprocess('discard')
  expect([code, out]).toEqual([0, 'discarded'])
  expect(err).toMatch(/^Its promotion had begun\. For the users whom it had reached it stands/)
})

test('given a candidate that was only read, when it is discarded, then there is nothing to tell', async () => {
  await reprocess('--from', engine)
  expect(await reprocess('discard')).toEqual({ code: 0, out: 'discarded', err: '' })
})
