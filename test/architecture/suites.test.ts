// The suites name tests by patterns. A test that was moved would leave its suite unnoticed, so each name must find a file.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { typescriptFiles } from './source-files.ts'

/** `a/{b,c}` as `a/b` and `a/c`: one of several names may find nothing while the others do. */
function alternativesOf(pattern: string): string[] {
  const [whole, inner] = pattern.match(/\{([^{}]*)\}/) ?? []
  if (whole === undefined || inner === undefined) return [pattern]
  return inner.split(',').flatMap((each) => alternativesOf(pattern.replace(whole, each)))
}

test('a pattern is seen with all its names', () => {
  expect(alternativesOf('test/{a,b/{c,d}}.ts')).toEqual(
    expect.arrayContaining(['test/a.ts', 'test/b/c.ts', 'test/b/d.ts']),
  )
})

test('every test that a suite names is there', () => {
  const configs = typescriptFiles.filter(({ path }) => /^vitest.*\.config\.ts$/.test(path))
  const named = configs.flatMap(({ text }) =>
    [...text.matchAll(/'(test\/[^']+)'/g)].flatMap(([, pattern = '']) => alternativesOf(pattern)),
  )
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
})
