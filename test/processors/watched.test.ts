// What a watch believes of the processors is what their code does.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { flow } from '../../processors/flow.ts'
import { asksEngine, needs, patienceMs, waitsFor } from '../../processors/watched.ts'

const names = flow.map(({ name }) => name)

function codeOf(processor: string): string {
  const folder = new URL(`../../processors/${processor}/`, import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('')
}

describe('whom a processor waits for', () => {
  test.each(names)('%s: somebody, where its code waits', (name) => {
    const isWaiting = /\b(createReached|waitFor)\(/.test(codeOf(name))
    expect(waitsFor(name).length > 0).toBe(isWaiting)
  })

  test('is who writes to the stores that it waits for; a forget waits for all', () => {
    expect(waitsFor('evolve-summaries')).toEqual(['index-memory'])
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
  expect(needs('evolve-summaries').sort()).toEqual(['object_store', 'queue', 'relational_store'])
  expect(needs('forget')).toHaveLength(5)
})

test('a model is given more time than our own engine, and nobody else is', () => {
  const patience = (name: string, processor: string) =>
    patienceMs({ language: { name } } as Parameters<typeof patienceMs>[0], processor)
  expect(patience('offline@1', 'extract-facts')).toBe(10_000)
  expect(patience('openai:m@p', 'extract-facts')).toBeGreaterThan(10_000)
  expect(patience('openai:m@p', 'update-graph')).toBe(10_000)
})
