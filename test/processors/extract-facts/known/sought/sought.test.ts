// Which known facts a statement ends, corrects or retracts by its words.
import { describe, expect, test } from 'vitest'
import type { Sought } from '../../../../../infra/ports/language-model.ts'
import { createFactIndex, currentFact } from '../../../../../processors/extract-facts/evolve.ts'
import {
  corrected,
  endedBy,
  inPlaceOf,
  isRetraction,
  retractedBy,
} from '../../../../../processors/extract-facts/known/sought/sought.ts'
import type { ReadFact } from '../../../../../processors/extract-facts/read-fact.ts'
import { AT } from '../../../../contracts/given.ts'
import { itemDocument } from '../../../../contracts/memory-documents.ts'

const USER = { appId: 'app', userId: 'anna' }

const fact = (id: string, item: object) =>
  currentFact(
    { ...itemDocument(USER, { id }).item, subject: 'user', ...item },
    { fingerprint: id, slot: null, ...item },
  )
const index = (...facts: readonly ReturnType<typeof fact>[]) =>
  createFactIndex(new Map(facts.map((each) => [each.id, each])), { said: AT, received: AT })
const ended = (sought: Partial<Sought>, facts: ReturnType<typeof index>) => {
  const seeks = [{ kind: 'ends', subject: 'user', words: [], value: null, ...sought }] as const
  return endedBy({ seeks }, facts).map(({ id }) => id)
}

test('given an attribute that is sought, then facts with its words under another one stay', () => {
  const facts = index(
    fact('mia', { attribute: 'partner', value: 'Mia', text: 'My wife is called Mia.' }),
    fact('home', { attribute: 'home', value: 'Rome', text: 'My wife and I live in Rome.' }),
  )
  expect(ended({ attribute: 'partner', words: [['wife']] }, facts)).toEqual(['mia'])
  expect(ended({ words: [['wife']] }, facts)).toEqual(['mia', 'home'])
})

test('given that one of them is gone, then what counts several holds', () => {
  const facts = index(
    fact('one', { attribute: 'does live', value: 'with', text: 'I live with my roommate.' }),
    fact('two', { attribute: 'does live', value: 'with', text: 'I live with my two roommates.' }),
    fact('own', { attribute: 'does live', value: 'with', text: 'My two cats hate my roommate.' }),
  )
  expect(ended({ words: [['roommate']], one: 'roommate' }, facts)).toEqual(['one', 'own'])
  expect(ended({ words: [['roommate']] }, facts)).toEqual(['one', 'two', 'own'])
})

test('given a list, when one thing of it ends, then it stands unless the statement names the others', () => {
  const known = (text: string) =>
    index(fact('list', { attribute: 'does play', value: 'both', text }))
  const seeks = [{ kind: 'ends', subject: 'user', words: [['drums']], value: null }] as const
  const after = (text: string, list: string) => endedBy({ seeks, text }, known(list)).length
  const list = 'I play the guitar and the drums.'
  expect(after('I gave up the drums.', list)).toBe(0)
  expect(after('I gave up the drums and the guitar.', list)).toBe(1)
  expect(after('I gave up the drums.', 'I play the drums and the guitar.')).toBe(0)
  expect(after('I gave up the drums.', 'I play the drums every day and night.')).toBe(1)
  expect(after('I gave up the drums.', 'I play the drums on Mondays and chess on Fridays.')).toBe(0)
  expect(after('I gave up the drums.', 'I play two drums, a snare and a tom.')).toBe(1)
  expect(after('I gave up the drums.', 'I play the drums and I love it.')).toBe(1)
  const twoTimes = 'In the morning I jog and in the evening I play the drums.'
  expect(after('I gave up the drums.', twoTimes)).toBe(0)
  const twoDays = 'I play the drums on Mondays and I swim on Fridays.'
  expect(after('I gave up the drums.', twoDays)).toBe(0)
  expect(after('I gave up the drums.', 'I play the drums and I swim on Fridays.')).toBe(1)
})

test('given a misspelt place, then the place that was told with a preposition was meant', () => {
  const facts = index(
    fact('work', { attribute: 'does work', value: 'in Gera', text: 'I work in Gera.' }),
  )
  const corrects = { kind: 'corrects', subject: 'user', words: [], value: null } as const
  expect(endedBy({ seeks: [corrects], value: 'Jera' }, facts).map(({ id }) => id)).toEqual(['work'])
  expect(endedBy({ seeks: [corrects], value: 'Paris' }, facts)).toEqual([])
})

test('given a correction of an attribute, then the only fact that has it ends, and none of several', () => {
  const name = (id: string) => fact(id, { subject: "user's sister", attribute: 'name', value: id })
  const corrects = { kind: 'corrects', subject: "user's sister", attribute: 'name' } as const
  expect(ended(corrects, index(name('eva'), fact('age', { attribute: 'age' })))).toEqual(['eva'])
  expect(ended(corrects, index(name('eva'), name('ida')))).toEqual([])
})

test('given a correction of an attribute and words, then the only fact that says them ends', () => {
  const is = (id: string, text: string) => fact(id, { attribute: 'is', value: id, text })
  const facts = index(is('grey', 'My car is grey.'), is('red', 'My bike is red.'))
  const corrects = { kind: 'corrects', attribute: 'is' } as const
  expect(ended({ ...corrects, words: [['car']] }, facts)).toEqual(['grey'])
  expect(ended(corrects, facts)).toEqual([])
})

test('given the word that was wrong, then the last fact of the subject that says it ends', () => {
  const said = (id: string, item: object = {}) =>
    fact(id, { attribute: 'is', value: id, text: 'Allergic to cats.', ...item })
  const facts = index(
    said('first', { createdAt: '2026-01-01T00:00:00Z' }),
    said('last', { createdAt: '2026-01-02T00:00:00Z' }),
    said('anna', { subject: 'anna', createdAt: '2026-01-03T00:00:00Z' }),
    said('plain', { attribute: null, createdAt: '2026-01-03T00:00:00Z' }),
  )
  const corrects = { kind: 'corrects', words: [['cats']] } as const
  expect(ended(corrects, facts)).toEqual(['last'])
  const ofNone = index(said('free', { subject: null }))
  expect(ended({ ...corrects, subject: null }, ofNone), 'where no subject is told').toEqual([])
  expect(ended({ ...corrects, words: [['dogs']] }, facts)).toEqual([])
  const seeks = [{ ...corrects, subject: 'user', value: null }]
  expect(endedBy({ seeks, exclusive: true }, facts), 'it has taken a place').toEqual([])
})

test('given another value of a thing, then the only fact that states one of its shape ends', () => {
  const is = (id: string, text: string) => fact(id, { attribute: 'is', value: id, text })
  const door = is('door', 'The door code is 4471.')
  const now = { kind: 'replaces', subject: null, words: [['code']] } as const
  const by = { shape: 'code', value: '9035' }
  expect(ended({ ...now, by }, index(door, is('word', 'The code word is tulip.')))).toEqual([
    'door',
  ])
  expect(ended({ ...now, by }, index(door, is('gate', 'The gate code is 1234.')))).toEqual([])
  expect(ended({ ...now, by: { shape: 'code', value: '4471' } }, index(door))).toEqual([])
  expect(ended({ ...now, by: { shape: 'day', value: 'Friday' } }, index(door))).toEqual([])
  const pair = is('pair', 'The door code is 4471 or 5582.')
  expect(ended({ ...now, by }, index(pair)), 'nothing tells which').toEqual([])
})

test('given more than 50 facts with the words, then nothing tells which of them has another value now', () => {
  const is = (n: number) =>
    fact(`${n}`, { attribute: 'is', value: `${n}`, text: n ? 'The code.' : 'The code is 4471.' })
  const all = (count: number) => index(...Array.from({ length: count }, (_, n) => is(n)))
  const by = { shape: 'code', value: '9035' }
  const now = { kind: 'replaces', subject: null, words: [['code']], by } as const
  expect(ended(now, all(50))).toEqual(['0'])
  expect(ended(now, all(51))).toEqual([])
})

test('given another place of a thing, then a name that is part of the thing is none', () => {
  const meeting = fact('meeting', {
    attribute: 'is',
    value: 'on Teams',
    text: 'The meeting with Bob is on Teams.',
  })
  const words = [['meeting'], ['bob']]
  const by = { shape: 'place', value: 'Zoom' }
  expect(ended({ kind: 'replaces', subject: null, words, by }, index(meeting))).toEqual(['meeting'])
})

test('given "I meant year 5", then the last fact with another value of that kind ends, unless its attribute is known', () => {
  const year = (id: string, createdAt: string) =>
    fact(id, {
      subject: `user's ${id}`,
      attribute: 'school year',
      text: `${id}: year 4.`,
      createdAt,
    })
  const facts = index(
    year('son', '2026-01-02T00:00:00Z'),
    year('niece', '2026-01-01T00:00:00Z'),
    fact('room', { attribute: 'is', text: 'I am in room 4.', createdAt: '2026-01-03T00:00:00Z' }),
  )
  const by = { shape: 'numbered year', value: 'year 5' }
  const corrects = { kind: 'corrects', subject: null, words: [], value: null, by } as const
  const endedIds = (exclusive: boolean, words: string[][] = []) =>
    endedBy({ seeks: [{ ...corrects, words }], exclusive }, facts).map(({ id }) => id)
  expect(endedIds(false)).toEqual(['son'])
  expect(endedIds(false, [['niece']])).toEqual(['niece'])
  expect(endedIds(true)).toEqual([])
})

test('given words that are over, then only what can end does: a state about the subject that does not deny it', () => {
  const car = (id: string, item: object = {}) =>
    fact(id, { attribute: 'car', value: id, text: `The ${id} is a car.`, ...item })
  const facts = index(
    car('Civic'),
    car('Golf', { subject: 'Ada' }),
    car('gone', { value: 'none' }),
    car('denied', { value: 'no' }),
    car('plain', { attribute: null }),
  )
  const words = [['car']]
  expect(ended({ words }, facts)).toEqual(['Civic'])
  expect(ended({ words, subject: null }, facts)).toEqual(['Civic', 'Golf'])
  expect(ended({ words, value: 'no' }, facts)).toEqual(['denied'])
})

test('given more than six ends in one sentence, then the first six are followed', () => {
  const pets = ['cat', 'dog', 'fox', 'hen', 'pig', 'emu', 'yak']
  const facts = index(...pets.map((id) => fact(id, { attribute: 'pet', value: id, text: id })))
  const ends = { kind: 'ends', subject: 'user', value: null } as const
  const seeks = pets.map((pet) => ({ ...ends, words: [[pet]] }))
  expect(endedBy({ seeks }, facts).map(({ id }) => id)).toEqual(pets.slice(0, 6))
  expect(endedBy({}, facts)).toEqual([])
})

describe('a value that was told wrongly', () => {
  const name = (id: string, value: string, item: object = {}) =>
    fact(id, { subject: `user's ${id}`, attribute: 'name', value, ...item })
  const graham = name('boss', 'Graham')
  const wrong = { kind: 'corrects', subject: null, words: [['graham']] } as const

  test('given its words alone, then the only fact that has the value ends, whatever it is about', () => {
    expect(ended(wrong, index(graham, name('son', 'Tim')))).toEqual(['boss'])
    expect(ended(wrong, index(graham, name('son', 'Graham')))).toEqual([])
    expect(ended(wrong, index(graham, name('son', 'Graham', { attribute: null })))).toEqual([
      'boss',
    ])
    expect(ended({ ...wrong, words: [['tim']] }, index(graham))).toEqual([])
  })

  test('given whom or what it is about, or that it has a shape, then it is not sought by its value', () => {
    const facts = index(graham)
    expect(ended({ ...wrong, subject: "user's boss" }, facts)).toEqual([])
    expect(ended({ ...wrong, attribute: 'nickname' }, facts)).toEqual([])
    expect(ended({ ...wrong, by: { shape: 'clock', value: 'noon' } }, facts)).toEqual([])
  })

  test('given a correction that has taken the place of another fact, then nothing else ends', () => {
    expect(endedBy({ seeks: [{ ...wrong, value: null }], exclusive: true }, index(graham))).toEqual(
      [],
    )
  })
})

test('given that a thing has another value, but no value, then nothing ends', () => {
  const door = fact('door', { attribute: 'is', value: '4471', text: 'The door code is 4471.' })
  const now = { kind: 'replaces', subject: null, words: [['code']] } as const
  expect(ended(now, index(door))).toEqual([])
  const by = { shape: 'code', value: '9035' }
  const none = fact('none', { attribute: 'is', value: 'none', text: 'No code 1234 any more.' })
  expect(ended({ ...now, by }, index(door, none)), 'what ended has no value').toEqual(['door'])
  expect(ended({ ...now, by, words: [['4471']] }, index(door)), 'said with it').toEqual(['door'])
})

test('given another place, then a place of which only a part was said is one', () => {
  const text = 'The party is at Bob Hall.'
  const party = fact('party', { attribute: 'is', value: 'Bob Hall', text })
  const words = [['party'], ['bob']]
  const by = { shape: 'place', value: 'Zoom' }
  expect(ended({ kind: 'replaces', subject: null, words, by }, index(party))).toEqual(['party'])
})

test('given "I meant year 5" and words, then of the facts that hold and have such a value the last said ends', () => {
  const on = (id: string, day: number, text: string, item: object = {}) =>
    fact(id, { attribute: 'is', text, createdAt: `2026-01-0${day}T00:00:00Z`, ...item })
  const corrects = { kind: 'corrects', subject: null, words: [['tim']] } as const
  const year = { ...corrects, by: { shape: 'numbered year', value: 'year 5' } }
  const tim = on('tim', 2, 'Tim is in year 4 and room 3.')
  expect(ended(year, index(tim, on('early', 1, 'Tim, year 3.')))).toEqual(['tim'])
  expect(ended(year, index(tim, on('beside', 2, 'Tim, year 3.')))).toEqual(['beside'])
  expect(ended(year, index(tim, on('over', 3, 'Tim, year 2.', { value: 'none' })))).toEqual(['tim'])
  expect(ended(year, index(tim, on('other', 3, 'Tim runs 5 km.')))).toEqual(['tim'])
  expect(ended(year, index(tim, on('same', 3, 'Tim, year 5.'))), 'the same value').toEqual([])
  expect(ended(year, index(on('other', 3, 'Tim is tall.')))).toEqual([])
})

const seeking = (kind: Sought['kind'], words: string[][], more: Partial<Sought> = {}) => [
  { kind, subject: 'user', words, value: null, ...more },
]

describe('what the user wants forgotten', () => {
  const long = (words: number) => Array.from({ length: words }, () => 'coffee').join('  ')

  test('given its words, then short facts end, with or without an attribute, and whether they hold', () => {
    const facts = index(
      fact('likes', { attribute: 'opinion of coffee', text: 'I like coffee.' }),
      fact('none', { attribute: 'drink', value: 'none', text: 'No coffee.' }),
      fact('said', { attribute: null, text: 'We had coffee.' }),
      fact('short', { text: long(25) }),
      fact('long', { text: long(26) }),
      fact('tea', { text: 'I like tea.' }),
    )
    const seeks = seeking('retracts', [['coffee']])
    expect(retractedBy({ seeks }, facts).map(({ id }) => id)).toEqual([
      'likes',
      'none',
      'said',
      'short',
    ])
    expect(retractedBy({ seeks: seeking('ends', [['coffee']]) }, facts)).toEqual([])
    expect(retractedBy({}, facts)).toEqual([])
  })

  test('given a fact, then it is a retraction if anything that it seeks is', () => {
    expect(isRetraction({ seeks: seeking('retracts', []) })).toBe(true)
    expect(isRetraction({ seeks: [...seeking('ends', []), ...seeking('retracts', [])] })).toBe(true)
    expect([isRetraction({ seeks: seeking('ends', []) }), isRetraction({})]).toEqual([false, false])
  })
})

describe('the place of a correction', () => {
  const placed = (id: string, day: number, item: object = {}) => {
    const said = {
      attribute: `${id} of`,
      value: `old ${id}`,
      createdAt: `2026-01-0${day}T00:00:00Z`,
    }
    return fact(id, { slot: `slot of ${id}`, ...said, ...item })
  }
  const facts = index(
    placed('home', 1),
    placed('town', 2),
    placed('beside', 2),
    placed('count', 3, { value: 'old 7' }),
    placed('hers', 4, { subject: 'Ada' }),
    placed('free', 5, { slot: null, value: 'old free' }),
    placed('void', 6, { value: null }),
  )
  const read = (seeks: readonly Sought[], more: Partial<ReadFact> = {}) =>
    ({
      subject: 'me',
      attribute: 'x',
      value: 'Porto',
      exclusive: false,
      seeks,
      ...more,
    }) as ReadFact
  const of = (fact_: ReadFact) => {
    const { subject, attribute, value, exclusive } = corrected(fact_, facts)
    return [subject, attribute, value, exclusive]
  }

  test('given the wrong value, then it is that of the last fact in a place with it, words for words', () => {
    expect(of(read(seeking('corrects', [['old']])))).toEqual(['user', 'beside of', 'Porto', true])
    expect(of(read(seeking('corrects', [['home']])))).toEqual(['user', 'home of', 'Porto', true])
    expect(of(read(seeking('corrects', [['old']]), { value: '9' }))).toEqual([
      ...['user', 'count of', '9', true],
    ])
    const anyone = seeking('corrects', [['old']], { subject: null })
    expect(of(read(anyone))).toEqual(['Ada', 'hers of', 'Porto', true])
  })

  test('given no words, then it is that of the last fact about the subject', () => {
    expect(of(read(seeking('corrects', [])))).toEqual(['user', 'beside of', 'Porto', true])
    expect(of(read(seeking('corrects', []), { value: '9' }))).toEqual([
      'user',
      'count of',
      '9',
      true,
    ])
    const none = read(seeking('corrects', []), { value: null })
    expect(of(none)).toEqual(['user', 'beside of', null, true])
  })

  test('given nothing that was wrong, then it has no place and no value', () => {
    expect(of(read(seeking('corrects', [['new']])))).toEqual(['me', null, null, false])
  })

  test('given that it corrects nothing, says which attribute, or has a place, then it stays as it is', () => {
    const asIs = (fact_: ReadFact) => expect(corrected(fact_, facts)).toBe(fact_)
    asIs(read(seeking('ends', [['old']])))
    asIs(read(seeking('corrects', [['old']], { attribute: 'home of' })))
    asIs(read(seeking('corrects', [['old']]), { exclusive: true }))
    const { seeks: _, ...sayingNothing } = read([])
    asIs(sayingNothing)
  })
})

test('given what takes the place of another, then it is told of the same thing, unless that one has no attribute', () => {
  const by = { shape: 'money', value: '980 euros' }
  const seeks = [{ kind: 'replaces', subject: null, words: [['rent']], value: null, by }] as const
  const said = { attribute: null, subject: 'user', value: null, exclusive: false, seeks }
  const raised = {
    ...said,
    text: 'The landlord put my rent up to 980 euros.',
  } as unknown as ReadFact
  const rent = fact('rent', { attribute: 'rent', value: '900 euros', slot: 'user rent' })
  const given = (said_: ReadFact, ...former: readonly ReturnType<typeof fact>[]) =>
    inPlaceOf(said_, new Set(former), index(...former))
  expect(given(raised, rent)).toMatchObject({
    attribute: 'rent',
    value: '980 euros',
    exclusive: true,
  })
  expect(given(raised, fact('rent', { attribute: null, value: null }))).toBe(raised)
  expect(given(raised, rent, fact('flat', { attribute: 'flat' }))).toBe(raised)
  const over = [...seeks, { kind: 'ends', subject: null, words: [['rent']], value: null } as const]
  const also = { ...raised, seeks: over }
  expect(given(also, rent)).toBe(also)
  const told = fact('rent', { attribute: 'rent', value: '900', text: 'My rent is 900 euros.' })
  expect(given(also, told)).toMatchObject({ attribute: 'rent', value: '980 euros' })
})
