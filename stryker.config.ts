// Mutation testing, as test/mutation/main.ts runs it for each area. Everything that it writes lies in .mutation/.
import type { PartialStrykerOptions } from '@stryker-mutator/api/core'

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest-mutation.config.ts', related: false },
  plugins: ['@stryker-mutator/vitest-runner'],
  // Stryker would rewrite it with an interface that TypeScript 7 has no more; the tests run without it.
  tsconfigFile: 'none',
  // Each mutant meets only the tests that reach it.
  coverageAnalysis: 'perTest',
  incremental: true,
  tempDirName: '.mutation/tmp',
  ignorePatterns: ['.data', '.stack', '.mutation', 'coverage', '*.log'],
  reporters: ['json', 'html', 'progress-append-only'],
  timeoutMS: 10_000,
} satisfies PartialStrykerOptions
