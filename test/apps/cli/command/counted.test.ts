import { expect, test } from 'vitest'
import { counted } from '../../../../apps/cli/command/counted.ts'

test.each([
  [0, '0 users', '0 summaries were'],
  [1, '1 user', '1 summary was'],
  [2, '2 users', '2 summaries were'],
])('%i of a thing', (many, users, summaries) => {
  expect(counted(many, 'user')).toBe(users)
  expect(counted(many, 'summary was', 'summaries were')).toBe(summaries)
})
