// What the services that stories started have written, and the runner that shows it where a test fails: an answer of the
// service says only that something cannot be reached.
import { TestRunner } from 'vitest'

/** The output of each process, and how much of it has been shown. */
const outputs = new Set<{ output: () => string; shown: number }>()

export function showWhereATestFails(output: () => string): void {
  outputs.add({ output, shown: 0 })
}

/** A service that says much says what matters at the end. */
const MOST_CHARS = 8_000

export default class TellingRunner extends TestRunner {
  override onAfterRunTask(task: Parameters<TestRunner['onAfterRunTask']>[0]): void {
    super.onAfterRunTask(task)
    if (task.result?.state === 'fail') showAll()
  }

  /** The next file of the process has services of its own. */
  override onAfterRunFiles(): void {
    super.onAfterRunFiles()
    outputs.clear()
  }
}

function showAll(): void {
  for (const each of outputs) {
    const told = each.output()
    if (told.length > each.shown) console.error(told.slice(each.shown).slice(-MOST_CHARS))
    each.shown = told.length
  }
}
