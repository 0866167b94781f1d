// Which tests judge the files of a glob.
import { expect, test } from 'vitest'
import { areaOf, filesOf, partOf } from './area-of.ts'
import { areas } from './areas.ts'

const area = (name: string) => areas.find((each) => each.name === name)!

test.each([
  ['a file', 'infra/runtime/wait/wait-for.ts', 'infra/runtime/wait/wait-for', 95],
  ['lines of a file', 'processors/forget/decide.ts:10-20', 'processors/forget/decide', 95],
  ['a folder', 'processors/extract-facts/known/*.ts', 'processors/extract-facts/known', 85],
  ['folders', 'processors/forget/**/*.ts', 'processors/forget', 95],
  ['files of several areas', 'processors/*/decide.ts', 'processors', 85],
  ['a file of no area', 'schemas/instants.ts', 'schemas/instants', 85],
  ['what matches no file', 'none/{a,b}.ts', 'none', 85],
])(
  'given %s, then the tests that mirror it judge it, as strictly as its area',
  (_, glob, path, least) => {
    const tests = [`test/${path}/**/*.test.ts`, `test/${path}{,-*}.test.ts`]
    expect(areaOf(glob)).toEqual({ name: glob, mutate: [glob], tests, least })
  },
)

test('given a file that no test mirrors, then the tests of its area judge it', () => {
  const glob = 'apps/api/routes/writing/logged-write.ts'
  expect(areaOf(glob)).toEqual({ ...area('standing'), name: glob, mutate: [glob] })
})

test('given an area, then a part of it is judged as the whole', () => {
  const { tests, least } = area('forget')
  const glob = 'processors/forget/decide.ts'
  expect(partOf(area('forget'), glob)).toEqual({ name: glob, mutate: [glob], tests, least })
})

test('given patterns that are left out, then their files are not among the others', () => {
  const files = filesOf(['test/mutation/a*.ts', '!test/mutation/*.test.ts'])
  expect([...files].sort()).toEqual(['test/mutation/area-of.ts', 'test/mutation/areas.ts'])
})
