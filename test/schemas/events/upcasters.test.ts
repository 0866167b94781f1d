// Old versions are upcast one step at a time; each step knows only the next version.
import { describe, expect, it } from 'vitest'
import { readings, type Upcasters, upcast } from '../../../schemas/events/upcasters.ts'

/** Made up: version 2 has first and last names, version 3 seals the last one. */
const upcasters: Upcasters = {
  NameGiven: {
    1: ({ open: { name }, sealed }) => {
      const [first, last] = String(name).split(' ')
      return { open: { first, last }, sealed }
    },
    2: ({ open: { last, ...open } }) => ({ open, sealed: { last } }),
  },
}
const newest = { open: { first: 'Ada' }, sealed: { last: 'Lovelace' } }

describe('upcast', () => {
  it('given the oldest version then every step is taken', () => {
    const parts = { open: { name: 'Ada Lovelace' }, sealed: null }
    expect(upcast('NameGiven', 1, { parts, upcasters })).toEqual(newest)
  })

  it('given a later version then only the steps after it are taken', () => {
    const parts = { open: { first: 'Ada', last: 'Lovelace' }, sealed: null }
    expect(upcast('NameGiven', 2, { parts, upcasters })).toEqual(newest)
  })

  it('given the newest version, or another type, then nothing is changed', () => {
    expect(upcast('NameGiven', 3, { parts: newest, upcasters })).toBe(newest)
    expect(upcast('NameTaken', 1, { parts: newest, upcasters })).toBe(newest)
  })

  it('given a version to lift then what was read is not changed', () => {
    const parts = Object.freeze({ open: Object.freeze({ name: 'Ada Lovelace' }), sealed: null })
    expect(upcast('NameGiven', 1, { parts, upcasters })).toEqual(newest)
    expect(parts.open.name).toBe('Ada Lovelace')
  })
})

describe('readings', () => {
  it('given an old version then it is told as it was written and as each version since reads it', () => {
    const parts = { open: { name: 'Ada Lovelace' }, sealed: null }
    const second = { open: { first: 'Ada', last: 'Lovelace' }, sealed: null }
    expect(readings('NameGiven', 1, { parts, upcasters })).toEqual([parts, second, newest])
    expect(readings('NameGiven', 3, { parts: newest, upcasters })).toEqual([newest])
  })
})

describe('what was released', () => {
  it.each([
    ['conversation', 'user'],
    ['event', 'app'],
    ['document', 'document'],
  ])(
    'given a fact of a %s without a channel then it counts as the %s’s',
    (contentType, channel) => {
      const parts = { open: { contentType }, sealed: { text: 'Hi.' } }
      expect(upcast('FactAsserted', 1, { parts })).toMatchObject({
        open: { contentType, channel },
        sealed: { text: 'Hi.', saidBy: null },
      })
      expect(upcast('FactAsserted', 1, { parts: { ...parts, sealed: null } }).sealed).toBeNull()
    },
  )

  it.each([
    ['conversation', '~r'],
    ['document', '=r'],
    ['event', '=r'],
  ])(
    'given a fact of a %s without a thread then its write is one, in which it stands where it stood',
    (contentType, threadId) => {
      const open = { contentType, resourceId: 'r', ordinal: 4 }
      const lifted = upcast('FactAsserted', 2, { parts: { open, sealed: null } })
      const nothingGiven = { factType: 'fact', pinned: false }
      expect(lifted).toEqual({
        open: { ...open, threadId, place: 4, ...nothingGiven },
        sealed: null,
      })
    },
  )

  it.each(['ApiKeyRotated', 'ApiKeyRevoked'])(
    'given a %s of a process that looked by itself then it takes effect whatever is left',
    (type) => {
      const open = { keyId: 'k' }
      expect(upcast(type, 1, { parts: { open, sealed: null } })).toEqual({
        open: { keyId: 'k', unlessLast: false },
        sealed: null,
      })
    },
  )

  it.each(['ContentStored', 'ActivityRecorded'])(
    'given a %s without its entry then it came over the API',
    (type) => {
      const parts = { open: {}, sealed: null }
      expect(upcast(type, 1, { parts })).toEqual({ open: { entry: 'api' }, sealed: null })
    },
  )

  it('given a fact of before any was given then it is a plain one, seen everywhere and not pinned', () => {
    const lifted = upcast('FactAsserted', 3, { parts: { open: {}, sealed: { text: 'Hi.' } } })
    expect(lifted).toEqual({
      open: { factType: 'fact', pinned: false },
      sealed: { text: 'Hi.', aliases: [], scopes: [] },
    })
    expect(upcast('FactAsserted', 3, { parts: { open: {}, sealed: null } }).sealed).toBeNull()
  })
})
