// The parts of a measurement that need no service: percentiles, samples, windows, costs, texts, tables, client
// addresses, progress.
import { describe, expect, it } from 'vitest'
import { chosenParts } from '../../../../../apps/cli/bench/bench.ts'
import { untilSettled } from '../../../../../apps/cli/bench/load/load.ts'
import { createTexts } from '../../../../../apps/cli/bench/load/texts.ts'
import {
  markdownTable,
  mean,
  percentile,
  sample,
} from '../../../../../apps/cli/bench/measure/measures.ts'
import {
  createMeter,
  grown,
  noServers,
  parseStat,
  perCall,
} from '../../../../../apps/cli/bench/measure/meter.ts'
import { benchReport } from '../../../../../apps/cli/bench/measure/report.ts'
import {
  lastTransaction,
  localPort,
  objectRequests,
  requestsByEndpoint,
} from '../../../../../apps/cli/bench/measure/servers.ts'
import { resultOf, windowsOf } from '../../../../../apps/cli/bench/measure/windows.ts'
import { writesFor } from '../../../../../apps/cli/bench/parts/running.ts'
import { questionsInTurn, talkOf } from '../../../../../apps/cli/bench/parts/talk.ts'
import { baseOf } from '../../../../../apps/cli/command/api-client.ts'
import { createProgress } from '../../../../../apps/cli/command/progress.ts'
import { createSqliteEventLog } from '../../../../../infra/sqlite/event-log.ts'
import { newScope, storedEvent } from '../../../../contracts/given.ts'

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)

  it('is the smallest value that reaches the share', () => {
    expect(percentile(hundred, 0.5)).toBe(50)
    expect(percentile(hundred, 0.99)).toBe(99)
    expect(percentile(hundred, 1)).toBe(100)
    expect(percentile(hundred, 0)).toBe(1)
    expect(percentile([7], 0.99)).toBe(7)
  })

  it('is not a number where nothing was measured', () => {
    expect(percentile([], 0.5)).toBeNaN()
    expect(mean([])).toBeNaN()
  })
})

describe('sample', () => {
  it('spreads over all values', () => {
    expect(sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 5)).toEqual([0, 2, 4, 6, 8])
    expect(sample([1, 2], 5)).toEqual([1, 2])
  })
})

it('given processors that are behind, when settling is waited for, then until the last of them is not', async () => {
  const lag = (...records: number[]) => ({
    at: '',
    topics: [],
    processors: records.map((behind) => ({
      processor: 'one',
      records: behind,
      oldestSeconds: 0,
      stalled: false,
      partitions: [],
    })),
  })
  const answers = [lag(5, 2), lag(0, 2), lag(0, 0), lag(0, 0)]
  const client = { lag: async () => answers.shift()! }
  await untilSettled({ client, signal: new AbortController().signal })
  expect(answers).toHaveLength(1)
})

describe('the texts of the load', () => {
  it('are distinct, of about twenty words, and the same for the same seed', () => {
    const make = () => {
      const texts = createTexts(7)
      return Array.from({ length: 5_000 }, () => texts.sentence())
    }
    const made = make()
    expect(new Set(made).size).toBe(made.length)
    expect(make()).toEqual(made)
    const words = made.map((text) => text.split(' ').length)
    expect(mean(words)).toBeGreaterThan(17)
    expect(mean(words)).toBeLessThan(24)
  })

  it('ask questions of varied length', () => {
    const texts = createTexts(7)
    const lengths = Array.from({ length: 300 }, () => texts.question().split(' ').length)
    expect(Math.min(...lengths)).toBeLessThan(5)
    expect(Math.max(...lengths)).toBeGreaterThan(20)
  })
})

const window = (calls: number, latenciesMs: number[], cpuMs: number) => ({
  calls,
  elapsedMs: 1000,
  latenciesMs,
  spent: { cpuMs: { API: cpuMs }, counts: { events: calls * 7, searches: 0 } },
})

describe('windows', () => {
  const subject = { meter: async () => async () => ({ cpuMs: {}, counts: {} }) }
  const run = (state: 'cold' | 'warm') =>
    windowsOf(subject, { state, windows: 2 }, async (before, index) => ({
      calls: (before?.calls ?? 0) + 1,
      latenciesMs: [index],
    }))

  it('are measured from the first on where they are cold', async () => {
    expect((await run('cold')).map(({ calls }) => calls)).toEqual([1, 2])
  })

  it('throw the first away where they are warm', async () => {
    expect((await run('warm')).map(({ latenciesMs }) => latenciesMs)).toEqual([[1], [2]])
  })

  it('hold as many writes as the one before says', () => {
    expect(writesFor({ calls: 300, elapsedMs: 2_000 }, 10_000)).toBe(1_500)
  })

  it('are told by their median and range, all latencies together, and the cost of a call', () => {
    const windows = [window(10, [1, 1], 10), window(40, [1, 9], 90), window(20, [1, 1], 40)]
    const told = resultOf('warm', { call: 'write', windows, tells: ['rate', 'latency', 'cost'] })
    expect(told).toEqual({
      call: 'write',
      state: 'warm',
      calls: 70,
      perSecond: { median: 20, least: 10, most: 40 },
      latencyMs: { p50: 1, p99: 9 },
      perCall: { cpuMs: { API: 2 }, counts: { events: 7 } },
    })
    const silent = resultOf('cold', { call: 'write', windows, tells: [] })
    expect(silent).toMatchObject({ perSecond: null, latencyMs: null, perCall: null })
  })
})

describe('the meter', () => {
  it('reads processor time and priority behind whatever a process calls itself', () => {
    const rest = Array.from({ length: 30 }, (_, i) => (i === 16 ? '10' : String(i)))
    expect(parseStat(`17 (a) b (c) ${rest.join(' ')}`)).toEqual({ cpuMs: 230, nice: 10 })
  })

  it('knows what came in between, leaves out what went, and divides the sum by the calls', () => {
    const spent = grown({ API: 10, gone: 1 }, { API: 40, came: 4 })
    expect(spent).toEqual({ API: 30, came: 4 })
    expect(perCall([spent, { API: 10, S3: 0 }], 8)).toEqual({ API: 5, came: 0.5 })
  })

  it('counts what was written to the log since it began', async () => {
    const log = createSqliteEventLog({ directory: null })
    const write = () => log.append([{ topic: 'memory.writes.v1', event: storedEvent(newScope()) }])
    await write()
    const spent = await createMeter({ pids: { test: process.pid }, servers: noServers, log })()
    await write()
    await write()
    const { cpuMs, counts } = await spent()
    await log.close()
    expect(counts).toEqual({ events: 2, 'transaction ends': 0 })
    if (process.platform !== 'linux') return
    expect(Object.keys(cpuMs)).toEqual(['together', 'test', 'load generator'])
    expect(cpuMs.together).toBe(cpuMs.test! + cpuMs['load generator']!)
  })
})

describe('what servers say', () => {
  it('is counted by endpoint, whatever index was asked', () => {
    const routes = {
      '/_bulk': { requests: { count: 3 } },
      '/{index}/_bulk': { requests: { count: 4 } },
      '/{index}/_search': { requests: { count: 5 } },
      '/_cluster/health': { requests: { count: 6 } },
    }
    expect(requestsByEndpoint([routes, routes])).toEqual({ _bulk: 14, _search: 10 })
  })

  it('is added up over the processes that asked S3', () => {
    const api = [
      '# TYPE palimpsest_object_requests_total counter',
      'palimpsest_object_requests_total{operation="PutObject"} 3',
      'palimpsest_object_requests_total{operation="GetObject"} 2',
    ].join('\n')
    const worker = 'palimpsest_object_requests_total{operation="GetObject"} 5\n'
    expect(objectRequests([api, worker])).toEqual({ 'S3 PutObject': 3, 'S3 GetObject': 7 })
  })

  it('is the number of the last transaction', () => {
    const rows = ['neo4j-transaction-9', 'neo4j-transaction-17']
    expect(lastTransaction(rows.map((transactionId) => ({ transactionId })))).toBe(17)
  })

  it.each([
    ['http://127.0.0.1:9200', 9200],
    ['bolt://localhost:7687', 7687],
    ['kafka://broker.example:9092', 0],
  ])('%s is looked for on port %i of this machine', (url, port) => {
    expect(localPort(url)).toBe(port)
  })
})

describe('the report of the bench', () => {
  const about = {
    profile: 'embedded',
    quick: false,
    seconds: 12.3,
    machine: { cpu: 'CPU', cores: 2, memoryGiB: 4, node: 'v24.0.0' },
    unfinished: null,
  }

  it('sets cold beside warm, figures beside their targets, and costs below', () => {
    const measured = {
      call: 'writes',
      tells: ['rate', 'latency', 'cost'] as const,
      targets: { rate: 1_000, p50Ms: 4, p99Ms: 25 },
    }
    const results = [
      resultOf('cold', { ...measured, windows: [window(900, [2.25], 90)] }),
      resultOf('warm', { ...measured, windows: [window(1_000, [25], 50), window(1_234, [1], 50)] }),
    ]
    expect(benchReport({ ...about, results }).split('\n')).toEqual([
      '| measure     |   cold |                      warm |      target | met |',
      '| ----------- | -----: | ------------------------: | ----------: | --: |',
      '| writes      | 900 /s | 1,000 /s (1,000 to 1,234) | >= 1,000 /s | yes |',
      '| writes, p50 | 2.3 ms |                    1.0 ms |    < 4.0 ms | yes |',
      '| writes, p99 | 2.3 ms |                   25.0 ms |   < 25.0 ms |  no |',
      '',
      'Milliseconds of processor time for each call, of every process:',
      '',
      '| call         | calls |   API |',
      '| ------------ | ----: | ----: |',
      '| writes, cold |   900 | 0.100 |',
      '| writes, warm | 2,234 | 0.045 |',
      '',
      'For each call, in the log and by the servers:',
      '',
      '| call         | calls | events |',
      '| ------------ | ----: | -----: |',
      '| writes, cold |   900 |   7.00 |',
      '| writes, warm | 2,234 |   7.00 |',
      '',
      'Cold: in the first minute after the start of the service. Warm: later; the median of the windows, and their range.',
      'Profile embedded, 12.3 s. CPU, 2 cores, 4 GiB of memory, Node v24.0.0; ' +
        'the load comes from the same machine',
    ])
  })

  it('measures the parts asked for, in their order', () => {
    expect(chosenParts('replay, ack')).toEqual(['ack', 'replay'])
    expect(chosenParts(undefined)).toHaveLength(7)
    expect(() => chosenParts('')).toThrow('--only knows no part')
  })

  it('measures real talk where a file of it is given', () => {
    expect(chosenParts(undefined, 'talk.json')).toContain('talk')
    expect(chosenParts('talk', 'talk.json')).toEqual(['talk'])
    expect(chosenParts(undefined)).not.toContain('talk')
    expect(() => chosenParts('talk')).toThrow('--talk FILE')
  })
})

describe('real talk', () => {
  const conversation = (id: string, asked: readonly string[]) => ({
    id,
    speakers: ['Ada', 'Ben'],
    sessions: [
      {
        at: '1:56 pm on 8 May, 2023',
        turns: [
          { id: 't1', speaker: 'Ada', text: 'I moved to Turin.' },
          { id: 't2', speaker: 'Ben', text: 'Since when?' },
        ],
      },
    ],
    qa: asked.map((question) => ({ question, evidence: ['t1'], category: 1 })),
  })
  const talk = [conversation('c1', ['a1', 'a2']), conversation('c2', ['b1'])]

  it('is written turn by turn, each conversation by a user of its own, as of when it was said', () => {
    const metadata = { timestamp: '2023-05-08T13:56:00.000Z' }
    expect(talkOf(talk, 'warm')[1]).toEqual([
      { userId: 'warm-talk-c2', content: 'Ada: I moved to Turin.', metadata },
      { userId: 'warm-talk-c2', content: 'Ben: Since when?', metadata },
    ])
  })

  it('is asked about one conversation after another', () => {
    const asked = questionsInTurn(talk).map(({ question }) => question)
    expect(asked).toEqual(['a1', 'b1', 'a2'])
  })
})

describe('markdownTable', () => {
  it('aligns its columns', () => {
    expect(markdownTable(['a', 'bb'], [['long', '1']])).toBe(
      '| a    | bb |\n| ---- | -: |\n| long |  1 |',
    )
  })
})

describe('baseOf', () => {
  it.each(['http://h:1', 'http://h:1/', 'http://h:1/v1', 'http://h:1/v1/'])('%s', (url) => {
    expect(baseOf(url)).toBe('http://h:1/v1')
  })
})

describe('progress without a terminal', () => {
  it('is a line every tenth', () => {
    const lines: string[] = []
    const io = {
      out: () => {},
      err: (line: string) => void lines.push(line),
      isTerminal: false,
      signal: new AbortController().signal,
    }
    const progress = createProgress(io, { label: 'writing', total: 40 })
    for (let i = 0; i < 40; i++) progress.advance()
    progress.reached(99)
    progress.finish()
    expect(lines).toHaveLength(10)
    expect(lines[0]).toMatch(/^writing: 10 % \(4\/40, \d+\.\d s, \d+\/s, \d+ s left\)$/)
    expect(lines[9]).toMatch(/^writing: 100 % \(40\/40, /)
  })
})
