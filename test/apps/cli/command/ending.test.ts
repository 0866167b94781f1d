// What the command line prints where a command ends without its result.
import { expect, test } from 'vitest'
import { runCli } from '../../../../apps/cli/main.ts'

async function run(args: readonly string[], signal = new AbortController().signal) {
  const [out, err]: [string[], string[]] = [[], []]
  const io = {
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    isTerminal: false,
    signal,
  }
  return { code: await runCli(args, io), out, err }
}

const NO_FILE = 'there is no file nosuch'
const TWO = 'give one FILE (see npm run cli -- verify-receipt --help)'

test.each([
  ['work that cannot be done', ['verify-receipt', 'nosuch'], 1, NO_FILE],
  ['a wrong call', ['verify-receipt', 'a', 'b'], 2, TWO],
])(
  'given %s, then the reason is on stderr, and with --json in one JSON on stdout too',
  async (_, args, code, why) => {
    expect(await run(args)).toEqual({ code, out: [], err: [why] })
    expect(await run([...args, '--json'])).toEqual({
      code,
      out: [JSON.stringify({ error: why })],
      err: [why],
    })
  },
)

test('given an interruption, then the JSON says so', async () => {
  const { code, out } = await run(['verify-receipt', 'nosuch', '--json'], AbortSignal.abort())
  expect([code, out]).toEqual([130, ['{"error":"interrupted"}']])
})
