// How long a user's next work waits after the last has ended.
import { expect, test } from 'vitest'
import { createRests } from '../../../../infra/runtime/turns/rests.ts'

function given(restMs: number) {
  let at = 1_000
  const rests = createRests(restMs, () => at)
  const pass = (ms: number) => {
    at += ms
  }
  return { rests, pass }
}

test('given a user whose work has ended, then the rest gets shorter until none is left, and another user has none', () => {
  const { rests, pass } = given(200)
  expect(rests.leftMs('anna')).toBe(0)
  rests.begin('anna')
  const left = [rests.leftMs('anna')]
  pass(150)
  left.push(rests.leftMs('anna'), rests.leftMs('bob'))
  pass(50)
  left.push(rests.leftMs('anna'))
  pass(1)
  expect([...left, rests.leftMs('anna')]).toEqual([200, 50, 0, 0, 0])
})

test('given users who rest, when others begin to, then only those whose rest is over are let go', () => {
  const { rests, pass } = given(200)
  rests.begin('anna')
  pass(100)
  rests.begin('bob')
  rests.begin('anna')
  pass(150)
  rests.begin('carl')
  expect([rests.leftMs('anna'), rests.leftMs('bob'), rests.leftMs('carl')]).toEqual([50, 50, 200])
  pass(60)
  rests.begin('dora')
  expect([rests.leftMs('anna'), rests.leftMs('bob'), rests.leftMs('carl')]).toEqual([0, 0, 140])
})
