// The adversary's catalogue and what each kind of it costs. Minutes long, so it has a command of its own:
// `npm run vitest:adversary`.
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/adversary/**/*.test.ts'],
    pool: 'forks',
    // What is measured shares no core with another measurement.
    fileParallelism: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
