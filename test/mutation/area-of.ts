// Which tests judge the files of a glob: those that mirror their path, because they are few and the promises of a file
// belong into its own test; where no test mirrors it, those of the area that holds all of the files.
import { globSync } from 'node:fs'
import { type Area, areas } from './areas.ts'

/** The files that match one of the patterns, without those that match one that begins with `!`. */
export function filesOf(patterns: readonly string[]): ReadonlySet<string> {
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'))
  const unwanted = patterns.flatMap((pattern) => (pattern.startsWith('!') ? pattern.slice(1) : []))
  const left = new Set(globSync(unwanted))
  return new Set(globSync(wanted).filter((file) => !left.has(file)))
}

/** The lines of one file that are mutated alone: `decide.ts:10-20`. */
const LINES = /:[\d:-]+$/

export function areaOf(glob: string): Area {
  const files = globSync(glob.replace(LINES, ''))
  const holdsAll = ({ mutate }: Area) => files.every((file) => filesOf(mutate).has(file))
  const area = files.length > 0 ? areas.find(holdsAll) : undefined
  const mirroring = mirroringTests(glob)
  const tests = globSync(mirroring).length > 0 ? mirroring : area?.tests
  return { name: glob, mutate: [glob], tests: tests ?? mirroring, least: area?.least ?? 85 }
}

/** The glob as a part of the area, judged as the whole of it is. */
export function partOf(area: Area, glob: string): Area {
  return { ...area, name: glob, mutate: [glob] }
}

/** A folder's tests; of a file its test, those whose names continue its name, and those in the folder of its name. */
function mirroringTests(glob: string): string[] {
  const path = glob
    .replace(LINES, '')
    .replace(/\/?[^/]*[*{].*$/, '')
    .replace(/\.ts$/, '')
  return [`test/${path}/**/*.test.ts`, `test/${path}{,-*}.test.ts`]
}
