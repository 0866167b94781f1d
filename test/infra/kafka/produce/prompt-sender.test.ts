// An unreachable cluster refuses soon, and a slow one is waited for. The test controls the sender and the probe.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '../../../../infra/kafka/produce/batcher.ts'
import type { Place, Sender } from '../../../../infra/kafka/produce/producer.ts'
import { createPromptSender } from '../../../../infra/kafka/produce/prompt-sender.ts'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { eventually } from '../../../contracts/eventually.ts'
import { newScope } from '../../../contracts/given.ts'
import { cluster, missing, openLog } from '../cluster.ts'
import { idsIn, newRecord } from '../given-events.ts'
import { startProxy } from '../proxy.ts'

const message: Message = { topic: 'writes', partition: 0, key: 'k', value: null }
const place: Place = { topic: 'writes', partition: 0, offset: 7 }
const forEver = new Promise<never>(() => undefined)
/** Of the two seconds after which a client has its 503, the rest is for the earlier parts of a write. */
const REFUSED_AFTER_MS = 1_500

function scripted(ask: () => Promise<unknown>) {
  const sends: { answer: (places: Place[]) => void; withdrawn: AbortSignal }[] = []
  const inner: Sender = {
    send: (_, withdrawn) =>
      new Promise((answer) => {
        sends.push({ answer, withdrawn: withdrawn! })
      }),
    close: async () => undefined,
  }
  return { sender: createPromptSender(inner, ask, { patienceMs: 5, signOfLifeMs: 5 }), sends }
}

describe('a prompt sender', () => {
  test.each([
    ['is silent', () => forEver],
    ['refuses', () => Promise.reject(new Error('refused'))],
  ])(
    'given a cluster that %s, when sent, then it is an outage, and the call is withdrawn',
    async (_, ask) => {
      const { sender, sends } = scripted(ask)
      await expect(sender.send([message])).rejects.toMatchObject({ name: 'Outage' })
      expect(sends[0]!.withdrawn.aborted).toBe(true)
      // Later records need not wait for the refusal.
      await expect(sender.send([message])).rejects.toMatchObject({ name: 'Outage' })
      expect(sends).toHaveLength(1)
      await sender.close()
    },
  )

  test('given a cluster that falls silent, when sent, then it is refused within a second and a half', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const inner: Sender = { send: () => forEver, close: async () => undefined }
    const sender = createPromptSender(inner, () => forEver)
    const told = vi.fn()
    sender.send([message]).catch(told)
    await vi.advanceTimersByTimeAsync(REFUSED_AFTER_MS)
    expect(told.mock.calls).toMatchObject([[{ name: 'Outage' }]])
    await sender.close()
  })

  test('when made, then the cluster is asked, so that it is connected to before a send is late', () => {
    const ask = vi.fn(async () => undefined)
    scripted(ask)
    expect(ask).toHaveBeenCalledOnce()
  })

  test('given a cluster that is slow and answers, when sent, then it is waited for', async () => {
    let asked = 0
    const { sender, sends } = scripted(async () => void asked++)
    const sent = sender.send([message])
    await eventually(() => expect(asked).toBeGreaterThan(2))
    sends[0]!.answer([place])
    expect(await sent).toEqual([place])
  })

  test('given an acknowledgement while the cluster is asked, when that goes unanswered, then the next call is still sent', async () => {
    const asked = Promise.withResolvers<void>()
    const question = Promise.withResolvers<void>()
    const { sender, sends } = scripted(() => {
      asked.resolve()
      return question.promise
    })
    const first = sender.send([message])
    await asked.promise
    sends[0]!.answer([place])
    expect(await first).toEqual([place])
    question.reject(new Error('no answer'))
    // What follows from the refusal happens before the next turn.
    await nextTurn()
    const second = sender.send([message])
    sends[1]!.answer([place])
    expect(await second).toEqual([place])
    await sender.close()
  })

  test('given a cluster that comes back, when sent, then it is sent again', async () => {
    let answer: () => void = () => undefined
    const { sender, sends } = scripted(
      () =>
        new Promise<void>((resolve) => {
          answer = resolve
        }),
    )
    await expect(sender.send([message])).rejects.toMatchObject({ name: 'Outage' })
    const again = eventually(async () => {
      answer()
      const sent = sender.send([message])
      sends[1]?.answer([place])
      return sent
    })
    expect(await again).toEqual([place])
    await sender.close()
  })
})

describe.skipIf(missing.length > 0)(
  `a broker that falls silent (needs ${missing.join(', ')})`,
  () => {
    test('given held answers, when appended, then it is refused before the library gives up, and taken again later', async () => {
      const proxy = await startProxy(cluster.brokers[0]!)
      const log = await openLog({ socketFactory: proxy.socketFactory, prompt: true })
      const scope = newScope()
      const [before, during, behind, after] = Array.from({ length: 4 }, () => newRecord(scope))
      await log.append([before!])
      proxy.holdAnswers()
      const order: string[] = []
      const givesUp = log.ends('memory.facts.v1').catch(() => order.push('library'))
      const told = async () => {
        const results = await Promise.allSettled([log.append([during!]), log.append([behind!])])
        order.push('refused')
        return results
      }
      expect(await told()).toMatchObject([
        { reason: { name: 'Outage' } },
        { reason: { name: 'Outage' } },
      ])
      await expect(log.append([behind!])).rejects.toMatchObject({ name: 'Outage' })
      proxy.cut()
      await givesUp
      expect(order[0]).toBe('refused')
      await eventually(() => log.append([after!]))
      const ids = await idsIn(log)
      expect(ids[0]).toBe(before!.event.id)
      expect(ids).toContain(after!.event.id)
      await log.close()
      proxy.close()
    })
  },
)
