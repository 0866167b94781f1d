// The stories in which workers are killed and servers are stopped, over real servers, and what takes as long. Minutes long, so they have a
// command of their own: `npm run vitest:faults`.
import { defineConfig } from 'vitest/config'
import { overServers, servers } from './vitest-distributed.config.ts'

export default defineConfig({
  test: {
    ...servers,
    ...overServers,
    // They stop the servers that all share.
    fileParallelism: false,
    include: ['test/distributed/faults/**/*.test.ts'],
  },
})
