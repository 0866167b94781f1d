// Who said a fact, and by which channel: what the words were that it was read from. Pure.
import { firstOf, nth } from '../../../infra/runtime/certain.ts'
import type { Channel, Entry } from '../../../schemas/channels.ts'
import { leastTrusted } from '../../trust.ts'
import type { Said, Transcript } from './transcript.ts'

export type SaidBy = { channel: Channel; saidBy: string | null }

type Spoken = {
  transcript: Pick<Transcript, 'utterances'>
  /** How the write came in. */
  entry: Entry
  /** Who reports an event; null if no reporter is named. */
  reporter: string | null
}

const MAX_NAME_CHARS = 200

/** The least trusted channel of the words that the span touches, and of the way that they came in. */
export function saidBy(
  { transcript, entry, reporter }: Spoken,
  span: { start: number; end: number },
): SaidBy {
  const touched = utterancesIn(transcript.utterances, span)
  const least = leastTrusted(touched.map(({ channel }) => channel))
  const speakers = new Set(touched.map(({ speaker }) => speaker))
  const speaker = speakers.size === 1 ? firstOf([...speakers]) : null
  return {
    channel: entry === 'api' ? least : leastTrusted([least, entry]),
    saidBy: shortened(speaker ?? reporter),
  }
}

/**
 * All utterances if the span touches none: then nothing tells who said it. Uses binary search, because a text may have
 * as many utterances as facts; they are sorted and do not overlap.
 */
function utterancesIn(
  utterances: readonly Said[],
  { start, end }: { start: number; end: number },
): readonly Said[] {
  let [low, high] = [0, utterances.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nth(utterances, middle).end <= start) low = middle + 1
    else high = middle
  }
  let last = low
  while (last < utterances.length && nth(utterances, last).start < end) last++
  return last > low ? utterances.slice(low, last) : utterances
}

function shortened(name: string | null): string | null {
  return name === null ? null : name.slice(0, MAX_NAME_CHARS).toWellFormed()
}
