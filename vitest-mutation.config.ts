// The tests that judge mutants: those of the area that is mutated (test/mutation/areas.ts).
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? '["test/**/*.test.ts"]'),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
