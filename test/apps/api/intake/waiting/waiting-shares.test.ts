// Apps share the places of waiting calls by the number of writes, whatever the number of their calls.
import { expect, test } from 'vitest'
import { createWaitingShares } from '../../../../../apps/api/intake/waiting/waiting-shares.ts'

/** Enters places by name, and keeps the names of those that lost theirs. */
function given(limits: { most: number; mostOfApp: number }) {
  const shares = createWaitingShares(limits)
  const lost: string[] = []
  const enter = (appId: string, writes: number, name = `${appId} ${writes}`) =>
    shares.enter(appId, writes, () => lost.push(name))
  return { ...shares, enter, lost }
}

test('given an app that waits for as much as it may, then it has no further place, and another has', () => {
  const { enter, counts } = given({ most: 100, mostOfApp: 10 })
  expect(enter('greedy', 10)).not.toBeNull()
  expect(enter('greedy', 1)).toBeNull()
  expect(enter('other', 10)).not.toBeNull()
  expect(counts()).toEqual({ apps: 2, calls: 2, writes: 20, refused: 1, displaced: 0 })
})

test('given one call with many writes, then it counts as many', () => {
  const { enter } = given({ most: 100, mostOfApp: 10 })
  expect(enter('greedy', 11)).toBeNull()
})

test('given a place that was left, then it is free, once', () => {
  const { enter, counts } = given({ most: 10, mostOfApp: 10 })
  const leave = enter('a', 10)
  leave?.()
  leave?.()
  expect(counts()).toMatchObject({ apps: 0, calls: 0, writes: 0 })
  expect(enter('a', 10)).not.toBeNull()
})

test('given one of several places that was left, then its app may wait for as much again, and no more', () => {
  const { enter } = given({ most: 100, mostOfApp: 10 })
  enter('a', 4)
  const leave = enter('a', 6)
  leave?.()
  expect(enter('a', 7)).toBeNull()
  expect(enter('a', 6)).not.toBeNull()
})

test('given all places taken, then who holds most loses the newest of theirs to who holds less', () => {
  const { enter, lost, counts } = given({ most: 10, mostOfApp: 10 })
  enter('some', 2, 'of another')
  enter('greedy', 4, 'first')
  enter('greedy', 4, 'second')
  expect(enter('late', 2)).not.toBeNull()
  expect(lost).toEqual(['second'])
  expect(counts()).toMatchObject({ apps: 3, calls: 3, writes: 8 })
})

test('given all places taken in equal parts, then none takes a place of another', () => {
  const { enter, lost } = given({ most: 10, mostOfApp: 10 })
  enter('a', 5)
  enter('b', 5)
  expect(enter('c', 5)).toBeNull()
  expect(enter('a', 1)).toBeNull()
  expect(lost).toEqual([])
})

test('given others who cannot make enough room, then none of them loses a place', () => {
  const { enter, lost, counts } = given({ most: 6, mostOfApp: 6 })
  for (let n = 1; n <= 4; n++) enter('greedy', 1)
  enter('some', 2)
  expect(enter('late', 3)).toBeNull()
  expect(lost).toEqual([])
  expect(counts()).toEqual({ apps: 2, calls: 5, writes: 6, refused: 1, displaced: 0 })
})

test('given several apps that hold more, then each loses its newest until there is room', () => {
  const { enter, lost, counts } = given({ most: 11, mostOfApp: 11 })
  for (let n = 1; n <= 3; n++) enter('a', 2, `a ${n}`)
  enter('b', 2)
  enter('b', 3)
  expect(enter('late', 4)).not.toBeNull()
  expect(lost).toEqual(['a 3', 'b 3'])
  expect(counts()).toMatchObject({ apps: 3, calls: 4, writes: 10, displaced: 2 })
})

test('given one call with more writes than all may wait for, then it is refused, and takes no place of another', () => {
  const { enter, lost, counts } = given({ most: 10, mostOfApp: 100 })
  expect(enter('first', 11)).toBeNull()
  enter('greedy', 10)
  expect(enter('late', 11)).toBeNull()
  expect(lost).toEqual([])
  expect(counts()).toEqual({ apps: 1, calls: 1, writes: 10, refused: 2, displaced: 0 })
})

test('given two that hold the most, then the one that came first loses its newest', () => {
  const { enter, lost } = given({ most: 10, mostOfApp: 10 })
  enter('a', 5)
  enter('b', 5)
  enter('late', 1)
  expect(lost).toEqual(['a 5'])
})

test('given one place that is not enough, then the greediest loses several, and each is told', () => {
  const { enter, lost, counts } = given({ most: 6, mostOfApp: 6 })
  for (const name of ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
    enter('greedy', 1, name)
  expect(enter('late', 2)).not.toBeNull()
  expect(lost).toEqual(['sixth', 'fifth'])
  expect(counts()).toEqual({ apps: 2, calls: 5, writes: 6, refused: 0, displaced: 2 })
})

test('given no other limits, then an app has two and a half calls with as many writes as a call may name', () => {
  const { enter, counts } = createWaitingShares()
  const none = () => undefined
  for (const app of ['a', 'b', 'c', 'd']) {
    expect(enter(app, 250, none)).not.toBeNull()
    expect(enter(app, 1, none)).toBeNull()
  }
  expect(counts()).toMatchObject({ apps: 4, calls: 4, writes: 1_000 })
  expect(enter('e', 1, none)).not.toBeNull()
  expect(counts()).toMatchObject({ calls: 4, writes: 751, displaced: 1 })
})

test('given one that lost its place, when it leaves, then no other’s place is counted as free', () => {
  const { enter, counts } = given({ most: 2, mostOfApp: 2 })
  const leave = enter('greedy', 2)
  enter('late', 1)
  leave?.()
  expect(counts()).toMatchObject({ apps: 1, calls: 1, writes: 1 })
})
