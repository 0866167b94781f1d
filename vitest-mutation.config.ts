// The tests that judge mutants: those of the area that is mutated (test/mutation/areas.ts).
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '["test/**/*.test.ts"]'),
    // The code is sound but for one line, and its parts are in memory.
    env: { EVENTUALLY_MS: '4000' },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
