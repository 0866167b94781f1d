// All facts of a user, page by page: what has come is shown while the rest still comes.
import { useCallback, useEffect, useState } from 'preact/hooks'
import { items } from './api.ts'
import { messageOf } from './parts/loaded.tsx'
import type { Item, Scope } from './shapes.ts'

const PAGE = 200
/** So many are fetched by themselves; a person asks for more. */
const AT_ONCE = 2_000

export type Facts = {
  items: readonly Item[]
  total: number
  state: 'loading' | 'paused' | 'all'
  problem: string | null
  more: () => void
}

const none = { items: [], total: 0, state: 'loading', problem: null } as const

export function useFacts(scope: Scope): Facts {
  const [facts, setFacts] = useState<Omit<Facts, 'more'>>(none)
  const [upTo, setUpTo] = useState(AT_ONCE)
  useEffect(() => {
    const leaving = new AbortController()
    loadAll(scope, upTo, { signal: leaving.signal, show: setFacts }).catch((error) => {
      if (leaving.signal.aborted) return
      setFacts((facts) => ({ ...facts, state: 'paused', problem: messageOf(error) }))
    })
    return () => leaving.abort()
  }, [scope.appId, scope.userId, upTo])
  const more = useCallback(() => setUpTo((upTo) => upTo + AT_ONCE), [])
  return { ...facts, more }
}

type Showing = { signal: AbortSignal; show: (facts: Omit<Facts, 'more'>) => void }

async function loadAll(scope: Scope, upTo: number, { signal, show }: Showing): Promise<void> {
  const found: Item[] = []
  let cursor: string | null = null
  do {
    const page = await items(scope, { limit: PAGE, cursor }, { signal, quiet: true })
    found.push(...page.data)
    cursor = page.pagination.nextCursor
    const state = cursor === null ? 'all' : found.length >= upTo ? 'paused' : 'loading'
    show({ items: [...found], total: page.pagination.total, state, problem: null })
  } while (cursor !== null && found.length < upTo)
}
