// A read of known positions, or of the first record after one, asks the broker for little more than these records,
// however much follows them.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import type { ISocketFactory } from 'kafkajs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ReadOptions } from '../../../infra/ports/event-log.ts'
import { lastOf, nth } from '../../../infra/runtime/certain.ts'
import { newScope } from '../../contracts/given.ts'
import { missing, openLog } from './cluster.ts'
import { newRecord, TOPIC } from './given-events.ts'

const BYTES = 20_000
const RECORDS = 60
/** Three times what a small answer may hold. */
const LITTLE = 3 * 64 * 1024

function counting() {
  const state = { bytes: 0 }
  const socketFactory: ISocketFactory = ({ host, port, onConnect }) => {
    const socket = connect({ host, port }, onConnect)
    socket.on('data', (data) => {
      state.bytes += data.length
    })
    return socket
  }
  return { state, socketFactory }
}

describe.skipIf(missing.length > 0)(`reading known positions (needs ${missing.join(', ')})`, () => {
  test('given a long partition, when one position of its beginning is read, then what follows it is not sent', async () => {
    const { state, socketFactory } = counting()
    const log = await openLog({ partitions: 1, socketFactory })
    onTestFinished(() => log.close())
    const scope = newScope()
    const places: number[] = []
    for (let n = 0; n < RECORDS; n++) {
      const stored = await log.append([newRecord(scope, { sealed: randomBytes(BYTES) })])
      places.push(lastOf(stored).position)
    }
    const read = async (stretch: Pick<ReadOptions, 'at'>) => {
      state.bytes = 0
      const found: number[] = []
      for await (const records of log.read({ topic: TOPIC, partition: 0, ...stretch })) {
        found.push(...records.map(({ position }) => position))
      }
      return found
    }
    const second = nth(places, 1)
    expect(await read({ at: [second] })).toEqual([second])
    expect(state.bytes).toBeLessThan(LITTLE)
    state.bytes = 0
    const rest = { topic: TOPIC, partition: 0, after: second } as const
    for await (const records of log.read({ ...rest, maxRecords: 1 })) {
      expect(records.map(({ position }) => position)).toEqual([nth(places, 2)])
      break
    }
    expect(state.bytes).toBeLessThan(LITTLE)
    const each: number[] = []
    for await (const records of log.read({ ...rest, maxRecords: 1 })) {
      each.push(...records.map(({ position }) => position))
    }
    expect(each).toEqual(places.slice(2))
    // All of it is counted, where all of it is read.
    expect(await read({})).toEqual(places)
    expect(state.bytes).toBeGreaterThan(RECORDS * BYTES)
  })
})
