// A server that speaks as much of Bolt as the driver needs, and answers as a test says, where no real Neo4j does: on a
// bad day.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

type Value = string | number | null
type Row = Readonly<Record<string, Value>>
/** `failure` is a code of Neo4j; `lost`: it has done so, and the connection ends before it tells. */
export type Reply = { rows: readonly Row[] } | { failure: string } | 'lost'

const NAMES = new Map([
  [0x0f, 'reset'],
  [0x10, 'run'],
  [0x11, 'begin'],
  [0x12, 'commit'],
  [0x13, 'rollback'],
  [0x3f, 'pull'],
])
const [SUCCESS, RECORD, IGNORED, FAILURE] = [0x70, 0x71, 0x7e, 0x7f]
const HANDSHAKE_BYTES = 20
const VERSION = Buffer.from([0, 0, 4, 5])

/** `reply` gets the name of a message, and of one that runs a statement its text; undefined stands for success. */
export async function startBoltServer(
  reply: (name: string, statement: string) => Reply | undefined,
) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setNoDelay(true)
    socket.on('error', () => undefined)
    void talk(socket, reply).catch(() => socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `bolt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function talk(socket: Socket, reply: Parameters<typeof startBoltServer>[0]): Promise<void> {
  const say = (tag: number, ...fields: unknown[]) => socket.write(framed(tag, fields))
  let rows: readonly Row[] = []
  let hasFailed = false
  for await (const message of messagesOf(socket)) {
    const name = NAMES.get(message[1] ?? 0) ?? 'other'
    if (name === 'reset') hasFailed = false
    else if (hasFailed) {
      say(IGNORED)
      continue
    }
    const told = reply(name, name === 'run' ? textAt(message, 2) : '')
    if (told === 'lost') return void socket.destroy()
    if (told && 'failure' in told) {
      hasFailed = true
      say(FAILURE, { code: told.failure, message: 'failed' })
    } else if (name === 'pull') {
      for (const row of rows) say(RECORD, Object.values(row))
      say(SUCCESS, {})
    } else if (name === 'run') {
      rows = told?.rows ?? []
      say(SUCCESS, { fields: Object.keys(rows[0] ?? {}) })
    } else say(SUCCESS, { server: 'Neo4j/5.26.0', connection_id: 'c' })
  }
}

async function* messagesOf(socket: Socket): AsyncGenerator<Buffer> {
  let come: Buffer = Buffer.alloc(0)
  let isLetIn = false
  let message: Buffer[] = []
  for await (const part of socket) {
    come = Buffer.concat([come, part])
    if (!isLetIn && come.length >= HANDSHAKE_BYTES) {
      isLetIn = true
      come = come.subarray(HANDSHAKE_BYTES)
      socket.write(VERSION)
    }
    while (isLetIn && come.length >= 2 && come.length >= 2 + come.readUInt16BE(0)) {
      const length = come.readUInt16BE(0)
      if (length > 0) message.push(come.subarray(2, 2 + length))
      else if (message.length > 0) {
        yield Buffer.concat(message)
        message = []
      }
      come = come.subarray(2 + length)
    }
  }
}

function textAt(message: Buffer, at: number): string {
  const marker = message[at] ?? 0
  if (marker === 0xd0) return message.toString('utf8', at + 2, at + 2 + message.readUInt8(at + 1))
  if (marker === 0xd1) {
    return message.toString('utf8', at + 3, at + 3 + message.readUInt16BE(at + 1))
  }
  return message.toString('utf8', at + 1, at + 1 + (marker & 0x0f))
}

function framed(tag: number, fields: readonly unknown[]): Buffer {
  const body = Buffer.concat([Buffer.from([0xb0 + fields.length, tag]), ...fields.map(packed)])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length)
  return Buffer.concat([length, body, Buffer.from([0, 0])])
}

function packed(value: unknown): Buffer {
  if (value === null) return Buffer.from([0xc0])
  if (typeof value === 'number') return Buffer.from([value])
  if (typeof value === 'string') {
    return Buffer.concat([Buffer.from([0xd0, Buffer.byteLength(value)]), Buffer.from(value)])
  }
  if (Array.isArray(value)) {
    return Buffer.concat([Buffer.from([0x90 + value.length]), ...value.map(packed)])
  }
  const members = Object.entries(value as object)
  return Buffer.concat([Buffer.from([0xa0 + members.length]), ...members.flat().map(packed)])
}
