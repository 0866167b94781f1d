// The last step at or before a position, whatever lies between the steps.
import { expect, test } from 'vitest'
import { lastUpTo } from '../../../../infra/runtime/replay/last-up-to.ts'

test('given steps in order, when a position is looked for, then it is the last one that is not behind it', () => {
  for (const count of [0, 1, 2, 3, 8]) {
    const steps = Array.from({ length: count }, (_, n) => ({ old: 2 + 3 * n }))
    for (let position = 0; position <= 3 * count + 3; position++) {
      const expected = steps.filter(({ old }) => old <= position).at(-1)
      expect(lastUpTo(steps, position), `${position} of ${count}`).toBe(expected)
    }
  }
})
