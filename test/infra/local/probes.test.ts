// Readiness checks against small servers that answer well, badly, or never.
import { mkdtemp } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { withLock } from '../../../infra/local/machine/lock.ts'
import {
  brokersIn,
  isWhole,
  kafkaAnswers,
  metadataRequest,
} from '../../../infra/local/probe/kafka-probe.ts'
import { answers, boltAnswers, portIsTaken } from '../../../infra/local/probe/probe.ts'
import { s3 } from '../../../infra/local/servers/s3.ts'

const open: TcpServer[] = []

afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

/** Answers everything with these bytes, in two pieces. */
async function answering(bytes: Buffer): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(bytes.subarray(0, 3))
      setTimeout(() => socket.end(bytes.subarray(3)), 10)
    })
  })
  return portOf(server)
}

async function portOf(server: TcpServer): Promise<number> {
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** A port that was free a moment ago. */
async function closedPort(): Promise<number> {
  const port = await answering(Buffer.alloc(0))
  await new Promise((resolve) => open.pop()!.close(resolve))
  return port
}

const metadata = (brokers: number, correlation = 7) => {
  const answer = Buffer.alloc(16)
  answer.writeInt32BE(12, 0)
  answer.writeInt32BE(correlation, 4)
  answer.writeInt32BE(brokers, 8)
  return answer
}

test("Kafka's metadata request is framed by its own length", () => {
  const request = metadataRequest('me')
  expect(request.toString('hex')).toBe('00000010000300010000000700026d6500000000')
  expect(isWhole(request)).toBe(true)
  expect(isWhole(request.subarray(0, -1))).toBe(false)
})

test('Kafka is ready once it names a broker', async () => {
  expect(await kafkaAnswers(await answering(metadata(1)))).toBe(true)
  expect(await kafkaAnswers(await answering(metadata(0)))).toBe(false)
  expect(brokersIn(metadata(1, 8))).toBe(0)
  expect(brokersIn(Buffer.from('HTTP/1.1 400'))).toBe(0)
})

test('Neo4j is ready once it agrees on a version of Bolt', async () => {
  expect(await boltAnswers(await answering(Buffer.from([0, 0, 4, 5])))).toBe(true)
  expect(await boltAnswers(await answering(Buffer.from([0, 0, 0, 0])))).toBe(false)
})

test('a missing server is an answer, not an error', async () => {
  const port = await closedPort()
  expect(await portIsTaken(port)).toBe(false)
  expect(await kafkaAnswers(port)).toBe(false)
  expect(await boltAnswers(port)).toBe(false)
  expect(await answers(`http://127.0.0.1:${port}`, () => true)).toBe(false)
})

test('an HTTP status is judged, not its mere arrival', async () => {
  const port = await answering(Buffer.from('HTTP/1.1 503 No\r\ncontent-length: 0\r\n\r\n'))
  expect(await answers(`http://127.0.0.1:${port}`, (status) => status < 500)).toBe(false)
  expect(await answers(`http://127.0.0.1:${port}`, (status) => status === 503)).toBe(true)
})

test('the bucket of a local S3 server is made by a signed request, and may be there already', async () => {
  const asked: string[] = []
  const answers = [200, 409, 403]
  const server = createHttpServer(({ method, url, headers }, answer) => {
    asked.push(`${method} ${url} ${headers.authorization?.slice(0, 31)}`)
    answer.writeHead(answers.shift()!).end()
  })
  const port = await portOf(server)
  const settle = () => s3.candidates[0]!.settle!({ port })
  await settle()
  await settle()
  await expect(settle()).rejects.toThrow()
  const request = 'PUT /palimpsest/ AWS4-HMAC-SHA256 Credential=dev'
  expect(asked).toEqual([request, request, request])
})

test('work under a lock runs one after another, also after one of them failed', async () => {
  const lock = join(await mkdtemp(join(tmpdir(), 'lock-')), 'a.lock')
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const steps: string[] = []
  const work = (name: string) => async () => {
    steps.push(`${name} in`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    steps.push(`${name} out`)
  }
  await Promise.all([withLock(lock, work('a')), withLock(lock, work('b'))])
  const [first, second, third, fourth] = steps.map((step) => step.split(' '))
  expect([second![0], second![1]]).toEqual([first![0], 'out'])
  expect([fourth![0], fourth![1]]).toEqual([third![0], 'out'])
})
