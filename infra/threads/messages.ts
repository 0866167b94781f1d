// The messages between the two sides of a pool. Everything crosses as a structured clone.
import type { CrossedError } from './cross-errors.ts'

export type ToThread<Request> =
  | { tell: 'run'; id: number; request: Request }
  | { tell: 'abort'; id: number }
  /** To drop what the thread holds that may have been erased. Not a request: it takes no turn, and has no answer. */
  | { tell: 'let go' }
  | { tell: 'close' }

/** From the thread. `cpuMs` is what the thread has used since it began. */
export type FromThread<Answer> =
  | { tell: 'ready'; cpuMs: number }
  | { tell: 'answer'; id: number; answer: Answer; usedMs: number; cpuMs: number }
  | { tell: 'error'; id: number; error: CrossedError; usedMs: number; cpuMs: number }
