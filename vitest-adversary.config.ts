// The adversary's catalogue, what each kind of it costs, and a neighbour of it. Minutes long, so it has a command of its
// own: `npm run vitest:adversary`. With PALIMPSEST_TEST_SETTING=distributed it starts servers, and the neighbour is also
// measured over them.
import { defineConfig } from 'vitest/config'
import { servers } from './vitest-distributed.config.ts'

export default defineConfig({
  test: {
    ...(process.env.PALIMPSEST_TEST_SETTING === 'distributed' && servers),
    include: ['test/adversary/**/*.test.ts'],
    pool: 'forks',
    // What is measured shares no core with another measurement.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
