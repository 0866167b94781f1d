// When two facts say the same, and when they speak of the same thing; and that forms of a word are one word.
import { expect, test } from 'vitest'
import {
  fingerprintOf,
  foldedWords,
  isTimeless,
  sameValue,
  scopeKeyOf,
  slotOf,
  slotValueOf,
  stemsOf,
  withoutEnding,
} from '../../../../processors/extract-facts/known/fingerprint.ts'
import { AT } from '../../../contracts/given.ts'
import { LATER } from '../../given.ts'

const of = (text: string, validFrom = AT, contentType: 'document' | 'event' = 'document') =>
  fingerprintOf({ text, validFrom, contentType })

test.each([
  ['Ana likes tea.', 'ana LIKES  tea'],
  ['Caf\u00e9 au lait', 'cafe\u0301 AU lait!'],
  ['１２３ Main', '123 main'],
  ['Ana paid 5€, or 5%.', 'Ana paid 5 €, or 5 %'],
  ['tea + coffee', 'tea+coffee'],
  ['Ana loves \u2764\ufe0f.', 'Ana loves \u2764.'],
  ['Ana works at Acme®.', 'Ana works at Acme.'],
])('given %j and %j, when fingerprinted, then they are the same', (one, other) => {
  expect(of(one)).toBe(of(other))
})

test.each([
  ['Ana likes tea.', 'Ana likes tea leaves.'],
  ['🎉', '🐙'],
  ['Ana loves 🍕.', 'Ana loves 🍣.'],
  ['Ana loves 🍕.', 'Ana loves.'],
  ['Ana is from 🇩🇪.', 'Ana is from 🇦🇹.'],
  ['Ana feels ☀️ today.', 'Ana feels ☔️ today.'],
  ['a b', 'ab'],
  ['el ano', 'el año'],
  ['Ana codes in C#.', 'Ana codes in C++.'],
  ['Ana codes in C.', 'Ana codes in C++.'],
  ['Ana has blood type A+.', 'Ana has blood type A-.'],
  ['It was 5 degrees.', 'It was -5 degrees.'],
  ['Ana paid $5.', 'Ana paid €5.'],
  ['Ana paid 5.', 'Ana paid 5%.'],
])('given %j and %j, when fingerprinted, then they differ', (one, other) => {
  expect(of(one)).not.toBe(of(other))
})

test('given a fact that is stored, when fingerprinted again, then it is found by the same key', () => {
  expect(of('Ana likes tea.')).toBe('vl2ud18n_iKWBh96qG8plr')
})

test('given a fact said again later, when it speaks of no day, then it is the same', () => {
  expect(of('Ana likes tea.', AT)).toBe(of('Ana likes tea.', LATER))
})

test.each(['Ana ran today.', 'Ana flies next week.', 'Ana moved two years ago.'])(
  'given %j, when said on another day, then it is another fact',
  (text) => {
    expect(of(text, AT)).not.toBe(of(text, LATER))
    expect(of(text, AT)).toBe(of(text, '2026-05-08T23:59:59.000Z'))
  },
)

test.each([
  'Ana skis in winter.',
  'Ana has run since spring 2019.',
  'Ana has run since the spring of 2019.',
])('given %j, when said on another day, then it is the same fact', (text) => {
  expect(of(text, AT)).toBe(of(text, LATER))
})

test('given an event, when it happens at another time, then it is another fact', () => {
  expect(of('Logged in.', AT, 'event')).not.toBe(of('Logged in.', LATER, 'event'))
})

test('given a place for one value, when named, then it is the subject’s attribute, folded', () => {
  const slot = slotOf({ subject: ' Ana  Silva', attribute: 'HOME', exclusive: true })
  expect(slot).toBe(slotOf({ subject: 'ana silva', attribute: 'home', exclusive: true }))
  expect(slotOf({ subject: 'Ana', attribute: 'home', exclusive: false })).toBeNull()
  expect(slotOf({ subject: null, attribute: 'home', exclusive: true })).toBeNull()
  expect(slotOf({ subject: 'Ana', attribute: '', exclusive: true })).toBeNull()
})

test('given values, when compared, then case and spaces do not count and nothing equals null', () => {
  expect(sameValue('New  York', 'new york')).toBe(true)
  expect(sameValue('York', 'New York')).toBe(false)
  expect(sameValue(null, null)).toBe(false)
})

test.each([
  [' Ana  LIKES tea! ', 'ana likes tea'],
  ['a-b_c', 'a b c'],
  ['１２', '12'],
  ['e\u0301', '\u00e9'],
  ['… ♪ !', ''],
  ['Party\u2764\ufe0f 👍🏽🇩🇪🇦🇹 2©', 'party ❤ 👍 🇩🇪 🇦🇹 2'],
  ['C++/C#-tools, Disney+ (18+)', 'c++ c# tools disney+ 18+'],
  ['A+, AB-, B- or a-b', 'a+ ab- b- or a b'],
  ['ma- or x+++ or x+y', 'ma or x or x y'],
  ['-5, 3-5, x-5, 2026-05-08, - 5', '-5 3 5 x 5 2026 05 08 5'],
  ['#1 +49 & so on', '1 49 so on'],
])('given %j, when folded, then its words are %j', (text, expected) => {
  expect(foldedWords(text)).toBe(expected)
})

test('given a fingerprint, then it has 22 letters, and signs alone are their own', () => {
  expect(of('Ana likes tea.')).toMatch(/^[\w-]{22}$/)
  expect(of(' ♪ ')).toBe(of('♪'))
  expect(of('♪')).not.toBe(of('♫'))
})

test.each([
  'tonight',
  'yesterday',
  'tomorrow',
  'now',
  'this morning',
  'this year',
  'last night',
  'next monday',
  'this spring',
  'last summer',
  'next winter',
  'since autumn',
  'since the fall',
])(
  'given %s, when said on another day, then it is another fact, and it is not timeless',
  (word) => {
    const text = `Ana runs ${word}.`
    expect(of(text, AT)).not.toBe(of(text, LATER))
    expect(isTimeless(text, of(text, AT))).toBe(false)
  },
)

test('given facts, when asked whether they hold no time, then documents of no day do and events do not', () => {
  expect(isTimeless('Ana likes tea.', of('Ana likes tea.'))).toBe(true)
  expect(isTimeless('Logged in.', of('Logged in.', AT, 'event'))).toBe(false)
})

test('given a value at a place, when named, then it is folded with it; without a place or a value it is none', () => {
  const home = { subject: 'Ana', attribute: 'home', value: ' New  YORK', exclusive: true }
  expect(slotValueOf(home)).toBe('ana\nhome\nnew york')
  expect(slotOf(home)).toBe('ana\nhome')
  expect(slotValueOf({ ...home, value: null })).toBeNull()
  expect(slotValueOf({ ...home, exclusive: false })).toBeNull()
})

test('given one value, when compared with none, then they differ', () => {
  expect([sameValue('York', null), sameValue(null, 'York')]).toEqual([false, false])
})

test('given scopes, then a fact for some of them says nothing about others, in whatever order they are named', () => {
  const home = { subject: 'Ana', attribute: 'home', value: 'Rome', exclusive: true }
  const said = { text: 'Ana lives in Rome.', contentType: 'document', validFrom: AT } as const
  const keysIn = (scopes?: string[]) => [
    fingerprintOf({ ...said, scopes }),
    slotOf({ ...home, scopes }),
    slotValueOf({ ...home, scopes }),
  ]
  expect(keysIn(['b', 'a', 'b'])).toEqual(keysIn(['a', 'b']))
  expect(keysIn([])).toEqual(keysIn())
  const all = [keysIn(), keysIn(['a']), keysIn(['b']), keysIn(['a', 'b']), keysIn(['a,b'])].flat()
  expect(new Set(all).size).toBe(all.length)
  expect(scopeKeyOf({ scopes: ['b', 'a'] })).toBe('\n["a","b"]')
  expect([scopeKeyOf({ scopes: [] }), scopeKeyOf({})]).toEqual(['', ''])
})

test.each([
  ['volunteering', 'volunteers', 'volunteer', 'volunteered'],
  ['running', 'runs', 'run'],
  ['smoke', 'smoking', 'smoked'],
  ['study', 'studies', 'studying'],
  ['class', 'classes'],
  ['car', 'cars'],
])('given %s and its other forms, then they are one word', (...forms) => {
  expect(new Set(forms.map(withoutEnding)).size).toBe(1)
})

test.each([
  ['dog', 'dig'],
  ['play', 'plan'],
  ['red', 'r'],
  ['boat', 'boot'],
  ['latter', 'later'],
  ['fiend', 'find'],
  ['style', 'stile'],
  ['study', 'stud'],
])('given %s and %s, then they are two', (a, b) => {
  expect(withoutEnding(a)).not.toBe(withoutEnding(b))
})

test('given a text, then its stems are those of its words, each once', () => {
  expect([...stemsOf('Runs & RUNNING: the studies!')]).toEqual(['run', 'the', 'studi'])
  expect([...stemsOf('Disney+ or C#')]).toEqual(['disney+', 'or', 'c#', 'disnei', 'c'])
})
