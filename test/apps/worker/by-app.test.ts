// Work for one app is kept apart from work for another, for a bounded number of apps.
import { expect, test } from 'vitest'
import { byApp } from '../../../apps/worker/by-app.ts'

/** Each function returns its number, and how often it was called. */
function given() {
  let made = 0
  return byApp(
    (app: string) => app,
    () => {
      const number = ++made
      let asked = 0
      return () => [number, ++asked]
    },
  )
}

test('given several apps, when asked, then each has its own, made once', () => {
  const ask = given()
  expect([ask('a'), ask('b'), ask('a'), ask('b')]).toEqual([
    [1, 1],
    [2, 1],
    [1, 2],
    [2, 2],
  ])
})

test('given more apps than are kept, when asked again, then one is made again', () => {
  const ask = given()
  for (let n = 0; n < 1_000; n++) ask(`app${n}`)
  expect(ask('app0')).toEqual([1, 2])
  ask('one more')
  expect(ask('app0')).toEqual([1_002, 1])
})
