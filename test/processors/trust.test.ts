// The order of trust.
import { describe, expect, it, test } from 'vitest'
import { leastTrusted, mayClose, outranks } from '../../processors/trust.ts'
import { channels } from '../../schemas/channels.ts'

const LESS_THAN_THE_USER = ['partner', 'webhook', 'document', 'assistant', 'tool'] as const

describe('what may close what the user said', () => {
  it.each(LESS_THAN_THE_USER)('is not a %s, unless the app trusts it', (by) => {
    expect(mayClose({ by, of: 'user' })).toBe(false)
    expect(mayClose({ by, of: 'app' })).toBe(false)
    expect(mayClose({ by: 'user', of: by })).toBe(true)
    expect(mayClose({ by, of: 'user' }, [by])).toBe(true)
    expect(mayClose({ by: 'user', of: by }, [by])).toBe(true)
    expect(outranks('user', by)).toBe(true)
  })

  it('is the user and the application', () => {
    expect(mayClose({ by: 'app', of: 'user' })).toBe(true)
    expect(mayClose({ by: 'user', of: 'app' })).toBe(true)
  })
})

test('given a trusted tool, when a document says otherwise, then it does not close what the tool said', () => {
  expect(mayClose({ by: 'document', of: 'tool' }, ['tool'])).toBe(false)
  expect(outranks('document', 'tool')).toBe(true)
})

test('given the channels in their order, when compared, then none before another is trusted less', () => {
  for (const [n, before] of channels.entries()) {
    for (const after of channels.slice(n)) expect(outranks(after, before)).toBe(false)
  }
})

test('given some channels, when asked, then the least trusted one counts, and of none the last of all', () => {
  expect(leastTrusted(['user', 'document', 'app'])).toBe('document')
  expect(leastTrusted(['assistant', 'tool'])).toBe('tool')
  // As many as a content has utterances.
  expect(leastTrusted(new Array(500_000).fill('user'))).toBe('user')
  expect(leastTrusted([])).toBe('tool')
})

test('the order of trust is this: what stands in one line closes each other, and what stands below', () => {
  const order = [
    ['user', 'app'],
    ['partner', 'webhook'],
    ['document'],
    ['assistant', 'tool'],
  ] as const
  for (const [above, some] of order.entries()) {
    for (const [below, others] of order.entries()) {
      for (const by of some) {
        for (const of of others) {
          expect([by, of, mayClose({ by, of })]).toEqual([by, of, above <= below])
          expect([by, of, outranks(by, of)]).toEqual([by, of, above < below])
        }
      }
    }
  }
})
