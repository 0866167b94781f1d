// What `npm test` has no time for: every story in full over real servers, and properties tried more often. It has a
// command of its own: `npm run vitest:long`.
import { defineConfig } from 'vitest/config'
import { compiled } from './test/compiled.ts'
import { native } from './test/native.ts'
import { overServers, servers, storiesOfBoth } from './vitest-distributed.config.ts'

const long = { PALIMPSEST_TEST_LONG: 'on' }

export default defineConfig({
  test: {
    globalSetup: ['test/servers/short-lived.ts', 'test/files-in-memory.ts', ...servers.globalSetup],
    projects: [
      {
        test: {
          ...overServers,
          name: 'stories in full',
          env: { ...overServers.env, ...long },
          maxWorkers: 3,
          include: [...storiesOfBoth, 'test/distributed/*.test.ts'],
        },
      },
      {
        test: {
          ...native,
          name: 'properties',
          pool: 'forks',
          env: { ...compiled, ...long },
          maxWorkers: 2,
          testTimeout: 600_000,
          sequence: { groupOrder: 1 },
          include: [
            'test/processors/{replay-equals-live,time-travel}.test.ts',
            'test/processors/{audit-seals/verify-audit,carry/carried,reprocess/same-engine}.test.ts',
            'test/journeys/kill.test.ts',
          ],
        },
      },
    ],
  },
})
