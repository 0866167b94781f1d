// The order of test files: those that start a whole service come first, because they take longest, and a core would
// otherwise be idle at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const STORIES = /\/test\/(journeys|distributed)\//

export class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    // Files that share a process come last and together, else the process would end between them.
    const group = ({ moduleId, project }: TestSpecification) =>
      [project.config.isolate ? '' : project.name, STORIES.test(moduleId) ? 0 : 1].join()
    return sorted.sort((a, b) => group(a).localeCompare(group(b)))
  }
}
