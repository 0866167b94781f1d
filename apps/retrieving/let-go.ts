// What a thread drops once a user has been forgotten, also if it is idle: items that its connections hold decoded, and
// the counts of tokens, whose keys are users' words.
import { forgetPieces } from '../api/retrieval/tokens.ts'

export async function letGoOf(ports: { letGo?: () => Promise<void> }): Promise<void> {
  forgetPieces()
  await ports.letGo?.()
}
