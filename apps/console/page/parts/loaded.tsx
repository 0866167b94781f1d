// What a page shows while it waits for the API, and where that fails.
import type { ComponentChild, ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'
import { Refused } from '../calls.ts'

export type Loaded<T> = {
  data: T | null
  problem: Failure | null
  /** The data is of the key before; the data of this key is still loading. */
  stale: boolean
  again: () => void
}

/** The signal ends it where its answer is not waited for any more. */
type Load<T> = (leaving: AbortSignal) => Promise<T>

type State<T> = { key: string; data: T | null; problem: Failure | null }

/** Loads on first render, when `key` changes, and when `again` is called; `again` keeps the old data meanwhile. */
export function useLoaded<T>(load: Load<T>, key: string): Loaded<T> {
  const loaded = useLatest(load, key)
  return loaded.stale ? { ...loaded, data: null, problem: null } : loaded
}

/** The same, but keeps the data of the previous key until that of the new key has loaded. */
export function useLatest<T>(load: Load<T>, key: string): Loaded<T> {
  const [state, setState] = useState<State<T>>({ key, data: null, problem: null })
  const [turn, setTurn] = useState(0)
  // The key stands for every input of `load`.
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    load(signal).then(
      (data) => signal.aborted || setState({ key, data, problem: null }),
      (error) => signal.aborted || setState({ key, data: null, problem: failureOf(error) }),
    )
    return () => leaving.abort()
  }, [key, turn])
  const again = useCallback(() => {
    // So that a person sees that it is tried, and hears of it where it fails once more.
    setState((state) => (state.problem === null ? state : { ...state, problem: null }))
    setTurn((turn) => turn + 1)
  }, [])
  const { data, problem } = state
  return { data, problem, stale: state.key !== key, again }
}

/** Does what a person asks for: tells whether it is under way, and why it failed last. */
export function useAct() {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const act = async (work: () => Promise<void>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
    } catch (error) {
      setProblem(messageOf(error))
    }
    setBusy(false)
  }
  return { busy, problem, act }
}

const SETTLED_MS = 150

/** The value once the user has stopped typing or moving for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** Why there is no data, for a person. `isLasting`: the same call would fail again. */
export type Failure = { message: string; isLasting: boolean }

/** What the service refuses for the key or for the call itself, it refuses again. */
const LASTING: ReadonlySet<number> = new Set([400, 403])

export function failureOf(error: unknown): Failure {
  const isLasting = error instanceof Refused && LASTING.has(error.status)
  return { message: messageOf(error), isLasting }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

type AwaitProps<T> = {
  of: Pick<Loaded<T>, 'data' | 'problem' | 'again'>
  children: (data: T) => ComponentChild
}

/** Shows the children when there is data; else that it is loading, or why there is none. */
export function Await<T>({ of: { data, problem, again }, children }: AwaitProps<T>) {
  if (problem !== null) return <Failed because={problem} again={again} />
  return data === null ? <Waiting /> : children(data)
}

export function Waiting({ for: what = 'Loading' }: { for?: string }) {
  return (
    <p class="waiting" role="status">
      {what}…
    </p>
  )
}

/** Offers to try again where that may help. */
export function Failed({ because, again }: { because: Failure; again: () => void }) {
  return (
    <Problem message={because.message}>
      {!because.isLasting && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </Problem>
  )
}

type ProblemProps = { message: ComponentChild; children?: ComponentChildren }

export function Problem({ message, children }: ProblemProps) {
  return (
    <div class="notice bad" role="alert">
      <p>{message}</p>
      {children}
    </div>
  )
}
