// Concurrent questions share requests.
import { expect, test } from 'vitest'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { createRequestBatcher } from '../../../../infra/runtime/wait/request-batcher.ts'

/** Requests that wait until the test answers them. */
function requests() {
  const sent: { asked: number[]; answer: (answers: (string | Error)[]) => void }[] = []
  const send = (asked: number[]) =>
    new Promise<(string | Error)[]>((resolve) => {
      sent.push({ asked, answer: resolve })
    })
  return { sent, send }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))
const same = (asked: readonly number[]) => asked.map(String)

test('given questions of one turn, when asked, then they go together, and each gets its own answer', async () => {
  const { sent, send } = requests()
  const ask = createRequestBatcher(send, { atATime: 1, most: 10 })
  const answers = Promise.all([1, 2, 3].map(ask))
  await turn()
  expect(sent.map(({ asked }) => asked)).toEqual([[1, 2, 3]])
  sent[0]!.answer(same(sent[0]!.asked))
  expect(await answers).toEqual(['1', '2', '3'])
})

test('given as many requests under way as may be, when more is asked, then it waits and goes together', async () => {
  const { sent, send } = requests()
  const ask = createRequestBatcher(send, { atATime: 1, most: 2 })
  const first = ask(1)
  await turn()
  const rest = Promise.all([2, 3, 4].map(ask))
  await turn()
  expect(sent).toHaveLength(1)
  for (let n = 0; n < 3; n++) {
    sent[n]!.answer(same(sent[n]!.asked))
    await turn()
  }
  expect(sent.map(({ asked }) => asked)).toEqual([[1], [2, 3], [4]])
  expect([await first, ...(await rest)]).toEqual(['1', '2', '3', '4'])
})

test('given an answer that is an error, when it comes, then it is that question’s alone', async () => {
  const { sent, send } = requests()
  const ask = createRequestBatcher(send, { atATime: 1, most: 10 })
  const answers = Promise.allSettled([1, 2].map(ask))
  await turn()
  sent[0]!.answer([new Error('no'), '2'])
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

test('given a request that fails, when it has failed, then all in it meet it, and the next ones go on', async () => {
  let fails = true
  const ask = createRequestBatcher(
    async (asked: number[]) => {
      if (fails) throw new Error('down')
      return same(asked)
    },
    { atATime: 1, most: 10 },
  )
  const met = await Promise.allSettled([1, 2].map(ask))
  expect(met.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await ask(3)).toBe('3')
})

test('given a request that is refused, when it held several, then each goes alone and one is to blame', async () => {
  const { sent, send } = requests()
  const refusing = async (asked: number[]) => {
    const answers = send(asked)
    sent.at(-1)!.answer(same(asked))
    if (asked.includes(2)) throw new Error('too much')
    return answers
  }
  const ask = createRequestBatcher(refusing, { atATime: 1, most: 10 })
  const answers = await Promise.allSettled([1, 2, 3].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(sent.map(({ asked }) => asked)).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('given an outage, when a request held several, then all are told at once', async () => {
  let requests = 0
  const down = async () => {
    requests++
    throw new Outage('down')
  }
  const ask = createRequestBatcher(down, { atATime: 1, most: 10 })
  const answers = await Promise.allSettled([1, 2, 3].map(ask))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(requests).toBe(1)
})

test('given two requests that may be under way, when more is asked, then never more than two, and each answer brings the next', async () => {
  const { sent, send } = requests()
  const ask = createRequestBatcher(send, { atATime: 2, most: 1 })
  const answers = Promise.all([1, 2, 3, 4].map(ask))
  await turn()
  expect(sent.map(({ asked }) => asked)).toEqual([[1], [2]])
  const late = ask(5)
  await turn()
  expect(sent).toHaveLength(2)
  for (let n = 0; n < 5; n++) {
    sent[n]!.answer(same(sent[n]!.asked))
    await turn()
    expect(sent).toHaveLength(Math.min(5, n + 3))
  }
  expect([...(await answers), await late]).toEqual(['1', '2', '3', '4', '5'])
})

test('given nothing under way, when asked turn after turn, then each turn has its request', async () => {
  const { sent, send } = requests()
  const ask = createRequestBatcher(send, { atATime: 9, most: 9 })
  void ask(1)
  await turn()
  void ask(2)
  await turn()
  expect(sent.map(({ asked }) => asked)).toEqual([[1], [2]])
})

/** A place rests three times as long as its request took, until the test ends the rest. */
function resting(most: number) {
  const rested: { ms: number; over: () => void }[] = []
  const clock = { now: 0 }
  const pacing = {
    now: () => clock.now,
    pause: (ms: number) => new Promise<void>((over) => void rested.push({ ms, over })),
  }
  const { sent, send } = requests()
  const ask = createRequestBatcher(send, { atATime: 1, most, restMs: (ms) => ms * 3, pacing })
  const answer = async (n: number, afterMs: number) => {
    clock.now += afterMs
    sent[n]!.answer(same(sent[n]!.asked))
    await turn()
  }
  return { ask, sent, answer, rested }
}

test('given rests, when a request has ended, then its place is free after as long as the time that took tells', async () => {
  const { ask, sent, answer, rested } = resting(10)
  const first = ask(1)
  await turn()
  await answer(0, 10)
  expect(await first).toBe('1')
  const rest = [ask(2), ask(3)]
  await turn()
  expect([rested.map(({ ms }) => ms), sent.length]).toEqual([[30], 1])
  rested[0]!.over()
  await turn()
  expect(sent[1]!.asked).toEqual([2, 3])
  await answer(1, 10)
  expect(await Promise.all(rest)).toEqual(['2', '3'])
})

test('given rests, when as much waits as a request may ask, then it goes without one', async () => {
  const { ask, sent, answer, rested } = resting(2)
  const answers = [ask(1), ask(2), ask(3), ask(4), ask(5)]
  await turn()
  await answer(0, 10)
  expect([sent.map(({ asked }) => asked), rested.length]).toEqual([
    [
      [1, 2],
      [3, 4],
    ],
    0,
  ])
  await answer(1, 10)
  expect(rested.map(({ ms }) => ms)).toEqual([30])
  rested[0]!.over()
  await turn()
  await answer(2, 10)
  expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4', '5'])
})
