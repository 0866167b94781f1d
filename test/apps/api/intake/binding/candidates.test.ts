// Which secrets are tried first: those that have verified before, and then one of each app in turns.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Candidates,
  createCandidates,
  inTurns,
} from '../../../../../apps/api/intake/binding/candidates.ts'
import type { SourceBinding } from '../../../../../processors/settings/evolve.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let now: Date
let bindings: Map<string, SourceBinding>
let candidates: Candidates
beforeEach(() => {
  now = new Date('2026-11-21T09:00:00.000Z')
  bindings = new Map()
  candidates = createCandidates(() => now)
})

function bind(appId: string, id = `of ${appId}`): SourceBinding {
  const bound = { createdAt: '', eventId: id, nth: 0 }
  const made = { id, appId, source: 'github', secret: id, users: null, ...bound }
  bindings.set(id, made)
  return made
}
const verified = (binding: SourceBinding, ...senderIds: string[]) =>
  candidates.verified('github', senderIds, binding)
const known = (...senderIds: string[]) =>
  candidates.known('github', senderIds, bindings).map(({ id }) => id)
/** So many others have verified since. */
function others(count: number): void {
  for (let n = 0; n < count; n++) verified(bind(`other-${n}`))
}

describe('what has verified before', () => {
  test('is known of its source alone, for its sender and lately, each once', () => {
    const mine = bind('mine')
    expect(known('hook')).toEqual([])
    verified(mine, 'hook')
    expect(known('hook')).toEqual([mine.id])
    expect(known()).toEqual([mine.id])
    expect(candidates.known('stripe', ['hook'], bindings)).toEqual([])
    bindings.delete(mine.id)
    expect(known('hook')).toEqual([])
  })

  test('comes first for its sender, then what verified last', () => {
    const [a, b, c] = [bind('a'), bind('b'), bind('c')]
    verified(a, 'hook')
    verified(b)
    verified(c)
    expect(known('hook')).toEqual([a.id, c.id, b.id])
    verified(b)
    expect(known()).toEqual([b.id, c.id, a.id])
  })

  test('is one binding of an app: the last', () => {
    const [first, second] = [bind('app', 'first'), bind('app', 'second')]
    verified(first, 'hook')
    verified(second, 'hook')
    expect(known('hook')).toEqual(['second'])
    expect(known()).toEqual(['second'])
  })

  test('is known of twelve apps lately, the oldest is forgotten first', () => {
    const mine = bind('mine')
    verified(mine)
    others(11)
    expect(known()).toHaveLength(12)
    expect(known().at(-1)).toBe(mine.id)
    others(12)
    expect(known()).toHaveLength(12)
    expect(known()).not.toContain(mine.id)
  })
})

describe('a sender', () => {
  test('has four apps; no fifth takes the place of one within a day', () => {
    const apps = ['a', 'b', 'c', 'd', 'e'].map((app) => bind(app))
    for (const each of apps) verified(each, 'hook')
    others(12)
    expect(known('hook').slice(0, 4)).toEqual(apps.slice(0, 4).map(({ id }) => id))
    expect(known('hook')).not.toContain(apps[4]!.id)
    now = new Date(now.getTime() + DAY_MS)
    verified(apps[4]!, 'hook')
    others(12)
    expect(known('hook')).not.toContain(apps[4]!.id)
  })

  test('whose app has not verified for more than a day, then another takes that place alone', () => {
    const apps = ['a', 'b', 'c', 'd', 'e'].map((app) => bind(app))
    for (const each of apps.slice(0, 4)) verified(each, 'hook')
    now = new Date(now.getTime() + DAY_MS + 1)
    verified(apps[0]!, 'hook')
    verified(apps[4]!, 'hook')
    others(12)
    expect(known('hook').slice(0, 4)).toEqual(['of a', 'of c', 'of d', 'of e'])
  })

  test('that comes after twenty thousand others takes the place of the oldest', () => {
    const [mine, last] = [bind('mine'), bind('last')]
    verified(mine, 'oldest')
    verified(mine, 'second')
    for (let n = 2; n < 20_000; n++) verified(mine, `hook ${n}`)
    others(12)
    verified(last, 'second')
    expect(known('oldest')).toContain(mine.id)
    verified(last, 'one more')
    others(12)
    expect(known('oldest')).not.toContain(mine.id)
    expect(known('second')).toContain(mine.id)
    expect(known('one more')).toContain(last.id)
  })
})

describe('turns', () => {
  test('are one binding of each app, then a second of each', () => {
    const all = ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'].map((id) => bind(id[0]!, id))
    expect(inTurns(all).map(({ id }) => id)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
    expect(inTurns([])).toEqual([])
  })
})
