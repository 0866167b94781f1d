// The tests that need nothing but this machine. Those over real servers: vitest-distributed.config.ts.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/distributed/**', 'test/infra/{kafka,elasticsearch,neo4j,s3,kurrentdb}/**'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
