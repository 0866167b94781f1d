// The version that the service reports is the one of its package.
import { expect, test } from 'vitest'
import { packageVersion } from '../../../infra/runtime/package-version.ts'
import pkg from '../../../package.json' with { type: 'json' }

test('given the package, when asked, then its version is told', () => {
  expect(packageVersion()).toBe(pkg.version)
  expect(packageVersion()).toMatch(/^\d+\.\d+\.\d+/)
})
