// All facts of a user, page by page: what has come is shown while the rest still comes.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { items } from './api.ts'
import { messageOf } from './parts/loaded.tsx'
import type { Item, Scope } from './shapes.ts'

const PAGE = 200
/** So many are fetched by themselves; a person asks for more. */
const AT_ONCE = 2_000

type Told = {
  items: readonly Item[]
  total: number
  state: 'loading' | 'paused' | 'all'
  problem: string | null
}
export type Facts = Told & { more: () => void }

const none: Told = { items: [], total: 0, state: 'loading', problem: null }

type SoFar = { found: Item[]; cursor: string | null }

/** To be used for one user only: another one is another component. */
export function useFacts(scope: Scope): Facts {
  const [told, setTold] = useState<Told>(none)
  const [turn, setTurn] = useState(0)
  const soFar = useRef<SoFar>({ found: [], cursor: null })
  useEffect(() => {
    const leaving = new AbortController()
    loadSome(scope, soFar.current, { signal: leaving.signal, show: setTold }).catch((error) => {
      if (leaving.signal.aborted) return
      setTold((told) => ({ ...told, state: 'paused', problem: messageOf(error) }))
    })
    return () => leaving.abort()
  }, [turn])
  const more = useCallback(() => setTurn((turn) => turn + 1), [])
  return { ...told, more }
}

type Showing = { signal: AbortSignal; show: (told: Told) => void }

/** Goes on where it stood. */
async function loadSome(scope: Scope, soFar: SoFar, { signal, show }: Showing): Promise<void> {
  const upTo = soFar.found.length + AT_ONCE
  do {
    const page = await items(scope, { limit: PAGE, cursor: soFar.cursor }, { signal, quiet: true })
    soFar.found.push(...page.data)
    soFar.cursor = page.pagination.nextCursor
    const state = soFar.cursor === null ? 'all' : soFar.found.length >= upTo ? 'paused' : 'loading'
    show({ items: [...soFar.found], total: page.pagination.total, state, problem: null })
  } while (soFar.cursor !== null && soFar.found.length < upTo)
}
