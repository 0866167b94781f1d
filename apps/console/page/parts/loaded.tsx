// What a page shows while it waits for the API, and where that fails.
import type { ComponentChild } from 'preact'
import { useCallback, useEffect, useState } from 'preact/hooks'

export type Loaded<T> = { data: T | null; problem: string | null; again: () => void }

/** Loads when it is first shown, when `key` changes, and when `again` is called; the old data stays meanwhile. */
export function useLoaded<T>(load: () => Promise<T>, key: string): Loaded<T> {
  const [state, setState] = useState<{ key: string; data: T | null; problem: string | null }>({
    key,
    data: null,
    problem: null,
  })
  const [turn, setTurn] = useState(0)
  // The key stands for all that is loaded.
  useEffect(() => {
    let gone = false
    load().then(
      (data) => gone || setState({ key, data, problem: null }),
      (error) => gone || setState({ key, data: null, problem: messageOf(error) }),
    )
    return () => {
      gone = true
    }
  }, [key, turn])
  const again = useCallback(() => setTurn((turn) => turn + 1), [])
  return state.key === key ? { ...state, again } : { data: null, problem: null, again }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Shows the children when there is data; else that it waits, or why there is none. */
export function Await<T>({
  of: { data, problem, again },
  children,
}: {
  of: Loaded<T>
  children: (data: T) => ComponentChild
}) {
  if (problem !== null) return <Problem message={problem} again={again} />
  return data === null ? <Waiting /> : children(data)
}

export function Waiting({ for: what = 'Loading' }: { for?: string }) {
  return (
    <p class="waiting" role="status">
      {what}…
    </p>
  )
}

export function Problem({ message, again }: { message: string; again?: () => void }) {
  return (
    <div class="notice bad" role="alert">
      <p>{message}</p>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  )
}
