// Which names are people: looked up by name, whatever the number of speakers.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { peopleAmong } from '../../../../../infra/language/offline/names/people.ts'
import { MAX_FACTS } from '../../../../../infra/language/offline/sentences/join.ts'
import { counted } from '../../../../counted.ts'
import { conversation, said } from '../passages.ts'

describe('people', () => {
  const people = peopleAmong(['Anna Maria Schmidt', 'user', 'Assistant', 'Bo'])

  it.each(['anna maria schmidt', 'maria', 'ann', 'anna', 'bo'])('are known as %s', (name) => {
    expect(people.has(name)).toBe(true)
  })

  it.each(['an', 'anna maria', 'user', 'assistant', 'b', 'schmid', 'bob', ''])(
    'are not known as %j',
    (name) => {
      expect(people.has(name)).toBe(false)
    },
  )

  it('are the same as when each is asked', () => {
    const word = fc.stringMatching(/^[a-d]{1,4}$/)
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(name), name, (names, asked) => {
        const means = (person: string) =>
          person === asked ||
          person.split(' ').includes(asked) ||
          (asked.length >= 3 && !asked.includes(' ') && person.startsWith(asked))
        expect(peopleAmong(names).has(asked)).toBe(names.some(means))
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('thousands of speakers', () => {
  const names = Array.from({ length: 1_000 }, (_, n) => `S${n}a`)

  it('are read once for a passage, not for each of its names', () => {
    const speakers = counted(names)
    const text = 'I met Ana and Ben. I live in Rome. '.repeat(45)
    expect(said(text, { speakers: speakers.value }).length).toBeGreaterThan(40)
    expect(speakers.reads()).toBeLessThan(3 * names.length)
  })

  it('are people still', () => {
    const lines = names.slice(-MAX_FACTS).map((name) => [name, 'I know S7a.'] as const)
    const facts = conversation(lines, { speakers: names })
    expect(facts.at(-1)!.entities).toEqual([
      { name: 'S999a', type: 'person' },
      { name: 'S7a', type: 'person' },
    ])
  })
})
