// What is mutated and how: no area, test or survivor may name code that has moved, and no promised code may belong to
// no area, because a run over nothing reports success.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { filesOf } from './area-of.ts'
import { areas } from './areas.ts'
import { survivors } from './survivors.ts'

test.each(areas)('the area $name matches code and tests by each of its patterns', (area) => {
  for (const pattern of [...area.mutate, ...area.tests]) {
    const each = alternativesOf(pattern.replace(/^!/, ''))
    for (const one of each) expect(globSync(one), one).not.toEqual([])
  }
})

/** `a/{b,c}.ts` names two files, and each of them must be there. */
function alternativesOf(pattern: string): string[] {
  const braces = /\{([^{}]*)\}/.exec(pattern)
  if (!braces) return [pattern]
  const options = braces[1]?.split(',') ?? []
  return options.flatMap((option) => alternativesOf(pattern.replace(braces[0], option)))
}

test('every file of the processors, of the runtime, and of intake and plugins belongs to one area', () => {
  const places = [
    'processors/**/*.ts',
    'infra/runtime/**/*.ts',
    'apps/api/{plugins,intake}/**/*.ts',
  ]
  const promised = globSync(places)
  expect(promised.length).toBeGreaterThan(200)
  const filesOfAreas = areas.map(({ name, mutate }) => ({ name, files: filesOf(mutate) }))
  const belongings = promised.map((file) => ({
    file,
    to: filesOfAreas.filter(({ files }) => files.has(file)).map(({ name }) => name),
  }))
  expect(belongings.filter(({ to }) => to.length !== 1)).toEqual([])
})

test('every survivor is a line that is there', () => {
  const code = readdirSync('.').filter((name) => ['apps', 'infra', 'processors'].includes(name))
  const files = code.flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { exclude: ['**/node_modules/**'] }),
  )
  const isThere = ({ file, line }: (typeof survivors)[number]) =>
    files.some((each) => each.endsWith(file) && readFileSync(each, 'utf8').includes(line))
  expect(survivors.filter((each) => !isThere(each)).map(({ file, line }) => [file, line])).toEqual(
    [],
  )
})
