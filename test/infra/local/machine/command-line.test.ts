// The words after `npm run stack --`, and what is printed for people and shells.
import { expect, test } from 'vitest'
import { parseCommand, parsePorts } from '../../../../infra/local/machine/command-line.ts'
import { cacheDirectory, serverEnvironment } from '../../../../infra/local/machine/environment.ts'
import { lastWord } from '../../../../infra/local/machine/progress.ts'
import { parseJava } from '../../../../infra/local/machine/tool.ts'
import { describeFailure, lastLines } from '../../../../infra/local/start/stack-failure.ts'
import { exportLines, statusTable } from '../../../../infra/local/start/stack-report.ts'

test('reads a command', () => {
  expect(parseCommand(['up', 'kafka', 's3', '--port', 'kafka=19092', '--print-env'])).toEqual({
    verb: 'up',
    names: ['kafka', 's3'],
    ports: { kafka: 19_092 },
    printEnv: true,
  })
  expect(parseCommand(['down'])).toEqual({ verb: 'down', names: [] })
  expect(parseCommand(['status', '--json'])).toEqual({ verb: 'status', names: [], json: true })
  expect(parseCommand(['logs', 's3', '--lines', '5'])).toEqual({
    verb: 'logs',
    name: 's3',
    lines: 5,
  })
  expect(parseCommand([])).toEqual({ verb: 'help' })
})

test.each([
  [['up', 'mysql'], /no server 'mysql'.*elasticsearch, kafka/],
  [['sideways'], /no command 'sideways'/],
  [['logs'], /one server/],
  [['logs', 'kafka', 's3'], /one server/],
  [['logs', 'kafka', '--lines', '0'], /--lines/],
  [['up', '--port', 'kafka'], /--port/],
])('refuses %j', (words, message) => {
  expect(() => parseCommand(words)).toThrow(message)
})

test.each(['kafka=0', 'kafka=65536', 'kafka=', '=1', 'kafka=12ab', 'mysql=1', 'kafka=-1'])(
  'refuses the port %s',
  (word) => {
    expect(() => parsePorts([word])).toThrow()
  },
)

test('prints the environment so that a shell reads it back unchanged', () => {
  expect(exportLines({ A: 'http://127.0.0.1:1/x', B: "it's $HOME" })).toBe(
    "export A=http://127.0.0.1:1/x\nexport B='it'\\''s $HOME'",
  )
})

test('prints a status table', () => {
  const shared = { portTakenByStranger: false, runDirectory: '/run' }
  const memory = 300 * 2 ** 20
  const table = statusTable([
    {
      ...shared,
      name: 'kafka',
      state: 'ready',
      port: 9092,
      pid: 7,
      residentBytes: memory,
      candidate: 'kafka-1',
    },
    { ...shared, name: 's3', state: 'stopped', port: 7070, portTakenByStranger: true },
  ])
  expect(table.split('\n')).toEqual([
    'server  state                port  pid  memory   version',
    'kafka   ready                9092  7    300 MiB  kafka-1',
    's3      stopped, port taken  7070  -    -        -',
  ])
})

test('a failure names what happened, the log, and what to do', () => {
  const text = describeFailure({
    server: 'kafka',
    what: 'ended while starting',
    next: 'read the log',
    log: '/run/kafka/server.log',
    tail: lastLines('one\ntwo\nthree\n\n', 2),
  })
  expect(text).toBe(
    'kafka: ended while starting\n  | two\n  | three\n  log: /run/kafka/server.log\n  next: read the log',
  )
})

test('progress shows the file of a download and none of the rest of what Maven says', () => {
  expect(lastWord('Downloading from somewhere: proto://host/a/b/kafka-1.jar')).toBe('kafka-1.jar')
  expect(lastWord('[INFO] --- plugin (default) ---')).toBe('')
  expect(lastWord('compiling')).toBe('compiling')
})

test('reads which Java there is', () => {
  const output = '    java.home = /opt/java\n    java.specification.version = 17\n'
  expect(parseJava(output)).toEqual({ version: 17, home: '/opt/java' })
  expect(parseJava('java.home = /j\njava.specification.version = 1.8')?.version).toBe(8)
  expect(parseJava('command not found')).toBeUndefined()
})

test('servers inherit little, so that settings meant for another one stay outside', () => {
  const environment = serverEnvironment(
    { HOME: '/run' },
    { PATH: '/bin', KAFKA_OPTS: '-X', HOME: '/me', STACK_JAVA_OPTIONS: '' },
  )
  expect(environment).toEqual({ PATH: '/bin', HOME: '/run' })
})

test('options for Java reach every server that runs on it', () => {
  const environment = serverEnvironment({}, { STACK_JAVA_OPTIONS: '-X' })
  expect(environment).toEqual({ JAVA_TOOL_OPTIONS: '-X', ES_JAVA_OPTS: '-X' })
})

test('servers compile for a quick start, unless other options are asked for', () => {
  const quick = '-XX:TieredStopAtLevel=1'
  expect(serverEnvironment({}, {})).toEqual({ JAVA_TOOL_OPTIONS: quick, ES_JAVA_OPTS: quick })
})

test('the cache is where STACK_CACHE says, else in the project', () => {
  expect(cacheDirectory({ STACK_CACHE: '/elsewhere' })).toBe('/elsewhere')
  expect(cacheDirectory({})).toMatch(/\.stack[/\\]cache$/)
})
