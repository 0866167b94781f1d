// All facts of a user, page by page: loaded pages are shown while the rest loads.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { items } from './api.ts'
import { type Failure, failureOf } from './parts/loaded.tsx'
import type { Item, Scope } from './shapes.ts'

const PAGE = 200
/** So many load without a click; the user asks for more. */
const AT_ONCE = 2_000

type Told = {
  items: readonly Item[]
  total: number
  state: 'loading' | 'paused' | 'all'
  problem: Failure | null
}
export type Facts = Told & {
  more: () => void
  /** Merges changes of some facts since: new facts, and others as they are now. */
  learn: (items: readonly Item[]) => void
}

const none: Told = { items: [], total: 0, state: 'loading', problem: null }

type SoFar = { found: Item[]; cursor: string | null }

/** For one user only: another user is another component. */
export function useFacts(scope: Scope): Facts {
  const [told, setTold] = useState<Told>(none)
  const [turn, setTurn] = useState(0)
  const soFar = useRef<SoFar>({ found: [], cursor: null })
  useEffect(() => {
    const leaving = new AbortController()
    loadSome(scope, soFar.current, { signal: leaving.signal, show: setTold }).catch((error) => {
      if (leaving.signal.aborted) return
      setTold((told) => ({ ...told, state: 'paused', problem: failureOf(error) }))
    })
    return () => leaving.abort()
  }, [turn])
  const more = useCallback(() => {
    setTold((told) => ({ ...told, state: 'loading', problem: null }))
    setTurn((turn) => turn + 1)
  }, [])
  const learn = useCallback((learnt: readonly Item[]) => {
    soFar.current.found = withLearnt(soFar.current.found, learnt)
    setTold((told) => ({ ...told, items: soFar.current.found }))
  }, [])
  return { ...told, more, learn }
}

function withLearnt(found: readonly Item[], learnt: readonly Item[]): Item[] {
  const byId = new Map(learnt.map((item) => [item.id, item]))
  const kept = found.map((item) => byId.get(item.id) ?? item)
  const ids = new Set(found.map(({ id }) => id))
  return [...[...byId.values()].filter(({ id }) => !ids.has(id)), ...kept]
}

type Showing = { signal: AbortSignal; show: (told: Told) => void }

/**
 * Continues from where it stopped. Shows the first page at once and the others together: each update renders all facts
 * again.
 */
async function loadSome(scope: Scope, soFar: SoFar, { signal, show }: Showing): Promise<void> {
  const isFirst = soFar.found.length === 0
  const upTo = soFar.found.length + AT_ONCE
  for (let pages = 1; ; pages++) {
    const page = await items(scope, { limit: PAGE, cursor: soFar.cursor }, signal)
    soFar.found.push(...page.data)
    soFar.cursor = page.pagination.nextCursor
    const { total } = page.pagination
    const isEnd = soFar.cursor === null || soFar.found.length >= upTo
    const state = soFar.cursor === null ? 'all' : isEnd ? 'paused' : 'loading'
    if (isEnd || (isFirst && pages === 1)) {
      show({ items: [...soFar.found], total, state, problem: null })
    }
    if (isEnd) return
  }
}
