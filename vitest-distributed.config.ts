// The tests over real servers, which test/servers/global-setup.ts starts: the contracts of the adapters, and the same
// journeys as in the embedded setting.
import { defineConfig, type TestUserConfig } from 'vitest/config'
import { V8_OPTIONS } from './apps/v8-options.ts'
import { compiled } from './test/compiled.ts'
import { native } from './test/native.ts'

/** The adapters of the distributed setting: their contracts, and their own parts, some of which need no server. */
export const adapterTests = 'test/infra/{kafka,elasticsearch,neo4j,s3,kurrentdb}/**/*.test.ts'

/** Over servers they leave out what is `inFull` (test/journeys/in-full.ts). */
const inBothSettings = [
  'remember',
  'time-travel',
  'forget',
  'retrieval-threads',
  'partners',
  'tour',
  'webhooks-out',
  'standing',
  'admin',
  'items',
  'reprocess',
  'engines',
]

/** What servers have no other part in than those above show. */
const inTheLongRun = [
  'supersession',
  'trust',
  'access',
  'bad-input',
  'webhooks-in',
  'maintain',
  'identifiers',
  'export',
  'rotate-master',
  'kms-master-key',
  'plain',
  'new-vectors',
]

const journeys = (names: readonly string[]) => names.map((name) => `test/journeys/${name}.test.ts`)

/** All stories that are told in both settings. */
export const storiesOfBoth = journeys([...inBothSettings, ...inTheLongRun])

/** It takes away a server that all share. */
const brokerRestart = 'test/infra/kafka/broker-restart.test.ts'

export const overServers: TestUserConfig = {
  ...native,
  env: { PALIMPSEST_TEST_SETTING: 'distributed', ...compiled },
  pool: 'forks',
  execArgv: [...V8_OPTIONS],
  runner: './test/journeys/told-by-services.ts',
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

export const servers = { globalSetup: ['test/servers/global-setup.ts'] }

export default defineConfig({
  test: {
    globalSetup: ['test/servers/short-lived.ts', 'test/files-in-memory.ts', ...servers.globalSetup],
    projects: [
      {
        test: {
          ...overServers,
          name: 'adapters',
          // Modules are loaded once, not for each file.
          isolate: false,
          // Each file has names of its own on the servers, and waits for them most of the time.
          maxWorkers: 3,
          include: [adapterTests],
          exclude: [brokerRestart],
        },
      },
      {
        test: {
          ...overServers,
          name: 'stories',
          isolate: false,
          // A service waits for the servers, too, and has a namespace of its own on them.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          include: [...journeys(inBothSettings), 'test/distributed/*.test.ts'],
        },
      },
      {
        test: {
          ...overServers,
          name: 'alone',
          // Vitest runs such a project after the others.
          fileParallelism: false,
          include: [brokerRestart],
        },
      },
    ],
  },
})
