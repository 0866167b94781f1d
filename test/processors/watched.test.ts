// The watch's table of the processors matches their code.
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Ports } from '../../infra/ports/ports.ts'
import { createLogger } from '../../infra/runtime/logger.ts'
import { createTelemetry } from '../../infra/runtime/telemetry.ts'
import { flow } from '../../processors/flow.ts'
import {
  asksEngine,
  needs,
  patienceMs,
  waitsFor,
  watchedProcessors,
  watchFlow,
} from '../../processors/watched.ts'
import { newScope, storedEvent } from '../contracts/given.ts'
import { inMemoryPorts } from './in-memory.ts'

const names = flow.map(({ name }) => name)

function codeOf(processor: string): string {
  const folder = new URL(`../../processors/${processor}/`, import.meta.url)
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('')
}

describe('whom a processor waits for', () => {
  test.each(names)('%s: another processor, where its code waits', (name) => {
    const isWaiting = /\b(createAwaitCheckpoint|createLead|waitFor)\(/.test(codeOf(name))
    expect(waitsFor(name).length > 0).toBe(isWaiting)
  })

  test('is who writes to the stores that it waits for; a forget waits for all', () => {
    expect(waitsFor('extract-facts')).toEqual(['index-memory', 'update-graph'])
    expect(waitsFor('raise-notices')).toEqual(['index-memory', 'update-graph'])
    expect(waitsFor('forget').sort()).toEqual(names.filter((name) => name !== 'forget').sort())
  })
})

test.each(names)('%s asks the engine where its code does', (name) => {
  const isAsking = /\blanguage\.(extract|summarize|embed)\(/.test(codeOf(name))
  expect(asksEngine.includes(name)).toBe(isAsking)
})

test('what a processor needs is what it and those it waits for write to, the log and the keys', () => {
  expect(needs('update-graph').sort()).toEqual(['graph_store', 'object_store', 'queue'])
  expect(needs('evolve-summaries').sort()).toEqual(['object_store', 'queue'])
  expect(needs('forget')).toHaveLength(5)
})

test('a model alone is given more time than our own engine', () => {
  const patience = (name: string, processor: string) =>
    patienceMs({ language: { name } } as Parameters<typeof patienceMs>[0], processor)
  expect(patience('offline@1', 'extract-facts')).toBe(10_000)
  expect(patience('openai:m@p', 'extract-facts')).toBeGreaterThan(10_000)
  expect(patience('openai:m@p', 'update-graph')).toBe(10_000)
})

test('whom each processor waits for, and what it needs, is this', () => {
  const of = (name: string) => [waitsFor(name).join(' '), needs(name).join(' ')]
  const all = 'queue object_store relational_store graph_store audit_store'
  expect(Object.fromEntries(names.map((name) => [name, of(name)]))).toEqual({
    'accept-inbox': ['', 'queue object_store'],
    'extract-facts': [
      'index-memory update-graph',
      'queue object_store relational_store graph_store',
    ],
    'index-memory': ['', 'queue object_store relational_store'],
    'update-graph': ['', 'queue object_store graph_store'],
    'evolve-summaries': ['', 'queue object_store'],
    'raise-notices': [
      'index-memory update-graph',
      'queue object_store relational_store graph_store',
    ],
    'deliver-webhooks': ['', 'queue object_store relational_store'],
    'keep-audit': ['', 'queue object_store audit_store'],
    forget: [names.filter((name) => name !== 'forget').join(' '), all],
  })
  expect(of('unknown')).toEqual(['', 'queue object_store'])
})

test.each(['extract-facts', 'evolve-summaries'])('%s waits two minutes for a model', (name) => {
  const language = { name: 'openai:m@p' } as Ports['language']
  expect(patienceMs({ language }, name)).toBe(120_000)
})

describe('what is watched', () => {
  const ports = inMemoryPorts()
  afterAll(() => ports.log.close())

  test('is every processor with what it reads; who keeps its checkpoints in its store is asked there', async () => {
    const watched = watchedProcessors(ports)
    expect(watched.map(({ name, reads }) => ({ name, reads }))).toEqual(
      flow.map(({ name, reads }) => ({ name, reads })),
    )
    const keeping = watched.filter(({ checkpoints }) => checkpoints).map(({ name }) => name)
    expect(keeping).toEqual(['index-memory', 'update-graph', 'deliver-webhooks', 'keep-audit'])
    const stores = { 'index-memory': ports.memory, 'update-graph': ports.graph }
    let position = 0
    for (const [name, store] of Object.entries(stores)) {
      const checkpoint = { topic: 'memory.facts.v1', partition: 0, position: ++position } as const
      const nothing = { checkpoint, fences: [] }
      const parts = { documents: [], erasedResources: [], erasures: [], facts: [], closed: [] }
      await (store.apply as (step: object) => Promise<void>)({ ...nothing, ...parts })
      const found = watched.find((each) => each.name === name)!
      expect(await found.checkpoints!('memory.facts.v1')).toEqual(new Map([[0, position]]))
    }
  })

  test('is what is named, where something is', () => {
    const only = ['keep-audit', 'forget']
    expect(watchedProcessors(ports, only).map(({ name }) => name)).toEqual(only)
    expect(watchedProcessors(ports, [])).toEqual([])
  })

  test('are the stores by their neutral names: each is down where it cannot be used', async () => {
    const away = () => Promise.reject(new Error('away'))
    const down = {
      relational_store: { memory: { ...ports.memory, ping: away } },
      graph_store: { graph: { ...ports.graph, ping: away } },
      object_store: { objects: { ...ports.objects, ping: away } },
      audit_store: { audit: { ...ports.audit, ping: away } },
      queue: { log: { ...ports.log, ends: away } },
    }
    for (const [name, broken] of Object.entries(down)) {
      const { registry } = createTelemetry(createLogger('silent'))
      const watch = watchFlow({
        ports: { ...ports, ...broken } as Ports,
        registry,
        now: () => new Date(),
        only: [],
      })
      const { components } = await watch.verdict()
      await watch.stop()
      const found = Object.entries(components).flatMap(([each, { up }]) => (up ? [] : each))
      expect(found).toEqual([name])
    }
  })

  test.each([
    ['offline@1', 30_000, ['extract-facts', 'index-memory']],
    ['openai:m@p', 30_000, ['index-memory']],
    ['openai:m@p', 150_000, ['extract-facts', 'index-memory']],
  ])(
    'is each by its own patience: with %s, %s ms after a write, those that stand still are %j',
    async (name, ms, expected) => {
      vi.useFakeTimers()
      const { log, ...others } = inMemoryPorts()
      await log.append([{ topic: 'memory.writes.v1', event: storedEvent(newScope()) }])
      const watch = watchFlow({
        ports: { ...others, log, language: { ...others.language, name } },
        registry: createTelemetry(createLogger('silent')).registry,
        now: () => new Date(),
        only: ['extract-facts', 'index-memory'],
      })
      await vi.advanceTimersByTimeAsync(ms)
      expect((await watch.verdict()).stalled).toEqual(expected)
      await watch.stop()
      vi.useRealTimers()
      await log.close()
    },
  )
})
