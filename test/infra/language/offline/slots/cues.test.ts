// What selects a rule is in every sentence that the rule reads: the selection saves time and changes no result. The
// sentences are samples of the rules themselves.
import { expect, test } from 'vitest'
import { alternatives } from '../../../../../infra/language/offline/slots/changes/another/alternatives.ts'
import { rather } from '../../../../../infra/language/offline/slots/changes/aside/rather.ts'
import { rejected } from '../../../../../infra/language/offline/slots/changes/aside/rejected.ts'
import { endRules } from '../../../../../infra/language/offline/slots/changes/end-rules.ts'
import { begun } from '../../../../../infra/language/offline/slots/changes/over/begun.ts'
import { calledOffRules } from '../../../../../infra/language/offline/slots/changes/over/called-off.ts'
import { closeness } from '../../../../../infra/language/offline/slots/changes/over/closeness.ts'
import { fallenAway } from '../../../../../infra/language/offline/slots/changes/over/fallen-away.ts'
import { fewerRules } from '../../../../../infra/language/offline/slots/changes/over/fewer.ts'
import { givenUp } from '../../../../../infra/language/offline/slots/changes/over/given-up.ts'
import { movedOnRules } from '../../../../../infra/language/offline/slots/changes/over/moved-on.ts'
import { otherwise } from '../../../../../infra/language/offline/slots/changes/over/otherwise.ts'
import { resolutions } from '../../../../../infra/language/offline/slots/changes/over/resolved.ts'
import { turned } from '../../../../../infra/language/offline/slots/changes/over/turned.ts'
import { readHabit } from '../../../../../infra/language/offline/slots/habits.ts'
import { countRules } from '../../../../../infra/language/offline/slots/rules/counts.ts'
import { genericRules } from '../../../../../infra/language/offline/slots/rules/generic.ts'
import { lifeRules } from '../../../../../infra/language/offline/slots/rules/life.ts'
import { personRules } from '../../../../../infra/language/offline/slots/rules/person.ts'
import { relationRules } from '../../../../../infra/language/offline/slots/rules/relations.ts'
import { workRules } from '../../../../../infra/language/offline/slots/rules/work.ts'
import { type Cued, createChooser } from '../../../../../infra/language/offline/slots/slot-rule.ts'
import { samplesOf } from './samples.ts'

const SAMPLES = 500
const ENOUGH = 20

type Expressed<Rule> = { rule: Rule; expression: RegExp }

/** Sentences with a rule for which it is not chosen, and expressions of which too few samples hold. */
function unchosen<Rule extends Cued>(rules: readonly Rule[], all: readonly Expressed<Rule>[]) {
  const chosenFor = createChooser(rules)
  return all.map(({ rule, expression }) => {
    const held = samplesOf(expression, SAMPLES).filter(
      (sample) =>
        sample.search(expression) >= 0 && (!rule.words || rule.cue?.test(sample) !== false),
    )
    const missed = held.filter((sample) => !chosenFor(sample).includes(rule))
    return { source: expression.source, missed, few: held.length < ENOUGH }
  })
}

/** What such an expression looks ahead to is not where its sample ends. */
const ENDS = [
  'I gave my old bike away.',
  'I threw the sofa away.',
  'I let my gym membership lapse.',
  'We had the boiler replaced.',
  'My parents left the farm and live in Nantes now.',
  "I don't volunteer any more.",
  "I don't volunteer anymore.",
  "I don't volunteer any longer.",
  "I don't volunteer anylonger.",
  "I'm not going to Crete after all.",
]

test('given samples of what ends, when rules are selected, then those of each sample are among them', () => {
  const found = unchosen(
    endRules,
    endRules.map((rule) => ({ rule, expression: rule.head })),
  )
  expect(found.flatMap(({ missed }) => missed)).toEqual([])
  const chosenFor = createChooser(endRules)
  const few = endRules.filter((_, n) => found[n]?.few)
  for (const rule of few) {
    const held = ENDS.filter((sentence) => sentence.search(rule.head) >= 0)
    expect([rule.head.source, held.length > 0]).toEqual([rule.head.source, true])
    for (const sentence of held) expect(chosenFor(sentence)).toContain(rule)
  }
})

test('given samples of what is resolved, when rules are selected, then those of each sample are among them', () => {
  const rules = [
    ...resolutions,
    ...turned,
    ...rejected,
    ...rather,
    ...alternatives,
    ...begun,
    ...closeness,
    ...givenUp,
    ...calledOffRules,
    ...fewerRules,
    ...movedOnRules,
    ...fallenAway,
    ...otherwise,
  ]
  const found = unchosen(
    rules,
    rules.map((rule) => ({ rule, expression: rule.told })),
  )
  expect(found.flatMap(({ missed }) => missed)).toEqual([])
  expect(found.filter(({ few }) => few)).toEqual([])
})

test('given samples of slots with words and a cue, when rules are selected, then those of each sample are among them', () => {
  const rules = [
    ...countRules,
    ...genericRules,
    ...lifeRules,
    ...personRules,
    ...relationRules,
    ...workRules,
  ].filter(({ words, cue }) => words && cue)
  const found = unchosen(
    rules,
    rules.map((rule) => ({ rule, expression: rule.head })),
  )
  expect(found.flatMap(({ missed }) => missed)).toEqual([])
  expect(found.filter(({ few }) => !few).length).toBeGreaterThan(10)
})

test('given two spellings of a role, then either selects the rule', () => {
  const chosenFor = createChooser(genericRules)
  expect(chosenFor('My neighbour is Tom.')).toEqual(chosenFor('My neighbor is Tom.'))
})

const PERSONS = { first: 'user', third: null, bare: true }

test.each([
  "I'm a Mac user.",
  'I am a Mac user.',
  "Anna's a Mac user.",
  'Anna is a Mac user.',
  "We're on the sales team.",
  'We are on the sales team.',
  'I have been out of work.',
  "I've been out of work.",
  'Anna has been out of work.',
])('given %j, then it has a state', (sentence) => {
  expect(readHabit(sentence, PERSONS)).toMatchObject({ attribute: 'is' })
})

test.each([
  ['Our car is in the garage', 'is'],
  ["The shop isn't in Ghent", 'is'],
  ["The shops aren't in Ghent", 'is'],
  ["There's a spare key under the third pot", 'is'],
  ['The pool opens at 9 on weekdays', 'does opens'],
  ['The choir meets in the old hall', 'does meets'],
])('given %j, then it says what is so', (sentence, attribute) => {
  expect(readHabit(sentence, PERSONS)).toMatchObject({ attribute, isState: true })
})
