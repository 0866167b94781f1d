// The tests that need nothing but this machine; suites of adapters that need a server are skipped here, by name. Those
// over real servers: vitest-distributed.config.ts.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/distributed/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
