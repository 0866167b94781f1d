// What a thread that retrieves holds of users' words is dropped after a forget.
import { expect, it } from 'vitest'
import { keptPieces, tokensOf } from '../../../apps/api/retrieval/tokens.ts'
import { letGoOf } from '../../../apps/retrieving/let-go.ts'

it('given counted words, when a user is forgotten, then neither their counts nor decoded items are kept', async () => {
  tokensOf(`Zanzibar ${'a'.repeat(100)}`)
  expect(keptPieces()).toBeGreaterThan(1)
  let dropped = 0
  await letGoOf({ letGo: async () => void dropped++ })
  expect([keptPieces(), dropped]).toEqual([0, 1])
})
