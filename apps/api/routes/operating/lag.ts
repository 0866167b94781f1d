// The lag of processors, as operators see it. Pure.
import type { z } from 'zod'
import type { Lag } from '../../../../infra/runtime/watch/lag-meter.ts'
import type { lagResponse } from '../../../../schemas/api/operating/admin.ts'

type LagResponse = z.infer<typeof lagResponse>

export function lagOf(lag: Lag, stalled: readonly string[], now: Date): LagResponse {
  const processors = [...Map.groupBy(lag, ({ processor }) => processor)].map(([processor, of]) => ({
    processor,
    records: of.reduce((sum, { records }) => sum + records, 0),
    oldestSeconds: Math.max(0, ...of.map(({ since }) => secondsSince(since, now))),
    stalled: stalled.includes(processor),
    partitions: of.filter(({ records }) => records > 0).map(shown),
  }))
  return { at: now.toISOString(), processors, topics: topicsOf(lag) }
}

/** Processors that read the same topic see the same ends. */
function topicsOf(lag: Lag): LagResponse['topics'] {
  return [...Map.groupBy(lag, ({ topic }) => topic)].map(([topic, of]) => {
    const ends = new Map(of.map(({ partition, end = 0 }) => [partition, end]))
    return { topic, end: [...ends.values()].reduce((sum, end) => sum + end, 0) }
  })
}

function secondsSince(since: Date | null, now: Date): number {
  return since ? Math.round((now.getTime() - since.getTime()) / 100) / 10 : 0
}

function shown({ topic, partition, checkpoint, records, since }: Lag[number]) {
  return {
    topic,
    partition,
    checkpoint: checkpoint ?? null,
    records,
    since: since?.toISOString() ?? null,
  }
}
