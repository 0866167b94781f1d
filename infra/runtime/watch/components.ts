// Checks whether the servers and files that the service needs can be used. Each is asked at most once a second, however
// many callers ask, with one question at a time. A component that refuses is down at once; a late one is down when it
// has not answered for some seconds, because a busy server is not a server that is down.
import { memberNamesOf, nth } from '../certain.ts'
import { toldDamage } from '../fail/damaged-file.ts'
import { orNull } from '../wait/within.ts'

/** `problem`: what has to be done before it is up again, if that is known. */
type ComponentState = { up: boolean; latencyMs: number; problem?: string }
export type ComponentStates<Name extends string> = Readonly<Record<Name, ComponentState>>

export type Components<Name extends string> = {
  /** Gives states that are at most a second old, and never waits long. */
  look(): Promise<ComponentStates<Name>>
}

type ComponentsParts<Name extends string> = {
  /** Rejects where the component cannot be used. */
  probes: Readonly<Record<Name, () => Promise<unknown>>>
  /** How long to wait for an answer, in milliseconds. */
  limitMs?: number
  /** How long an answer is valid. */
  freshMs?: number
  /** How long after its last answer a late component counts as up. */
  graceMs?: number
}

const TIMES = { limitMs: 1_000, freshMs: 1_000, graceMs: 5_000 }

export function watchComponents<Name extends string>(
  parts: ComponentsParts<Name>,
): Components<Name> {
  const times = { ...TIMES, ...parts }
  const names = memberNamesOf(parts.probes)
  const looks = names.map((name) => watchOne(parts.probes[name], times))
  return {
    look: async () => {
      const states = await Promise.all(looks.map((look) => look()))
      return Object.fromEntries(names.map((name, index) => [name, nth(states, index)])) as Record<
        Name,
        ComponentState
      >
    },
  }
}

function watchOne(probe: () => Promise<unknown>, { limitMs, freshMs, graceMs }: typeof TIMES) {
  /** The last answer; null before the first. */
  let state: ComponentState | null = null
  let answeredAt = 0
  let askedAt = 0
  let asking: Promise<ComponentState> | null = null
  const told = (answer: Omit<ComponentState, 'latencyMs'>) => {
    asking = null
    answeredAt = performance.now()
    state = { ...answer, latencyMs: rounded(answeredAt - askedAt) }
    return state
  }
  return async (): Promise<ComponentState> => {
    if (!asking && state && performance.now() - answeredAt < freshMs) return state
    if (!asking) {
      askedAt = performance.now()
      // A probe that throws synchronously has failed as well.
      asking = Promise.resolve()
        .then(probe)
        .then(
          () => told({ up: true }),
          (error) => told(refused(error)),
        )
    }
    const answer = await orNull(asking, limitMs)
    if (answer) return answer
    const up = state?.up === true && performance.now() - answeredAt < graceMs
    return { up, latencyMs: rounded(performance.now() - askedAt) }
  }
}

/** What other refusals say may be a server's own words. */
function refused(error: unknown): Omit<ComponentState, 'latencyMs'> {
  const problem = toldDamage(error)
  return { up: false, ...(problem !== null && { problem }) }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}
