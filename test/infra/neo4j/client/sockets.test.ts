// A server that lets the driver in and then says nothing, as one does whose process hangs.
import { expect, test } from 'vitest'
import { type Connection, connect } from '../../../../infra/neo4j/client/connection.ts'
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { startedOnce } from '../../../started.ts'
import { startSilentServer } from '../../silent-server.ts'

const VERSION = Buffer.from([0, 0, 4, 5])
/** Of Bolt: a chunk with `{server: "Neo4j/5"}`, and its end. */
const SUCCESS = Buffer.from([0, 18, 0xb1, 0x70, 0xa1, 0x86, ...Buffer.from('server'), 0x87])
const LET_IN = Buffer.concat([SUCCESS, Buffer.from('Neo4j/5'), Buffer.from([0, 0])])

const server = startedOnce(() =>
  startSilentServer((socket) =>
    socket.once('data', () => {
      socket.write(VERSION)
      socket.once('data', () => socket.write(Buffer.concat([LET_IN, LET_IN])))
    }),
  ),
)

async function readAll(connection: Connection): Promise<void> {
  for await (const _ of connection.stream('RETURN 1', {})) throw new Error('it says nothing')
}

test.concurrent.each<[name: string, ask: (connection: Connection) => Promise<unknown>]>([
  ['reads in a transaction', (connection) => connection.read((run) => run('RETURN 1'))],
  ['writes', (connection) => connection.write((run) => run('RETURN 1'))],
  ['reads at once', (connection) => connection.readOnce('RETURN 1')],
  ['is alone', (connection) => connection.alone('RETURN 1')],
  ['streams', readAll],
])(
  'given a server that has fallen silent, when a statement %s, then that is an outage',
  async (_, ask) => {
    const connection = connect({ url: `bolt://127.0.0.1:${server.port}`, silentMs: 30 })
    const error = await ask(connection).catch((reason: unknown) => reason)
    expect([isOutage(error), `${error}`]).toEqual([
      true,
      expect.stringContaining('the graph store'),
    ])
    await connection.close()
  },
)
