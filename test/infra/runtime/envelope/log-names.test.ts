// By which names a log holds users: pseudonyms in what a forget leaves there, their own ids in what goes with it.
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { WrongMasterKey } from '../../../../infra/ports/key-store.ts'
import { ownNames } from '../../../../infra/ports/rules/own-names.ts'
import { createLogNames } from '../../../../infra/runtime/envelope/log-names.ts'
import { createOwners } from '../../../../infra/runtime/envelope/owners.ts'
import { lastingEvents } from '../../../../schemas/events/catalogue.ts'
import { NO_USER } from '../../../../schemas/events/envelope.ts'
import { newScope, storedEvent } from '../../../contracts/given.ts'

const owners = createOwners(randomBytes(32))
const names = createLogNames(owners)
const scope = newScope()
const under = [...lastingEvents, 'RecordParked']
const eventOf = (type: string) => ({ ...storedEvent(scope), type })

test.each(under)(
  'given a %s, when it is stored, then a pseudonym names its user, and the user is known again',
  (type) => {
    const event = eventOf(type)
    const stored = names.stored(event)
    expect(stored).toEqual({ ...event, userId: owners.seal(scope).userId })
    expect(JSON.stringify(stored)).not.toContain(scope.userId)
    expect(names.known(stored)).toEqual(event)
    expect(names.of(scope)).toContain(stored.userId)
  },
)

test('given an event that goes with its user, when it is stored, then it stays as it is', () => {
  const event = eventOf('ContentStored')
  expect(names.stored(event)).toBe(event)
  expect(names.known(event)).toBe(event)
  expect(names.of(scope)).toContain(scope.userId)
})

test('given an event of before, which names its user, when it is read, then it stays as it is', () => {
  const event = eventOf('MemoryForgotten')
  expect(names.known(event)).toBe(event)
})

test('given an event that is stored already, when it is copied, then its pseudonym stays', () => {
  const stored = names.stored(eventOf('MemoryErased'))
  expect(names.stored(stored)).toBe(stored)
})

test('given a dead letter of no user, when it is stored, then it has none', () => {
  const event = { ...eventOf('RecordParked'), userId: NO_USER }
  expect(names.stored(event)).toBe(event)
})

test.each([...lastingEvents])(
  'given a %s under another master key, when it is read, then that is told',
  (type) => {
    const stored = createLogNames(createOwners(randomBytes(32))).stored(eventOf(type))
    expect(() => names.known(stored)).toThrow(WrongMasterKey)
  },
)

test('given a dead letter of a partner who sent an id like a pseudonym, when it is read, then it is that id', () => {
  const event = { ...eventOf('RecordParked'), userId: '~no-pseudonym' }
  expect(names.known(event)).toBe(event)
})

test('given an event of another type with an id like a pseudonym, when it is read, then it is that id', () => {
  const event = { ...eventOf('InboxReceived'), userId: owners.seal(scope).userId }
  expect(names.known(event)).toBe(event)
})

test('given a log without pseudonyms, when a user is looked up, then by their own id alone', () => {
  const event = eventOf('MemoryForgotten')
  expect(ownNames.stored(event)).toBe(event)
  expect(ownNames.known(event)).toBe(event)
  expect(ownNames.of(scope)).toEqual([scope.userId])
})
