// How many units of work this process has finished that no checkpoint shows yet: answers of the language engine, for
// the processors that ask it. Other work moves a checkpoint or its note.
import type { Telemetry } from '../../infra/runtime/telemetry.ts'
import { asksEngine } from '../../processors/watched.ts'

/** By processor. */
export async function unitsOf({
  modelCalls,
}: Pick<Telemetry, 'modelCalls'>): Promise<Record<string, number>> {
  const answered = (await modelCalls.get()).values
    .filter(({ labels }) => labels.outcome === 'answered')
    .reduce((sum, { value }) => sum + value, 0)
  return Object.fromEntries(asksEngine.map((processor) => [processor, answered]))
}
