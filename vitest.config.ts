// The tests that need nothing but this machine. Those over real servers: vitest-distributed.config.ts.
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { V8_OPTIONS } from './apps/v8-options.ts'
import { compiled } from './test/compiled.ts'
import { JourneysFirst } from './test/journeys-first.ts'
import { native } from './test/native.ts'
import { adapterTests } from './vitest-distributed.config.ts'

const elsewhere = [
  'test/distributed/**',
  'test/adversary/cost.test.ts',
  'test/adversary/neighbour/**',
  adapterTests,
]

/** They need a process that nothing ran in before: they open browsers and threads, or count what the engine executes. */
const inProcessesOfTheirOwn = [
  'test/journeys/{client-packages,console,console-memory}.test.ts',
  'test/adversary/**/*.test.ts',
  'test/contracts/**/*.test.ts',
  'test/processors/replay-equals-live.test.ts',
  'test/infra/threads/**/*.test.ts',
  'test/infra/language/{terms,offline/embed,offline/prepare}.test.ts',
  'test/apps/api/retrieval/{packing/tokens,ranking/rank}.test.ts',
]

/** Stories of a service that needs no settings: those of a process share one, each with an app of its own there. */
const overOneService = [
  'test/apps/cli/import/write-all.test.ts',
  'test/journeys/{access,admin,bad-input,clients,contract-tools,conversation,export,forget,items,langgraph,openai-agents,partners,python-client,remember,standing,supersession,time-travel,tour,trust,webhooks-in,webhooks-out}.test.ts',
]

const onThisMachine: TestUserConfig = {
  ...native,
  pool: 'forks',
  execArgv: [...V8_OPTIONS],
  runner: './test/journeys/told-by-services.ts',
  env: compiled,
  // One more than most small machines have cores: stories wait a third of their time.
  maxWorkers: 3,
  // Far above what any takes: a busy machine is no failure.
  testTimeout: 90_000,
  hookTimeout: 120_000,
}

export default defineConfig({
  test: {
    globalSetup: ['test/files-in-memory.ts'],
    sequence: { sequencer: JourneysFirst },
    projects: [
      {
        test: {
          ...onThisMachine,
          name: 'own process',
          include: inProcessesOfTheirOwn,
          exclude: elsewhere,
        },
      },
      {
        test: {
          ...onThisMachine,
          name: 'one service',
          isolate: false,
          env: { ...compiled, PALIMPSEST_TEST_SHARES_SERVICE: 'on' },
          include: overOneService,
        },
      },
      {
        test: {
          ...onThisMachine,
          name: 'shared process',
          // Modules are loaded once, not for each file: that was half of the time of most, and a fifth of a story's.
          isolate: false,
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...inProcessesOfTheirOwn, ...overOneService],
        },
      },
    ],
  },
})
