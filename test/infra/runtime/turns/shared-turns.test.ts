// Long work of many callers takes one part in each turn of the event loop, round the apps.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { createSharedTurns, inParts } from '../../../../infra/runtime/turns/shared-turns.ts'

const of = (appId: string, userId = 'u') => ({ appId, userId })

test('given many callers, when the event loop turns, then one goes on, and the apps come in turn', async () => {
  const turns = createSharedTurns()
  const went: string[] = []
  const call = (appId: string) => void turns(of(appId)).then(() => went.push(appId))
  for (const appId of ['a', 'a', 'a', 'b']) call(appId)
  const after: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    await setImmediate()
    after.push(went.join(''))
  }
  expect(after).toEqual(['a', 'ab', 'aba', 'abaa'])
  // Nothing is left over, and nothing is held.
  call('c')
  expect(went).toHaveLength(4)
  await setImmediate()
  expect(went).toHaveLength(5)
})

describe('work in parts', () => {
  const given = () => {
    let [at, asked] = [0, 0]
    const turns = async () => void asked++
    const goOn = inParts(turns, of('a'), () => at)
    const step = async (ms: number) => {
      at += ms
      await goOn()
      return asked
    }
    return { step }
  }

  test('waits for a turn before its first part, and whenever a part is over', async () => {
    const { step } = given()
    expect(await step(0)).toBe(1)
    expect(await step(1.9)).toBe(1)
    expect(await step(0.1)).toBe(2)
    expect(await step(1.9)).toBe(2)
    expect(await step(5)).toBe(3)
  })
})
