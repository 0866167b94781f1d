// Which tests `npm run check` runs: near a change, whatever depends on it, and none that takes minutes.
import { expect, test } from 'vitest'
import { fitting, nearestTests } from './nearest.ts'

const imports = new Map([
  ['infra/runtime/wait/pause.ts', []],
  ['infra/runtime/wait/bell.ts', ['infra/runtime/wait/pause.ts']],
  ['infra/http/ask.ts', ['infra/runtime/wait/pause.ts', 'node:http']],
  ['apps/far.ts', ['infra/http/ask.ts']],
  ['test/infra/runtime/wait/bell.test.ts', ['infra/runtime/wait/bell.ts']],
  ['test/infra/runtime/given-clock.ts', ['infra/runtime/wait/pause.ts']],
  ['test/processors/late.test.ts', ['infra/runtime/wait/pause.ts']],
  ['test/apps/far.test.ts', ['apps/far.ts', 'test/infra/runtime/given-clock.ts']],
  [
    'test/infra/runtime/wait/whole.test.ts',
    ['infra/runtime/wait/pause.ts', 'test/journeys/service.ts'],
  ],
  ['test/journeys/story.test.ts', ['infra/runtime/wait/pause.ts', 'infra/http/ask.ts']],
])

test('given a changed file, then the tests that import it and those that mirror its folder are near, and no others', () => {
  expect(nearestTests(['infra/runtime/wait/pause.ts'], imports)).toEqual([
    'test/infra/runtime/wait/bell.test.ts',
    'test/processors/late.test.ts',
  ])
})

test('given a changed file that no test imports or mirrors, then those of what imports it are near', () => {
  expect(nearestTests(['infra/http/ask.ts'], imports)).toEqual(['test/apps/far.test.ts'])
})

test('given a file that only tests share, then those tests are near', () => {
  expect(nearestTests(['test/infra/runtime/given-clock.ts'], imports)).toEqual([
    'test/apps/far.test.ts',
  ])
})

test('given changed tests, then they are near, unless they start a service', () => {
  const changed = ['test/journeys/story.test.ts', 'test/processors/late.test.ts']
  expect(nearestTests(changed, imports)).toEqual(['test/processors/late.test.ts'])
})

test('given a file that is in no test and no import, or was removed, then nothing is near', () => {
  expect(nearestTests(['README.md', 'infra/gone.ts'], imports)).toEqual([])
})

test('given a circle of imports without a test, then the search ends', () => {
  const circle = new Map([
    ['infra/a.ts', ['infra/b.ts']],
    ['infra/b.ts', ['infra/a.ts']],
  ])
  expect(nearestTests(['infra/a.ts'], circle)).toEqual([])
})

test('given more tests than there is time for, then the shorter run, with all that were changed, and the others are named', () => {
  const tests = ['a.test.ts', 'b.test.ts', 'c.test.ts', 'new.test.ts', 'own.test.ts']
  const costs = new Map([
    ['a.test.ts', 900],
    ['b.test.ts', 100],
    ['c.test.ts', 400],
    ['own.test.ts', 60_000],
  ])
  const changed = ['own.test.ts']
  expect(fitting(tests, { changed, costs, budgetMs: 1_500 })).toEqual({
    run: ['a.test.ts', 'b.test.ts', 'c.test.ts', 'own.test.ts'],
    left: ['new.test.ts'],
  })
})
