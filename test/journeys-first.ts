// The order of test files: those that start a whole service come first, because they take longest, and a core would
// otherwise be idle at the end.
import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const STORIES = /\/test\/(journeys|distributed)\//
/** Tests elsewhere that start one take its means from the stories. */
const STARTS_SERVICE = /journeys\/((started-|shared-)?service|process)\.ts'/

function startsService(path: string): boolean {
  return STORIES.test(path) || STARTS_SERVICE.test(readFileSync(path, 'utf8'))
}

export class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Files that share a process come last and together, else the process would end between them.
    const groups = new Map(
      sorted.map((file) => {
        const { moduleId, project } = file
        const name = project.config.isolate ? '' : project.name
        return [file, `${name},${startsService(moduleId) ? 0 : 1}`]
      }),
    )
    const groupOf = (file: TestSpecification) => groups.get(file) ?? ''
    return sorted.sort((a, b) => groupOf(a).localeCompare(groupOf(b)))
  }
}
