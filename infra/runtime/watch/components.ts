// Whether the servers and files that the service needs can be used. Each is asked at most once a second, however often
// that is wanted to be known, and with one question at a time. One that refuses is down at once; one that is late is
// down when it has not answered for some seconds, because a busy server is not a server that is down.
import { orNull } from '../wait/within.ts'

export type ComponentState = { up: boolean; latencyMs: number }
export type ComponentStates<Name extends string> = Readonly<Record<Name, ComponentState>>

export type Components<Name extends string> = {
  /** At most a second old, and never waited for long. */
  look(): Promise<ComponentStates<Name>>
}

export type ComponentsParts<Name extends string> = {
  /** Rejects where the component cannot be used. */
  probes: Readonly<Record<Name, () => Promise<unknown>>>
  /** How long an answer is waited for, in milliseconds. */
  limitMs?: number
  /** How long an answer holds. */
  freshMs?: number
  /** How long after its last answer a component that is late counts as up. */
  graceMs?: number
}

const TIMES = { limitMs: 1_000, freshMs: 1_000, graceMs: 5_000 }
type Times = typeof TIMES

export function watchComponents<Name extends string>(
  parts: ComponentsParts<Name>,
): Components<Name> {
  const times = { ...TIMES, ...parts }
  const names = Object.keys(parts.probes) as Name[]
  const looks = names.map((name) => watchOne(parts.probes[name], times))
  return {
    look: async () => {
      const states = await Promise.all(looks.map((look) => look()))
      return Object.fromEntries(names.map((name, index) => [name, states[index]!])) as Record<
        Name,
        ComponentState
      >
    },
  }
}

function watchOne(probe: () => Promise<unknown>, { limitMs, freshMs, graceMs }: Times) {
  /** The last answer; null before the first. */
  let state: ComponentState | null = null
  let answeredAt = 0
  let askedAt = 0
  let asking: Promise<ComponentState> | null = null
  const told = (up: boolean) => {
    asking = null
    answeredAt = performance.now()
    state = { up, latencyMs: rounded(answeredAt - askedAt) }
    return state
  }
  return async (): Promise<ComponentState> => {
    if (!asking && state && performance.now() - answeredAt < freshMs) return state
    if (!asking) {
      askedAt = performance.now()
      // What throws at once has failed as well.
      asking = Promise.resolve()
        .then(probe)
        .then(
          () => told(true),
          () => told(false),
        )
    }
    const answer = await orNull(asking, limitMs)
    if (answer) return answer
    const up = state?.up === true && performance.now() - answeredAt < graceMs
    return { up, latencyMs: rounded(performance.now() - askedAt) }
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 100) / 100
}
