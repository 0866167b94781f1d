// The port to the candidate: what another engine has read of users' raw content, beside what is in use. No reader asks
// it; a forget reaches it like any store.
import type { Fence } from './projection.ts'

export interface Candidate {
  /** Removes what the fence forbids; false where there is no candidate. `recordedAt`: when the log took the forget. */
  forget(fence: Fence & { recordedAt: string }): Promise<boolean>
  close(): Promise<void>
}
