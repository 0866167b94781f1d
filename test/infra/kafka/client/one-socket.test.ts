// Requests that find a connection of the client library closed share one socket, and closing leaves none open.
import { EventEmitter, once } from 'node:events'
import { createRequire } from 'node:module'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectThroughOneSocket } from '../../../../infra/kafka/client/one-socket.ts'

const require = createRequire(import.meta.url)
const Connection = require('kafkajs/src/network/connection')
const socketFactory = require('kafkajs/src/network/socketFactory')()

let server: Server
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  server = createServer((socket) => {
    sockets.push(socket)
    socket.resume().on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const quiet = { debug: () => undefined, warn: () => undefined, error: () => undefined }

function newConnection(port = portOf(server)) {
  connectThroughOneSocket()
  return new Connection({
    host: '127.0.0.1',
    port,
    logger: { ...quiet, namespace: () => quiet },
    socketFactory,
    requestTimeout: 1_000,
    connectionTimeout: 1_000,
    instrumentationEmitter: new EventEmitter(),
  })
}

function portOf(listening: Server): number {
  const address = listening.address()
  return typeof address === 'object' && address ? address.port : 0
}

test('given five requests that find it closed, when they connect, then they share a socket, which closing ends', async () => {
  const connection = newConnection()
  await Promise.all(Array.from({ length: 5 }, () => connection.connect()))
  expect(connection.isConnected()).toBe(true)
  await connection.disconnect()
  expect(sockets).toHaveLength(1)
  // What a client never closes would keep the server from closing.
  server.close()
  await once(server, 'close')
})

test('given that none listens, when connected, then all fail, and the next call tries again', async () => {
  const port = portOf(server)
  server.close()
  await once(server, 'close')
  const connection = newConnection(port)
  const failed = await Promise.allSettled([connection.connect(), connection.connect()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  server = createServer((socket) => void sockets.push(socket)).listen(port, '127.0.0.1')
  await once(server, 'listening')
  await connection.connect()
  expect(connection.isConnected()).toBe(true)
  await connection.disconnect()
})
