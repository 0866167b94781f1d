// The order in which a projector takes the steps of one partition: those of one topic as the log has them, and those of
// one user as they were delivered, whatever their topics. All others run in parallel, so that no user waits for
// another's forget.
import { scopeName } from '../../../schemas/scope-name.ts'
import type { AnyTopicName } from '../../../schemas/topics.ts'
import type { LogRecord } from '../../ports/event-log.ts'

export type StepOrder = {
  /** Runs `work` once the steps that it must follow have ended, whether they failed or not. */
  run(step: Step, work: () => Promise<void>): Promise<void>
}

export type Step = { topic: AnyTopicName; users: ReadonlySet<string> }

export function createStepOrder(): StepOrder {
  const underWay = new Set<Step & { ended: Promise<unknown> }>()
  return {
    run: (step, work) => {
      const before = [...underWay].filter((other) => follows(step, other))
      const result = Promise.all(before.map(({ ended }) => ended)).then(work)
      const ended = result.catch(() => undefined)
      const entry = { ...step, ended }
      underWay.add(entry)
      void ended.then(() => underWay.delete(entry))
      return result
    },
  }
}

export function usersOf(records: readonly LogRecord[]): Set<string> {
  return new Set(records.flatMap(({ event }) => (event ? [scopeName(event)] : [])))
}

function follows(step: Step, before: Step): boolean {
  return before.topic === step.topic || [...step.users].some((user) => before.users.has(user))
}
