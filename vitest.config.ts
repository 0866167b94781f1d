// The tests that need nothing but this machine. Those over real servers: vitest-distributed.config.ts.
import { defineConfig } from 'vitest/config'
import { adapterTests } from './vitest-distributed.config.ts'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/distributed/**',
      'test/adversary/cost.test.ts',
      'test/adversary/neighbour/**',
      adapterTests,
    ],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
