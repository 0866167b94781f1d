// The tests over real servers, which test/servers/global-setup.ts starts: the contracts of the adapters, and the same
// journeys as in the embedded setting.
import { defineConfig, type ViteUserConfig } from 'vitest/config'

/** The adapters of the distributed setting: their contracts, and their own parts, some of which need no server. */
export const adapterTests = 'test/infra/{kafka,elasticsearch,neo4j,s3,kurrentdb}/**/*.test.ts'

const inBothSettings = [
  'remember',
  'supersession',
  'trust',
  'forget',
  'retrieval-threads',
  'access',
  'partners',
  'bad-input',
  'tour',
  'webhooks-in',
  'webhooks-out',
  'maintain',
  'standing',
]

export const overServers: NonNullable<ViteUserConfig['test']> = {
  globalSetup: ['test/servers/global-setup.ts'],
  env: { PALIMPSEST_TEST_SETTING: 'distributed' },
  pool: 'forks',
  // The servers share the cores with the tests.
  fileParallelism: false,
  testTimeout: 120_000,
  hookTimeout: 180_000,
}

export default defineConfig({
  test: {
    ...overServers,
    include: [
      adapterTests,
      'test/distributed/*.test.ts',
      ...inBothSettings.map((name) => `test/journeys/${name}.test.ts`),
    ],
  },
})
