// An export says that another file depends on it. What schemas and ports define, and what is published, is for all.
import { expect, it } from 'vitest'
import { codeFiles, importsOf, typescriptFiles } from './source-files.ts'

const FOR_ALL = /^(schemas|infra\/ports|apps\/clients)\//
const EXPORTED = /^export (?:async )?(?:function\*?|const|let|class|type) (\w+)/gm

/** Files that others import as a whole. */
const whole = new Set(
  typescriptFiles.flatMap((file) =>
    importsOf(file)
      .filter(({ isLater }) => isLater || file.text.includes('import * as'))
      .map(({ target }) => target),
  ),
)

/** The words between the braces of every import and export of the file that have a path. */
function importedWords(text: string): Set<string> {
  const lists = [...text.matchAll(/^(?:import|export) (?:type )?\{([^}]*)\} from '/gm)]
  return new Set(lists.flatMap(([, list = '']) => list.match(/\w+/g) ?? []))
}

it('exports are used by other files', () => {
  const words = new Set(typescriptFiles.flatMap(({ text }) => [...importedWords(text)]))
  const exported = codeFiles
    .filter(({ path }) => !FOR_ALL.test(path) && !whole.has(path))
    .flatMap(({ path, text }) => [...text.matchAll(EXPORTED)].map(([, name]) => ({ path, name })))
  expect(exported.length).toBeGreaterThan(1_000)
  const unused = exported.filter(({ name }) => !words.has(name ?? ''))
  expect(unused.map(({ path, name }) => `${path} ${name}`)).toEqual([])
})
