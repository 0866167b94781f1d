// Summaries are cut where a sentence ends, and nowhere else.
import { expect, test } from 'vitest'
import { trimSummaries } from '../../../../../apps/api/retrieval/packing/trim-context.ts'

const related = { query: 'ana', items: [{ content: 'x', category: 'profile', score: 1 }] }
const cut = (text: string, room: number) =>
  trimSummaries({ profile: text }, related, room).kept.profile

test.each([
  [
    'Weighs 3.5 kg. Has the email address ana@example.com and more to tell of it.',
    'Weighs 3.5 kg.',
  ],
  [
    'She said "Stop." Then she went on and told us all of it once more, and again.',
    'She said "Stop."',
  ],
  ['猫が好きです。犬は苦手で、魚も苦手で、鳥も苦手で、馬も苦手で、牛も苦手です', '猫が好きです。'],
  [
    'میں لاہور میں ہوں۔ مجھے چائے پسند ہے اور مجھے کافی پسند نہیں ہے اور پانی',
    'میں لاہور میں ہوں۔',
  ],
])('given no room for all of %j, then %j is left', (text, expected) => {
  expect(cut(text, 22)).toBe(expected)
})
