// The user that a message is about, in this order: the app's map, the message's own word, the provider's id.
import { describe, expect, test } from 'vitest'
import { github } from '../../../../apps/api/sources/github.ts'
import type { Message } from '../../../../apps/api/sources/source.ts'
import { understand } from '../../../../apps/api/sources/understand.ts'
import { NOW } from './given.ts'

const message: Message = {
  eventType: 'star.created',
  deliveryId: 'd',
  users: ['T1:U1', 'U1'],
  named: [],
  standIn: 'github:1',
  at: null,
  data: { repository: 'acme/app' },
  entities: [],
}
const binding = (users: Record<string, string> | null) => ({
  users: users && new Map(Object.entries(users)),
})
const of = (more: Partial<Message>, users: Record<string, string> | null) =>
  understand({
    source: github,
    appId: 'app',
    binding: binding(users),
    message: { ...message, ...more },
    now: NOW,
  })

describe('the user', () => {
  test('given a map, then the most telling id that it has decides, before what the payload says', () => {
    expect(of({ named: ['berta'] }, { U1: 'anna', 'T1:U1': 'ada' }).userId).toBe('ada')
    expect(of({ named: ['berta'] }, { U1: 'anna' }).userId).toBe('anna')
  })

  test('given a map without the user, then the payload may name one, and the provider’s id may not', () => {
    expect(of({ named: ['berta'] }, {}).userId).toBe('berta')
    expect(of({}, { other: 'anna' })).toEqual({
      userId: null,
      reason: 'the user is not in the map of the source',
    })
  })

  test('given no map, then the provider’s id stands for the user', () => {
    expect(of({}, null).userId).toBe('github:1')
    expect(of({ named: ['berta'] }, null).userId).toBe('berta')
  })

  test('given names that every object has, then they are in no map', () => {
    expect(of({ users: ['constructor', '__proto__'] }, { a: 'anna' }).userId).toBeNull()
  })

  test('given a name that is no userId, then no other user is taken for it', () => {
    expect(of({ named: ['~Anna Maria'] }, null)).toEqual({
      userId: null,
      reason: 'the user that the payload names is not a valid userId',
    })
    expect(of({ standIn: 'slack:T\n1' }, null).userId).toBeNull()
  })

  test('given no user at all, then that is the reason', () => {
    const reason = 'the payload names no user'
    expect(of({ users: [], standIn: null }, null)).toEqual({ userId: null, reason })
    const without = 'the source has no map of users, and the payload names none of ours'
    expect(of({ standIn: null }, null)).toEqual({ userId: null, reason: without })
  })
})

describe('what becomes of it', () => {
  test('given an event that is understood, then it is an activity with the words of the source', () => {
    expect(of({}, { U1: 'anna' })).toEqual({
      userId: 'anna',
      template: 'Starred {repository} on {date}.',
      activity: {
        appId: 'app',
        userId: 'anna',
        eventType: 'github.star.created',
        source: 'github',
        timestamp: NOW.toISOString(),
        data: { repository: 'acme/app' },
        suggestedCategory: 'preferences',
        suggestedEntities: [],
        importance: 'low',
      },
    })
  })

  test('given an event that is not, then the reason is kept with the user', () => {
    const reason = 'the type of event is not understood'
    expect(of({ eventType: 'toString' }, { U1: 'anna' })).toEqual({ userId: 'anna', reason })
    expect(of({ eventType: null }, {})).toEqual({ userId: null, reason })
    expect(of({ ignored: 'a bot' }, { U1: 'anna' })).toEqual({ userId: 'anna', reason: 'a bot' })
  })
})
