// The order of test files: those that start a whole service come first, because they take longest, and a core would
// otherwise be idle at the end.
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const STORIES = /\/test\/(journeys|distributed)\//

export class JourneysFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isStory = ({ moduleId }: TestSpecification) => STORIES.test(moduleId)
    // Files that share a process come last and together, else the process would end between them.
    const group = (file: TestSpecification) =>
      (isStory(file) ? 0 : 1) + (file.project.config.isolate ? 0 : 2)
    return sorted.sort((a, b) => group(a) - group(b))
  }
}
