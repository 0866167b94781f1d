// A server that accepts connections and says nothing, as one does whose process hangs.
import { expect, test } from 'vitest'
import { openStreams, type Streams } from '../../../infra/kurrentdb/streams.ts'
import { isOutage } from '../../../infra/runtime/fail/retry.ts'
import { startedOnce } from '../../started.ts'
import { startSilentServer } from '../silent-server.ts'

const server = startedOnce(startSilentServer)

async function readAll(streams: Streams): Promise<void> {
  for await (const _ of streams.read('stream')) throw new Error('it says nothing')
}

test.each<[name: string, ask: (streams: Streams) => Promise<unknown>]>([
  ['read', readAll],
  ['asked for the last event', (streams) => streams.last('stream')],
  ['appended to', (streams) => streams.append('stream', [], 'any')],
  ['made to keep one event', (streams) => streams.keepLast('stream')],
  ['tombstoned', (streams) => streams.tombstone('stream', 'any')],
])(
  'given a server that says nothing, when a stream is %s, then that is an outage',
  async (_, ask) => {
    const url = `kurrentdb://127.0.0.1:${server.port}?tls=false`
    const streams = openStreams({ url, silentMs: 20 })
    const error = await ask(streams).catch((reason: unknown) => reason)
    expect([isOutage(error), `${error}`]).toEqual([true, expect.stringContaining('in time')])
    await streams.close()
  },
)
