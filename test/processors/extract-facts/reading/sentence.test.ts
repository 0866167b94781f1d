// Structured events as sentences: by template, or readable whatever the JSON is.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  builtInTemplate,
  builtInTemplates,
  sentenceOf,
} from '../../../../processors/extract-facts/reading/sentence.ts'
import { AT } from '../../../contracts/given.ts'

const of = (eventType: string, data: Record<string, unknown>, template?: string) =>
  sentenceOf({ eventType, source: 'shop', timestamp: AT, data }, template)

describe('templates', () => {
  test.each([
    ['purchase', { product: 'tea', price: 4.5 }, 'Bought tea for 4.5 on 2026-05-08.'],
    ['PURCHASE', { item: { name: 'tea' } }, 'Bought tea on 2026-05-08.'],
    ['login', {}, 'Logged in on 2026-05-08.'],
    ['login', { city: 'Porto', device: null }, 'Logged in from Porto on 2026-05-08.'],
    ['feedback', { text: 'fine' }, 'Gave feedback: fine'],
    ['meeting', { participants: ['Ana', 'Bo'] }, 'Had a meeting with Ana, Bo on 2026-05-08.'],
    ['workout', { type: 'run', distance: 0 }, 'Did run over 0 on 2026-05-08.'],
  ])('given %s with %j, when told, then it reads %j', (eventType, data, sentence) => {
    expect(of(eventType, data)).toBe(sentence)
  })

  test('given an app’s own template, when told, then it is used before the built-in one', () => {
    const template = '{eventType} from {source}: {a.b|c}[ ({d})] on {date}'
    expect(of('login', { a: { b: 'x' } }, template)).toBe('login from shop: x on 2026-05-08')
    expect(of('login', { c: 1, d: false }, template)).toBe(
      'login from shop: 1 (false) on 2026-05-08',
    )
  })

  test('given a place without a value, when told, then the fallback tells it all', () => {
    expect(of('purchase', { colour: 'red' })).toBe('Purchase (shop, 2026-05-08): colour is red.')
  })

  test('given values that look like templates, when told, then they are words', () => {
    const template = 'Wrote[ in {channel}]: {text}'
    expect(of('note', { channel: '{source}', text: '[{date}] {x} $& $1' }, template)).toBe(
      'Wrote in {source}: [{date}] {x} $& $1',
    )
  })

  test.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'given the event type %s, when told, then the fallback tells it',
    (eventType) => {
      expect(of(eventType, { a: 1 })).toContain('(shop, 2026-05-08): a is 1.')
    },
  )

  test('given inherited names as places, when told, then they have no value', () => {
    expect(of('x', {}, 'It is {constructor.name}.')).toBe('X (shop, 2026-05-08).')
  })

  test('given every built-in template, when there is no data, then there is a sentence all the same', () => {
    for (const eventType of Object.keys(builtInTemplates)) expect(of(eventType, {})).not.toBe('')
  })
})

describe('the fallback', () => {
  test.each([
    [
      'orderShipped',
      { carrierName: 'DHL', items: ['tea', 'milk'] },
      'Order shipped (shop, 2026-05-08): carrier name is DHL; items are tea, milk.',
    ],
    ['order_shipped', {}, 'Order shipped (shop, 2026-05-08).'],
    ['x', { a: null, b: '', c: [], d: {}, e: [null, ''] }, 'X (shop, 2026-05-08).'],
    ['x', { a: { b: { c: [1, { name: 'n' }] } } }, 'X (shop, 2026-05-08): a is b c 1, n.'],
    ['x', { ok: false, n: 0 }, 'X (shop, 2026-05-08): ok is false; n is 0.'],
  ])('given %s with %j, when told, then it reads %j', (eventType, data, sentence) => {
    expect(of(eventType, data)).toBe(sentence)
  })

  test('given any JSON, when told, then it is a bounded sentence that names the source', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), (eventType, data) => {
        const sentence = of(eventType, data as Record<string, unknown>, undefined)
        expect(sentence.length).toBeGreaterThan(0)
        expect(sentence.length).toBeLessThanOrEqual(20_000)
      }),
    )
  })

  test('given data nested thousands deep, when told, then it is told as far as it goes', () => {
    let deep: unknown = 'bottom'
    for (let n = 0; n < 20_000; n++) deep = n % 2 ? [deep] : { deep }
    expect(of('x', { near: 'top', deep })).toContain('near is top')
  })

  test('given very long data, when told, then the sentence is cut', () => {
    expect(of('x', { long: 'y'.repeat(50_000) })).toHaveLength(20_000)
  })
})

describe('places', () => {
  test.each([
    ['{eventType}, {source}, {date}', {}, 'x, shop, 2026-05-08'],
    ['{a.b.c}', { a: { b: { c: 'deep' } } }, 'deep'],
    ['{a|b}', { a: '', b: 'second' }, 'second'],
    ['{a}{a}', { a: 'twice' }, 'twicetwice'],
    ['no place', {}, 'no place'],
    ['[ kept]', {}, ' kept'],
    ['[{a}-{b}]', { a: 1, b: 2 }, '1-2'],
    ['start[ {a} and {b}] end', { a: 1 }, 'start end'],
    ['{a} [unclosed', { a: 1 }, '1 [unclosed'],
    ['{a} ]}', { a: 1 }, '1 ]}'],
    ['[{a}] {b}', { a: 1, b: 2 }, '1 2'],
  ])('given the template %j over %j, when told, then it reads %j', (template, data, sentence) => {
    expect(of('x', data, template)).toBe(sentence)
  })

  test.each([
    ['through a list', '{a.0}', { a: ['first'] }],
    ['through a text', '{a.length}', { a: 'text' }],
    ['that is missing', '{a.b}', { a: {} }],
    ['that is empty', '{a}', { a: ' ' }],
  ])('given a place that leads %s, when told, then the fallback tells it', (_, template, data) => {
    expect(of('x', data, template)).toMatch(/^X \(shop, 2026-05-08\)/)
  })

  test('given a template that is longer than a sentence, when told, then it is cut', () => {
    expect(of('x', { a: 'v' }, `${'y'.repeat(19_999)}{a}{a}`)).toBe(`${'y'.repeat(19_999)}v`)
    expect(of('x', { a: 'v' }, `${'y'.repeat(19_999)}[ {a}]`)).toBe(`${'y'.repeat(19_999)} `)
  })
})

test('given event types, when asked for their built-in template, then the case does not count', () => {
  expect(builtInTemplate('LogIn')).toBe(builtInTemplates.login)
  expect(builtInTemplate('none')).toBeUndefined()
  expect(builtInTemplate('constructor')).toBeUndefined()
})

test('given an event type that says nothing, when told, then its source and day still do', () => {
  expect(of('', { a: 1 })).toBe(' (shop, 2026-05-08): a is 1.')
})

test('given half of a surrogate pair, cut here or by the client, when told, then the sentence holds none', () => {
  expect(of('x', { long: '\u{1F600}'.repeat(20_000) }).isWellFormed()).toBe(true)
  expect(of('note', { text: 'a\uD83D' }, 'Said {text}.')).toBe('Said a\uFFFD.')
})
