// The words that select rules stand in every sentence with the rule's head: the selection saves time and changes no
// result.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mayHold, triggersOf } from '../../../../../infra/language/offline/slots/slot-rule.ts'
import { contactRules } from '../../../../../infra/language/offline/slots/slot-rules-contact.ts'
import { genericRules } from '../../../../../infra/language/offline/slots/slot-rules-generic.ts'
import { lifeRules } from '../../../../../infra/language/offline/slots/slot-rules-life.ts'
import { personRules } from '../../../../../infra/language/offline/slots/slot-rules-person.ts'
import { relationRules } from '../../../../../infra/language/offline/slots/slot-rules-relations.ts'
import { workRules } from '../../../../../infra/language/offline/slots/slot-rules-work.ts'

const rules = [
  ...contactRules,
  ...genericRules,
  ...lifeRules,
  ...personRules,
  ...relationRules,
  ...workRules,
]
/** Every text in quotes of the tests of slots, which have sentences for each rule. */
const sentences = [
  './slots.test.ts',
  '../extract.test.ts',
  './ends.test.ts',
  '../../../../processors/extract-facts/supersession/fresh.json',
  '../../../../apps/api/retrieval/everyday.json',
].flatMap((file) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return [...text.matchAll(/'([^'\n]{8,})'|"([^"\n]{8,})"/g)].map((match) => match[1] ?? match[2]!)
})

test('given sentences of every kind, when a head is in one, then the rule is chosen for it', () => {
  const found = new Set<(typeof rules)[number]>()
  for (const sentence of sentences) {
    const triggers = triggersOf(sentence)
    for (const rule of rules) {
      if (sentence.search(rule.head) < 0) continue
      if (rule.words) found.add(rule)
      expect([
        sentence,
        rule.head.source,
        !rule.words || mayHold({ ...rule, cue: /^/ }, triggers, sentence),
      ]).toEqual([sentence, rule.head.source, true])
    }
  }
  expect(found.size).toBeGreaterThan(40)
})

test('given a sentence without any of its words, then a rule is not chosen', () => {
  const rule = contactRules[0]!
  expect(mayHold(rule, triggersOf('I live in Rome'), 'I live in Rome')).toBe(true)
  expect(mayHold(rule, triggersOf('I am in Rome'), 'I am in Rome')).toBe(false)
})
