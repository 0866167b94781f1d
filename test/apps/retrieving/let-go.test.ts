// What a thread that retrieves holds of users' words is dropped after a forget.
import { afterEach, expect, it, vi } from 'vitest'
import { keptPieces, tokensOf } from '../../../apps/api/retrieval/packing/tokens.ts'
import { createLettingGo, letGoOf } from '../../../apps/retrieving/let-go.ts'

it('given counted words, when a user is forgotten, then neither their counts nor decoded items are kept', async () => {
  tokensOf(`Zanzibar ${'a'.repeat(100)}`)
  expect(keptPieces()).toBeGreaterThan(1)
  let dropped = 0
  await letGoOf({ letGo: async () => void dropped++ })
  expect([keptPieces(), dropped]).toEqual([0, 1])
})

afterEach(() => void vi.useRealTimers())

it('given requests, when a minute has passed, then it is dropped though no forget was told of; and then again', async () => {
  vi.useFakeTimers()
  let dropped = 0
  const asked = createLettingGo({ letGo: async () => void dropped++ })
  for (const times of [1, 2]) {
    tokensOf('Zanzibar')
    asked()
    await vi.advanceTimersByTimeAsync(59_000)
    asked()
    expect(keptPieces()).toBeGreaterThan(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect([keptPieces(), dropped]).toEqual([0, times])
  }
  expect(vi.getTimerCount()).toBe(0)
})

it('given a store that is down, when a minute has passed, then what needs no store is dropped', async () => {
  vi.useFakeTimers()
  tokensOf('Zanzibar')
  createLettingGo({ letGo: async () => Promise.reject(new Error('down')) })()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(keptPieces()).toBe(0)
})
