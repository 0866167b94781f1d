// How much of what was said tells something.
import { expect, test } from 'vitest'
import { toldShare } from '../../../../../infra/language/offline/sentences/told-share.ts'

test.each([
  ['We moved to Lyon in May.', 1],
  ["That's great, Mel! Enjoy the new garden!", 0],
  ['When does the museum open?', 0],
  ['Did I tell you that we moved?', 1],
  ['', 1],
])('%s', (text, share) => {
  expect(toldShare(text)).toBe(share)
})

test('a reaction beside what tells counts by its length', () => {
  const [reaction, telling] = ["That's lovely, Mel!", 'I painted our garden at dawn.']
  const share = telling.length / (telling.length + reaction.length)
  expect(toldShare(`${reaction} ${telling}`)).toBeCloseTo(share)
})
