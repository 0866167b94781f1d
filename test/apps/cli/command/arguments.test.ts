// How the command line reads its arguments, explains itself, and answers mistakes.
import { readFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  editDistance,
  nearest,
  numberOption,
  pathsFrom,
  readArguments,
} from '../../../../apps/cli/command/arguments.ts'
import { type Io, UsageError } from '../../../../apps/cli/command/command.ts'
import { commandHelp } from '../../../../apps/cli/command/help.ts'
import { commands, runCli } from '../../../../apps/cli/main.ts'

const options = {
  dataset: { type: 'string', value: 'FILE', description: 'what to read' },
  'max-tokens': { type: 'string', value: 'N', default: '2000', description: 'how long' },
  json: { type: 'boolean', short: 'j', description: 'for machines' },
} as const

async function run(...args: string[]) {
  const out: string[] = []
  const err: string[] = []
  const io: Io = {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    isTerminal: false,
    signal: new AbortController().signal,
  }
  const code = await runCli(args, io)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

describe('readArguments', () => {
  it('gives values, defaults and positionals', () => {
    expect(readArguments(['--dataset', 'a.json', 'x', '-j'], options)).toEqual({
      help: false,
      values: { dataset: 'a.json', 'max-tokens': '2000', json: true },
      positionals: ['x'],
    })
  })

  it('knows --help for every command', () => {
    expect(readArguments(['-h'], {}).help).toBe(true)
    expect(readArguments(['--help'], options).help).toBe(true)
  })

  it('names the nearest option for one that is unknown', () => {
    expect(() => readArguments(['--dataste', 'x'], options)).toThrow(
      new UsageError('unknown option --dataste: did you mean --dataset?'),
    )
    expect(() => readArguments(['--colour'], options)).toThrow(
      new UsageError('unknown option --colour'),
    )
  })

  it('says in one line that a value is missing', () => {
    expect(() => readArguments(['--dataset'], options)).toThrow(
      /^Option '--dataset <value>' argument missing$/,
    )
  })

  it('says how a value that looks like an option is given', () => {
    expect(() => readArguments(['--dataset', '-x'], options)).toThrow(
      new UsageError('a value that begins with a dash needs an equals sign: --dataset=VALUE'),
    )
    expect(readArguments(['--dataset=-x'], options).values.dataset).toBe('-x')
  })

  it.each([
    [['--dataset', ''], '--dataset'],
    [['--dataset='], '--dataset'],
    [['x', ''], 'an argument'],
  ])('refuses the empty argument in %j, which a variable that is not set leaves', (args, named) => {
    expect(() => readArguments(args, options)).toThrow(
      new UsageError(`${named} is empty: is a variable of the shell not set?`),
    )
  })
})

it('an option that is given twice is refused, and one that may be is not', () => {
  const twice = () => readArguments(['--dataset', 'a', '--dataset=b'], options)
  expect(twice).toThrow(new UsageError('--dataset is given twice'))
  const many = { ...options, dataset: { ...options.dataset, multiple: true } }
  const { values } = readArguments(['--dataset', 'a', '--dataset=b', '-j', '--json'], many)
  expect(values).toMatchObject({ dataset: ['a', 'b'], json: true })
})

describe('nearest', () => {
  const names = ['eval', 'bench', 'replay', 'dead-letters', 'log']

  it('forgives slips and knows beginnings', () => {
    expect(nearest('evla', names)).toBe('eval')
    expect(nearest('dead', names)).toBe('dead-letters')
    expect(nearest('dead-leters', names)).toBe('dead-letters')
  })

  it('does not guess wildly', () => {
    expect(nearest('import', names)).toBeNull()
    expect(nearest('', names)).toBeNull()
  })

  it('counts edits, a swap as one', () => {
    expect(editDistance('abc', 'abc')).toBe(0)
    expect(editDistance('abc', 'acb')).toBe(1)
    expect(editDistance('abc', 'xbcd')).toBe(2)
    expect(editDistance('', 'abc')).toBe(3)
  })
})

describe('numberOption', () => {
  it('takes numbers within their range', () => {
    expect(numberOption('n', '12')).toBe(12)
    expect(numberOption('n', undefined)).toBeUndefined()
    expect(numberOption('share', '0.82', { most: 1, whole: false })).toBe(0.82)
  })

  it.each(['', ' ', 'x', '2k', '-1', '1.5', 'NaN', '0x10', '1e3', ' 12 ', '+1'])(
    'refuses %j',
    (given) => {
      expect(() => numberOption('n', given)).toThrow(UsageError)
    },
  )

  it.each(['', 'x', '0x1', '1e0', ' 1 ', '1.', '-0.5', '1.5'])('refuses %j as a share', (given) => {
    expect(() => numberOption('share', given, { most: 1, whole: false })).toThrow(UsageError)
  })

  it('says what it takes', () => {
    expect(() => numberOption('share', '2', { most: 1, whole: false })).toThrow(
      "--share must be a number from 0 to 1, in digits, not '2'",
    )
    expect(() => numberOption('n', '1e3', { least: 1 })).toThrow(
      "--n must be a whole number of at least 1, in digits, not '1e3'",
    )
  })
})

describe('the help', () => {
  it('lists every command with its summary', async () => {
    const { code, out } = await run('--help')
    expect(code).toBe(0)
    for (const [name, { summary }] of Object.entries(commands)) {
      expect(out).toMatch(new RegExp(`^  ${name} +${summary.split('(')[0]}`, 'm'))
    }
  })

  it('tells the options of a command that help is asked for', async () => {
    const asked = await run('help', 'replay')
    expect([asked.code, asked.out]).toEqual([0, (await run('replay', '--help')).out])
  })

  it.each(Object.keys(commands))('begins for %s with its summary', async (name) => {
    const { out } = await run(name, '--help')
    expect(out.toLowerCase()).toMatch(`${commands[name]!.summary.toLowerCase()}.`)
  })

  it('is what stands there without a command, as a mistake', async () => {
    const { code, out, err } = await run()
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('Usage: npm run cli -- <command> [options]')
  })

  it('tells the options of a command, with their values and defaults', () => {
    const command = { summary: 'try things', usage: '--dataset FILE', options }
    expect(commandHelp('try', command)).toBe(
      [
        'Try things.',
        '',
        'Usage: npm run cli -- try --dataset FILE',
        '',
        'Options:',
        '  --dataset FILE  what to read',
        '  --max-tokens N  how long (default: 2000)',
        '  -j, --json      for machines',
        '  -h, --help      show this help',
      ].join('\n'),
    )
  })

  it('breaks long descriptions under themselves', () => {
    const long = { type: 'string', description: 'word '.repeat(40).trim() } as const
    const lines = commandHelp('try', { summary: 's', usage: '', options: { long } }).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100)
    expect(lines.filter((line) => /^ {16}word/.test(line)).length).toBeGreaterThan(0)
  })

  it.each(['eval', 'bench'])('of %s comes from its options', async (name) => {
    const { code, out } = await run(name, '--help')
    const { command } = await commands[name]!.load()
    expect(code).toBe(0)
    for (const option of Object.keys(command.options)) expect(out).toContain(`--${option}`)
  })
})

describe('the version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

  it.each(['version', '--version', '-V'])('is told by %s, also as JSON', async (asked) => {
    expect(await run(asked)).toEqual({ code: 0, out: version, err: '' })
    expect(JSON.parse((await run(asked, '--json')).out)).toEqual({ version })
    expect(await run(asked, 'x')).toMatchObject({ code: 2, out: '' })
  })

  it('is named by the help', async () => {
    expect((await run('--help')).out).toMatch(/^ {2}version +.*--version/m)
  })
})

describe('mistakes', () => {
  it.each([
    [
      ['log', '--topic', 'memory.facts.v1', '--limit', '0'],
      "--limit must be a whole number of at least 1, in digits, not '0' (see npm run cli -- log --help)",
    ],
    [['help', 'evla'], "unknown command 'evla': did you mean eval? (see npm run cli -- --help)"],
    [['evla'], "unknown command 'evla': did you mean eval? (see npm run cli -- --help)"],
    [
      ['--json', 'log'],
      '--json stands before a command: give the command first (see npm run cli -- --help)',
    ],
    [['toString'], "unknown command 'toString' (see npm run cli -- --help)"],
    [
      ['eval', '--jsn'],
      'unknown option --jsn: did you mean --json? (see npm run cli -- eval --help)',
    ],
    [
      ['eval'],
      'one of --dataset FILE and --supersession FILE is needed (see npm run cli -- eval --help)',
    ],
    [
      ['eval', '--dataset', 'x', '--profile', 'cloud'],
      "--profile must be one of embedded, distributed, not 'cloud' (see npm run cli -- eval --help)",
    ],
    [
      ['eval', '--dataset', 'x', '--url', 'http://localhost'],
      '--url needs --key KEY, a key of that service (see npm run cli -- eval --help)',
    ],
    [
      ['bench', '--only', 'ack,speed'],
      "--only knows no part 'speed': give some of ack,processed,freshness,retrieval,retrievals,talk,replay,restore" +
        ' (see npm run cli -- bench --help)',
    ],
  ])('%j is answered in one line, with code 2', async (args, line) => {
    expect(await run(...args)).toEqual({ code: 2, out: '', err: line })
  })

  it.each([
    ['dead-letters', 'list'],
    ['dead-letters', 'replay'],
    ['log', '--topic', 'memory.facts.v1'],
    ['replay', '--projection', 'all'],
    ['verify-forget', '--receipt', 'x', '--user', 'anna'],
    ['migrate', '--from', 'x'],
    ['bring-over'],
    ['generate', '--check'],
  ])('an argument that %s %s does not read is refused', async (command, ...more) => {
    const { code, err } = await run(command, ...more, 'memory')
    expect([code, err]).toEqual([2, expect.stringContaining("unexpected argument 'memory'")])
  })

  it('a file that the system refuses is told in one line, without a stack', async () => {
    const { code, err } = await run('import', '--from', 'mem0', 'x'.repeat(5_000), '--app', 'shop')
    expect([code, err]).toEqual([1, expect.stringMatching(/^x+ has too long a name$/)])
  })

  it('a bench over servers without a master key is told how to make one, before anything starts', async () => {
    const servers = {
      KAFKA_BROKERS: 'k:1',
      SCHEMA_REGISTRY_URL: 'http://r:1',
      ELASTICSEARCH_URL: 'http://e:1',
      NEO4J_URL: 'bolt://n:1',
      S3_BUCKET: 'b',
      MASTER_KEY: '',
    }
    for (const [name, value] of Object.entries(servers)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await run('bench', '--profile', 'distributed')).toEqual({
      code: 1,
      out: '',
      err:
        'the environment is not right: MASTER_KEY: must be set with PROFILE=distributed ' +
        '(make one: `export MASTER_KEY=$(openssl rand -hex 32)`)',
    })
  })
})

describe('paths', () => {
  const command = { options, positionals: 'paths' } as const
  const read = (...args: string[]) => readArguments(args, options)

  it('are of the folder of the caller, in options and beside them', () => {
    const given = pathsFrom('/of/ann', read('--dataset', 'a.json', 'b', '/c', '-j'), command)
    expect(given.values).toEqual({ dataset: '/of/ann/a.json', 'max-tokens': '2000', json: true })
    expect(given.positionals).toEqual(['/of/ann/b', '/c'])
  })

  it('stand as they are where no folder is given, and words stand always', () => {
    expect(pathsFrom('', read('--dataset', 'a.json', 'b'), command).positionals).toEqual(['b'])
    expect(pathsFrom('/of/ann', read('list'), { options }).positionals).toEqual(['list'])
  })

  it.each([
    ['verify-receipt', 'r.json'],
    ['import', '--from', 'mem0', '--app', 'a', 'r.json'],
    ['eval', '--dataset', 'r.json'],
  ])('of %s are', async (...args) => {
    const err: string[] = []
    const io: Io = {
      out: () => undefined,
      err: (line) => err.push(line),
      isTerminal: false,
      signal: new AbortController().signal,
    }
    await runCli(args, io, '/nowhere')
    expect(err).toEqual(['there is no file /nowhere/r.json'])
  })
})

it.each(['verify-receipt', 'import', 'backup', 'restore'])(
  'what %s is given is a path',
  async (name) => {
    const { command } = await commands[name]!.load()
    expect(command.positionals).toBe('paths')
  },
)

it.each([
  ['maintain', '--key', 'a\nsecret'],
  ['eval', '--dataset', 'x', '--url', 'http://localhost:1', '--key', 'a\nsecret'],
])('given a key that no header can hold, %s says so and does not quote it', async (...args) => {
  const { code, err } = await run(...args)
  expect(code).toBe(2)
  expect(err).toMatch(/^the key \(--key, or BOOTSTRAP_API_KEY\) has a character that no key has/)
})
