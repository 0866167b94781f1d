// How a processor says that nothing follows from an event.
import { expect, test } from 'vitest'
import { nothing } from '../../../../infra/runtime/run/processor.ts'

test('given nothing that follows, when said, then no event is emitted and nothing is dead-lettered', () => {
  expect(nothing).toEqual({ outcome: 'emit', events: [] })
})
