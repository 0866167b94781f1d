// Instants are compared as what they are, however they are written.
import { expect, test } from 'vitest'
import { latest } from '../../infra/ports/rules/time.ts'

test('given instants in several offsets, when asked for the latest, then it is that, as it is written', () => {
  const [noon, later] = ['2026-01-01T12:00:00.000Z', '2026-01-01T11:30:00-01:00']
  expect([latest(noon, later), latest(later, noon), latest(noon)]).toEqual([later, later, noon])
})
