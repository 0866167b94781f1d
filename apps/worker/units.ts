// How many units of work each processor has finished in this process: events, and answers of the language engine for
// those that ask it.
import type { Telemetry } from '../../infra/runtime/telemetry.ts'
import { asksEngine } from '../../processors/watched.ts'

export async function unitsOf({
  events,
  modelCalls,
}: Pick<Telemetry, 'events' | 'modelCalls'>): Promise<Record<string, number>> {
  const units: Record<string, number> = {}
  for (const { labels, value } of (await events.get()).values) {
    const processor = String(labels.processor)
    units[processor] = (units[processor] ?? 0) + value
  }
  const answered = (await modelCalls.get()).values
    .filter(({ labels }) => labels.outcome === 'answered')
    .reduce((sum, { value }) => sum + value, 0)
  for (const processor of asksEngine) units[processor] = (units[processor] ?? 0) + answered
  return units
}
