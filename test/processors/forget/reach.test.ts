// How far a forget reaches. A projection or topic that is added to the flow is reached, or fails here.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ports } from '../../../infra/ports/ports.ts'
import type { ProjectionStore } from '../../../infra/ports/projection.ts'
import type { Projector, Topology } from '../../../infra/runtime/run/processor.ts'
import { createProcessors, flow } from '../../../processors/flow.ts'
import { reachOf } from '../../../processors/forget/reach.ts'
import { topology } from '../../../processors/forget/topology.ts'
import { followSettings, type SettingsView } from '../../../processors/settings/settings-view.ts'
import { type Topic, topics, WRITES } from '../../../schemas/topics.ts'
import { delivered, USER } from '../given.ts'
import { inMemoryPorts } from '../in-memory.ts'

const reach = reachOf(flow, topics)
const FENCE = 50

/** Topics whose records a forget leaves, and why. */
const LEFT: Readonly<Record<string, string>> = {
  'memory.inbox.v1': 'partners choose its keys; a note makes accept-inbox refuse what waits there',
  'memory.settings.v1': 'settings belong to an app',
  'memory.settings.v1.dlq': 'settings belong to an app',
  'memory.audit.v1': 'users are keyed hashes there',
  'memory.audit.v1.dlq': 'users are keyed hashes there',
}

let ports: Ports
let settings: SettingsView
let projectors: Projector[]
beforeAll(async () => {
  // How they are sealed is no port.
  const { sealing: _, ...opened } = inMemoryPorts()
  ports = opened
  settings = await followSettings({ ...ports, failed: () => undefined })
  const { signal } = new AbortController()
  const processors = createProcessors({ ...ports, settings, signal })
  expect(processors.map(({ name }) => name)).toEqual(flow.map(({ name }) => name))
  projectors = processors.filter((each) => each.kind === 'projector')
})
afterAll(async () => {
  await settings.close()
  await ports.log.close()
})

const projectionStores = () =>
  Object.entries(ports).filter(([, port]) => 'receipt' in port) as [keyof Ports, ProjectionStore][]

describe('the stores', () => {
  test('that keep receipts are awaited, all of them', () => {
    const names = projectionStores().map(([name]) => name)
    expect(names.length).toBeGreaterThan(3)
    expect([...reach.awaited].sort()).toEqual(names.sort())
  })

  test('of projectors hear of a forget', () => {
    expect(projectors.length).toBeGreaterThan(3)
    for (const { name, reads, handles, stores } of projectors) {
      expect(reads, name).toContain(WRITES)
      expect(handles, name).toContain('MemoryForgotten')
      expect(reach.awaited, name).toEqual(expect.arrayContaining([...stores]))
    }
  })

  test('of projectors raise the fence and keep a receipt', async () => {
    const forgotten = delivered('MemoryForgotten', {
      position: FENCE,
      open: { category: null, keyGeneration: 1 },
    })
    for (const { apply } of projectors) await apply([forgotten], forgotten)
    for (const [name, store] of projectionStores()) {
      expect(await store.receipt(USER, FENCE), name).toMatchObject({ before: FENCE })
      expect(await store.fences([USER]), name).toHaveLength(1)
    }
  })

  test('of a projector that is added are awaited', () => {
    const added = { ...flow[0]!, name: 'draw-maps', stores: ['maps'] } as unknown as Topology
    expect(reachOf([...flow, added], topics).awaited).toEqual([...reach.awaited, 'maps'])
  })

  test('that are awaited are those that the forget declares', () => {
    const missing = 'add the store to `awaits` in processors/forget/topology.ts'
    expect([...topology.awaits].sort(), missing).toEqual([...reach.awaited].sort())
  })

  test('that processors decide from hear of a forget, and are waited for', () => {
    const deciding = flow.filter(({ state }) => state !== undefined)
    expect(deciding.length).toBeGreaterThan(2)
    for (const { name, reads, handles, awaitedPast = [] } of deciding) {
      expect(reads, name).toContain(WRITES)
      expect(reach.deciding, name).toContain(name)
      // A projection without work for a forget soon reports that it has passed it.
      expect([...handles, ...awaitedPast], name).toContain('MemoryForgotten')
    }
  })

  test('that the forget empties itself are not awaited', () => {
    expect(reach.awaited).not.toContain('objects')
    expect(reach.awaited).not.toContain('keys')
  })
})

describe('the topics', () => {
  test('are cleaned, but for those that are left with a reason', () => {
    const cleaned = topics.map(({ name }) => name).filter((name) => !(name in LEFT))
    expect(reach.cleaned).toEqual(cleaned)
    for (const name of Object.keys(LEFT)) expect(topics.map((topic) => topic.name)).toContain(name)
  })

  test('to which processors add are swept, but for the writes', () => {
    const derived = flow.flatMap(({ writes }) => writes).filter((name) => !(name in LEFT))
    expect([...reach.swept].sort()).toEqual(
      [...new Set(derived)].filter((name) => name !== WRITES).sort(),
    )
    expect(reach.swept.length).toBeGreaterThan(2)
  })

  test('are listed by the one processor that keeps the audit; without it none is', () => {
    expect(reach.listed.by).toBe('keep-audit')
    const others = flow.filter(({ name }) => name !== 'keep-audit')
    expect(reachOf(others, topics).listed).toEqual({ by: '', topics: [] })
  })

  test('that are added are cleaned, and swept where a processor adds to them', () => {
    const moods = { ...topics[1]!, name: 'memory.moods.v1' } as unknown as Topic
    const added = { ...flow[0]!, writes: [moods.name] } as unknown as Topology
    expect(reachOf(flow, [...topics, moods]).cleaned).toContain(moods.name)
    expect(reachOf(flow, [...topics, moods]).swept).not.toContain(moods.name)
    expect(reachOf([...flow, added], [...topics, moods]).swept).toContain(moods.name)
  })
})
