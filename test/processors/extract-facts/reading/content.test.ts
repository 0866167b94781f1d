// Raw content with the fields of its event.
import { describe, expect, test } from 'vitest'
import { readContent, type Write } from '../../../../processors/extract-facts/reading/content.ts'
import { AT } from '../../../contracts/given.ts'
import { opens } from '../../given.ts'

const stored: Write = { type: 'ContentStored', occurredAt: AT, open: opens.contentStored }
const recorded: Write = {
  type: 'ActivityRecorded',
  occurredAt: AT,
  open: { ...opens.activityRecorded, entry: 'webhook' },
}
const activity = {
  eventType: 'hobby',
  source: 'till',
  timestamp: AT,
  data: { it: 'chess' },
  suggestedCategory: null,
  suggestedEntities: [],
}
const none = () => undefined
const told = (more: object, templateOf: (eventType: string) => string | undefined = none) =>
  readContent(recorded, JSON.stringify({ ...activity, ...more }), templateOf)

test('given a conversation, when read, then it names its speakers itself, and hints at nothing', () => {
  expect(readContent(stored, 'Ana: Hi!', none)).toMatchObject({
    contentType: 'conversation',
    importance: 'medium',
    transcript: { speakers: ['Ana'], utterances: [{ at: AT }] },
    hints: {},
    stated: [],
    entry: 'api',
    reporter: null,
  })
})

test('given an event, when read, then its source reports it, with its importance and entry', () => {
  expect(told({})).toEqual({
    contentType: 'event',
    importance: 'high',
    transcript: {
      text: 'Hobby (till, 2026-05-08): it is chess.',
      utterances: [{ speaker: null, channel: 'app', at: AT, start: 0, end: 38 }],
      speakers: [],
    },
    hints: { entities: [] },
    stated: [],
    entry: 'webhook',
    reporter: 'till',
  })
})

test('given hints, when read, then they are kept', () => {
  const suggestedEntities = [{ name: 'chess', type: 'game' }]
  expect(told({ suggestedCategory: 'fun', suggestedEntities }).hints).toEqual({
    category: 'fun',
    entities: suggestedEntities,
  })
})

test('given templates, when read, then the app’s goes before the source’s, and the source’s before the fallback', () => {
  const template = 'Played {it}.'
  expect(told({ template }).transcript.text).toBe('Played chess.')
  const own = (eventType: string) => (eventType === 'hobby' ? 'Loves {it}.' : undefined)
  expect(told({ template }, own).transcript.text).toBe('Loves chess.')
  expect(told({ template, eventType: 'other' }, own).transcript.text).toBe('Played chess.')
})

test.each([{ more: 1 }, { data: [] }, { suggestedCategory: 5 }])(
  'given an event that is none, %j, when read, then it fails',
  (more) => {
    expect(() => told(more)).toThrow()
  },
)

test('given a state, when read, then it is told where it stands; several fields are told apart', () => {
  const profile = (data: object, more: object = {}) =>
    told({ eventType: 'profile_updated', data, ...more })
  const one = profile({ email: 'a@x' })
  const end = one.transcript.text.length
  expect(one.stated).toEqual([{ attribute: 'email', value: 'a@x', start: 0, end }])
  const { transcript, stated } = profile({ email: 'a@x', theme: 'dark' })
  expect(transcript.text).toBe(
    'Profile updated (till, 2026-05-08): email is a@x.\nProfile updated (till, 2026-05-08): theme is dark.',
  )
  const shown = ({ start, end }: { start: number; end: number }) =>
    transcript.text.slice(start, end)
  expect(stated.map(shown)).toEqual(transcript.utterances.map(shown))
  expect(stated.map(({ attribute }) => attribute)).toEqual(['email', 'theme'])
  const byTemplate = profile({ email: 'a@x', theme: 'dark' }, { template: '{email} {theme}' })
  expect(byTemplate).toMatchObject({
    stated: [],
    transcript: { text: 'a@x dark', utterances: [{ channel: 'app' }] },
  })
  expect(transcript.speakers).toEqual([])
  const silent = profile({ email: 'a@x' }, { template: ' ' })
  expect(silent.stated).toEqual([{ attribute: 'email', value: 'a@x', start: 0, end: 0 }])
})

test('given several fields of one entity among others, when read, then each sentence says of which it is', () => {
  const updated = (eventType: string, data: object) =>
    told({ eventType, data }).transcript.text.split('\n')
  expect(updated('order_updated', { orderId: 17, eta: 'Monday', carrier: 'DHL' })).toEqual([
    'Order updated (till, 2026-05-08): order id is 17; eta is Monday.',
    'Order updated (till, 2026-05-08): order id is 17; carrier is DHL.',
  ])
  expect(updated('user_updated', { id: 5, email: 'a@x', theme: 'dark' })).toEqual([
    'User updated (till, 2026-05-08): email is a@x.',
    'User updated (till, 2026-05-08): theme is dark.',
  ])
})

describe('given more fields than are stated', () => {
  const read = (eventType: string, fields: number, more: object = {}) => {
    const numbered = Array.from({ length: fields }, (_, n) => [`k${n}`, n])
    const data = { ...more, ...Object.fromEntries(numbered) }
    const { transcript, stated } = told({ eventType, data })
    const sentences = transcript.utterances.map(({ start, end }) =>
      transcript.text.slice(start, end),
    )
    expect(sentences.join('\n')).toBe(transcript.text)
    expect(stated).toHaveLength(20)
    return sentences.slice(20)
  }

  test('when read, then the rest is told in one sentence', () => {
    expect(read('profile_updated', 22)).toEqual([
      'Profile updated (till, 2026-05-08): k20 is 20; k21 is 21.',
    ])
    expect(read('order_updated', 21, { orderId: 7 })).toEqual([
      'Order updated (till, 2026-05-08): order id is 7; k20 is 20.',
    ])
  })

  test('when there is no rest, then nothing else is told', () => {
    expect(read('profile_updated', 20)).toEqual([])
    expect(read('order_updated', 20, { orderId: 7 })).toEqual([])
  })
})
