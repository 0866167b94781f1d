// Raw content and log of a service, copied to another setting.
import { expect, onTestFinished, test } from 'vitest'
import { copyData } from '../../../../../apps/cli/operate/moving/copy-data.ts'
import { WRITES } from '../../../../../schemas/topics.ts'
import { newScope, storedEvent } from '../../../../contracts/given.ts'
import { recordsOf } from '../../../../infra/runtime/given.ts'
import { inMemoryPorts } from '../../../../processors/in-memory.ts'

const silent = { out: () => undefined, err: () => undefined, isTerminal: false }

async function given({ objects }: { objects: number }) {
  const [from, to] = [inMemoryPorts(), inMemoryPorts()]
  onTestFinished(async () => {
    await from.log.close()
    await to.log.close()
  })
  const keys = Array.from({ length: objects }, (_, n) => `raw/shop/anna/${n}`)
  await from.objects.putMany(keys.map((key) => ({ key, body: new Uint8Array([1]) })))
  await from.log.append([{ topic: WRITES, event: storedEvent(newScope()) }])
  const copied = async () => ({
    objects: (await to.objects.list({ prefix: '', limit: 10 })).length,
    events: (await recordsOf(to.log, WRITES)).length,
  })
  return { from, to, copied }
}

test('given content and events, when copied, then both are there and counted', async () => {
  const { from, to, copied } = await given({ objects: 3 })
  const { signal } = new AbortController()
  expect(await copyData(from, to, { ...silent, signal })).toEqual({ objects: 3, events: 1 })
  expect(await copied()).toEqual({ objects: 3, events: 1 })
})

test.each([{ objects: 3 }, { objects: 0 }])(
  'given %j and a signal, when copied, then no more is, and the log stays fresh',
  async (what) => {
    const { from, to, copied } = await given(what)
    const signal = AbortSignal.abort(new Error('interrupted'))
    await expect(copyData(from, to, { ...silent, signal })).rejects.toThrow('interrupted')
    expect(await copied()).toEqual({ objects: 0, events: 0 })
  },
)
