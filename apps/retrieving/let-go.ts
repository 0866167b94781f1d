// What a thread drops once a user has been forgotten, also if it is idle: items that its connections hold decoded, and
// the counts of tokens, whose keys are users' words.
import { forgetPieces } from '../api/retrieval/packing/tokens.ts'

export async function letGoOf(ports: { letGo?: () => Promise<void> }): Promise<void> {
  forgetPieces()
  await ports.letGo?.()
}

const EVERY_MS = 60_000

/**
 * Call it with each request: within a minute all of that is dropped. A forget of another process, or one that went on
 * after its answer, is told to no thread. No query returns what was forgotten meanwhile: each asks which keys live.
 */
export function createLettingGo(ports: { letGo?: () => Promise<void> }): () => void {
  let timer: NodeJS.Timeout | null = null
  return () => {
    if (timer) return
    timer = setTimeout(() => {
      timer = null
      // A store that is down is noticed by the next query.
      letGoOf(ports).catch(() => undefined)
    }, EVERY_MS).unref()
  }
}
