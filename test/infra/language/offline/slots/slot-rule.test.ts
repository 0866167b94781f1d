// The words that select rules stand in every sentence with the rule's head: the selection saves time and changes no
// result.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { choiceRules } from '../../../../../infra/language/offline/slots/rules/choices.ts'
import { contactRules } from '../../../../../infra/language/offline/slots/rules/contact.ts'
import { countRules } from '../../../../../infra/language/offline/slots/rules/counts.ts'
import { genericRules } from '../../../../../infra/language/offline/slots/rules/generic.ts'
import { homeRules } from '../../../../../infra/language/offline/slots/rules/home.ts'
import { lifeRules } from '../../../../../infra/language/offline/slots/rules/life.ts'
import { personRules } from '../../../../../infra/language/offline/slots/rules/person.ts'
import { relationRules } from '../../../../../infra/language/offline/slots/rules/relations.ts'
import { routineRules } from '../../../../../infra/language/offline/slots/rules/routine.ts'
import { thingRules } from '../../../../../infra/language/offline/slots/rules/things.ts'
import { workRules } from '../../../../../infra/language/offline/slots/rules/work.ts'
import { createChooser } from '../../../../../infra/language/offline/slots/slot-rule.ts'

const rules = [
  ...contactRules,
  ...countRules,
  ...genericRules,
  ...homeRules,
  ...lifeRules,
  ...personRules,
  ...relationRules,
  ...routineRules,
  ...thingRules,
  ...choiceRules,
  ...workRules,
]
/** Every text in quotes of the tests of slots, which have sentences for each rule. */
const texts = [
  './slots.test.ts',
  '../extract.test.ts',
  './ends.test.ts',
  './changed.test.ts',
  '../../../../processors/extract-facts/supersession/changes.json',
  '../../../../processors/extract-facts/supersession/nothing-changes.json',
  '../../../../apps/api/retrieval/everyday.json',
].flatMap((file) => {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return [...text.matchAll(/'([^'\n]{8,})'|"([^"\n]{8,})"/g)].map((match) => match[1] ?? match[2]!)
})
const sentences = new Set(texts)

test('given sentences of every kind, when a head is in one, then the rule is chosen for it', () => {
  const found = new Set<(typeof rules)[number]>()
  const missed: [string, string][] = []
  const chosenFor = createChooser(rules)
  for (const sentence of sentences) {
    const chosen = new Set(chosenFor(sentence))
    for (const rule of rules) {
      const isChosen = chosen.has(rule)
      // Nothing is left to be seen of it.
      if (isChosen && (!rule.words || found.has(rule))) continue
      // A cue is of the value too, so a head may be there without it.
      if (rule.cue?.test(sentence) === false || sentence.search(rule.head) < 0) continue
      if (rule.words) found.add(rule)
      if (!isChosen) missed.push([sentence, rule.head.source])
    }
  }
  expect(missed).toEqual([])
  expect(found.size).toBeGreaterThan(60)
})

test('given a sentence without any of its words, then a rule is not chosen', () => {
  const chosenFor = createChooser(homeRules.slice(0, 1))
  expect(chosenFor('I live in Rome')).toHaveLength(1)
  expect(chosenFor('I am in Rome')).toEqual([])
})

test('given several rules, then they are chosen in their order, which is their priority', () => {
  const chosen = createChooser(rules)(
    'My wife Anna lives in Rome and her phone number is 555 0100.',
  )
  expect(chosen).toEqual(rules.filter((rule) => chosen.includes(rule)))
})
