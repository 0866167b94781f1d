// Who reads what in a group.
import { describe, expect, test } from 'vitest'
import { assignTogether } from '../../../infra/kafka/assigner.ts'

const six = [0, 1, 2, 3, 4, 5]

describe('the assignment of a group', () => {
  test('given several topics, when assigned, then a member has the same numbers of each', () => {
    const assigned = assignTogether(['c', 'a', 'b'], { writes: six, facts: six })
    for (const assignment of assigned.values()) {
      expect(assignment.writes).toHaveLength(2)
      expect(assignment.facts).toEqual(assignment.writes)
    }
  })

  test('given members in any order, when assigned, then everybody computes the same', () => {
    const topics = { writes: six }
    expect(assignTogether(['a', 'b'], topics)).toEqual(assignTogether(['b', 'a'], topics))
  })

  test('given more members than partitions, when assigned, then each partition has one member', () => {
    const assigned = assignTogether(['a', 'b', 'c'], { settings: [0] })
    expect([...assigned.values()]).toEqual([{ settings: [0] }, {}, {}])
  })

  test('given topics of different sizes, when assigned, then none is left out', () => {
    const assigned = assignTogether(['a', 'b'], { writes: six, settings: [0] })
    expect([...assigned.values()].flatMap(({ writes = [] }) => writes).sort()).toEqual(six)
    expect([...assigned.values()].flatMap(({ settings = [] }) => settings)).toEqual([0])
  })
})
