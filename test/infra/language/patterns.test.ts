// How rules are written: a pattern is read as it would be between slashes, and a list by its words.
import { expect, test } from 'vitest'
import { any, anyCase, asWritten, rule } from '../../../infra/language/patterns.ts'

const WEEKS = String.raw`\d+ weeks`

test('given a template, when it becomes a pattern, then a backslash is one and what is put in is a part of it', () => {
  expect([anyCase, asWritten, rule].map((tag) => tag`\bfor ${WEEKS}{1,2}\b`)).toEqual([
    /\bfor \d+ weeks{1,2}\b/iu,
    /\bfor \d+ weeks{1,2}\b/u,
    /\bfor \d+ weeks{1,2}\b/giu,
  ])
})

test('given words in a template, then they are listed in their order', () => {
  expect(any`quit left café`).toEqual(['quit', 'left', 'café'])
})
