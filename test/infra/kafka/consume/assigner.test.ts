// Which member of a group reads which partition.
import { describe, expect, test } from 'vitest'
import { assignTogether } from '../../../../infra/kafka/consume/assigner.ts'

const six = [0, 1, 2, 3, 4, 5]

const named = (...names: string[]) => names.map((name) => ({ id: `id of ${name}`, name }))
const everywhere = Array.from({ length: 12 }, (_, number) => number)

/** The member that has each partition. */
function readers(names: readonly string[], standby?: number): (string | undefined)[] {
  const assigned = assignTogether(named(...names), {
    partitionsOf: { writes: everywhere },
    standby,
  })
  return everywhere.map((partition) =>
    names.find((name) => assigned.get(`id of ${name}`)!.writes?.includes(partition)),
  )
}

describe('the assignment of a group', () => {
  test('given several topics, when assigned, then a member has the same numbers of each', () => {
    const assigned = assignTogether(named('c', 'a', 'b'), {
      partitionsOf: { writes: six, facts: six },
    })
    for (const assignment of assigned.values()) {
      expect(assignment.writes).toHaveLength(2)
      expect(assignment.facts).toEqual(assignment.writes)
    }
  })

  test('given members in any order, when assigned, then everybody computes the same', () => {
    const spread = { partitionsOf: { writes: six } }
    expect(assignTogether(named('a', 'b'), spread)).toEqual(assignTogether(named('b', 'a'), spread))
  })

  test('given more members than partitions, when assigned, then each partition has one member', () => {
    const assigned = assignTogether(named('a', 'b', 'c'), { partitionsOf: { settings: [0] } })
    expect([...assigned.values()].flatMap(({ settings = [] }) => settings)).toEqual([0])
  })

  test('given topics of different sizes, when assigned, then none is left out', () => {
    const assigned = assignTogether(named('a', 'b'), {
      partitionsOf: { writes: six, settings: [0] },
    })
    expect([...assigned.values()].flatMap(({ writes = [] }) => writes).sort()).toEqual(six)
    expect([...assigned.values()].flatMap(({ settings = [] }) => settings)).toEqual([0])
  })
})

describe('when members come and go', () => {
  const names = ['anna', 'ben', 'carla', 'daniel', 'elena']

  test.each([1, 2, 3, 4, 5])('no member of %i has two partitions more than another', (count) => {
    const all = readers(names.slice(0, count))
    const counts = names.slice(0, count).map((name) => all.filter((each) => each === name).length)
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
  })

  test('few partitions move but those of who has gone', () => {
    const before = readers(names)
    const after = readers(names.slice(1))
    const moved = everywhere.filter(
      (partition) => before[partition] !== 'anna' && before[partition] !== after[partition],
    )
    // By their number alone, nearly all of them did.
    expect(moved.length).toBeLessThanOrEqual(3)
  })

  test('members of one name are told apart by their ids', () => {
    const twins = ['one', 'two'].map((id) => ({ id, name: 'twin' }))
    const assigned = assignTogether(twins, { partitionsOf: { writes: six } })
    expect([...assigned.values()].map(({ writes }) => writes?.length)).toEqual([3, 3])
  })
})

describe('who stands by for a partition', () => {
  const names = ['anna', 'ben', 'carla', 'daniel']

  test.each(names)('has it when %s has gone, who had it', (gone) => {
    const before = readers(names)
    const first = readers(names, 1)
    const after = readers(names.filter((name) => name !== gone))
    for (const partition of everywhere.filter((each) => before[each] === gone)) {
      expect(first[partition]).toBe(after[partition])
    }
  })

  test('is another member than its owner and its other standbys', () => {
    const [before, first, second] = [readers(names), readers(names, 1), readers(names, 2)]
    for (const partition of everywhere) {
      expect(new Set([before[partition], first[partition], second[partition]]).size).toBe(3)
    }
  })

  test('is the second, when the reader and the first have gone', () => {
    const [before, first, second] = [readers(names), readers(names, 1), readers(names, 2)]
    for (const partition of everywhere) {
      const left = names.filter((name) => ![before[partition], first[partition]].includes(name))
      expect(readers(left)[partition]).toBe(second[partition])
    }
  })

  test('is missing where there are too few members', () => {
    expect(readers(['anna'], 1)).toEqual(everywhere.map(() => undefined))
    expect(readers(['anna', 'ben'], 2)).toEqual(everywhere.map(() => undefined))
  })
})
