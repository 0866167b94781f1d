// How many records a second came to each topic between one look at the log and the next. Pure.
import type { Lag } from '../shapes.ts'

/** `perSecond`: one value for each pair of neighbouring looks, the oldest first. */
type TopicRate = { topic: string; perSecond: readonly number[] }

/** `looks`: the oldest first. */
export function topicRates(looks: readonly Lag[]): TopicRate[] {
  const latest = looks.at(-1)
  if (!latest) return []
  return latest.topics.map(({ topic }) => ({
    topic,
    perSecond: looks.slice(1).map((look, n) => rateBetween(looks[n] ?? look, look, topic)),
  }))
}

function rateBetween(before: Lag, after: Lag, topic: string): number {
  const seconds = (Date.parse(after.at) - Date.parse(before.at)) / 1000
  const came = endOf(after, topic) - endOf(before, topic)
  // A topic that could not be asked at first seems to begin at nothing.
  return seconds > 0 && endOf(before, topic) > 0 ? Math.max(0, came / seconds) : 0
}

function endOf({ topics }: Lag, topic: string): number {
  return topics.find((each) => each.topic === topic)?.end ?? 0
}
