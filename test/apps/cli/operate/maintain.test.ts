// How `maintain` answers mistakes; test/journeys/maintain.test.ts covers what it does.
import { expect, test } from 'vitest'
import type { Io } from '../../../../apps/cli/command/command.ts'
import { runCli } from '../../../../apps/cli/main.ts'

async function run(...args: string[]) {
  const err: string[] = []
  const io: Io = {
    out: () => undefined,
    err: (line) => err.push(line),
    isTerminal: false,
    signal: new AbortController().signal,
  }
  return { code: await runCli(['maintain', ...args], io), err: err.join('\n') }
}

test.each([
  ['a user without an app', ['--user', 'ana'], /--user needs --app/],
  ['an address that is none', ['--url', 'nowhere'], /--url must be an address/],
  ['an address without http', ['--url', 'localhost:8080'], /--url must be an address/],
  ['an address of a shell whose variable is not set', ['--url', ''], /--url must be an address/],
  ['something else', ['everything'], /unexpected argument 'everything'/],
])('given %s, when called, then it says what to change', async (_, args, message) => {
  const { code, err } = await run(...args)
  expect(code).toBe(2)
  expect(err).toMatch(message)
})

test('given a service that does not run, when asked, then that is told', async () => {
  // Nothing listens on the port of `discard`.
  const { code, err } = await run('--url', 'http://127.0.0.1:9', '--key', 'k'.repeat(20))
  expect(code).toBe(1)
  expect(err).toMatch(/cannot be reached/)
})
