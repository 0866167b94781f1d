// What is sent, where to, and how misbehaving receivers are handled.
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import type { ResolveName } from '../../../infra/http/resolve-name.ts'
import { createWebhookSender } from '../../../infra/http/send-webhook.ts'
import type { SendResult } from '../../../infra/ports/webhook-sender.ts'
import { type Receiver, startReceiver } from '../../processors/deliver-webhooks/receiver.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const body = Buffer.from('{"event":"memory.processed"}')
const headers = { 'content-type': 'application/json', 'webhook-id': 'an-id' }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function receiving(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...args)
  closing.push(receiver.close)
  return receiver
}

/** A server with full control of the bare connection. */
async function speaking(speak: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    speak(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address() as { port: number }
  return `http://127.0.0.1:${address.port}/`
}

type Options = Partial<Parameters<typeof createWebhookSender>[0]>

function send(url: string, options: Options = {}, signal = new AbortController().signal) {
  const own = { allowedCidrs: LOOPBACK, timeoutMs: 5_000, isPublic: () => true }
  const sender = createWebhookSender({ ...own, ...options })
  return sender.send({ url, signal, make: async () => ({ headers, body }) })
}

const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\n\r\n'
const failed = (error: string) => ({ outcome: 'failed', error })

describe('a receiver', () => {
  test('given that it answers, when sent to, then it has the exact body and headers', async () => {
    const receiver = await receiving(204)
    expect(await send(receiver.url)).toEqual({ outcome: 'answered', status: 204 })
    expect(receiver.received[0]).toMatchObject({ text: body.toString(), headers })
    expect(receiver.received[0]!.headers['user-agent']).toMatch(/^Palimpsest\//)
    expect(receiver.received[0]!.headers.connection).toBe('close')
  })

  test('given that it redirects to a private address, when sent to, then no request goes there', async () => {
    const inside = await receiving()
    const outside = await receiving((response) => {
      response.writeHead(307, { location: inside.url }).end()
    })
    expect(await send(outside.url)).toEqual({ outcome: 'answered', status: 307 })
    expect(inside.received).toEqual([])
  })

  test('given that it never answers, when the time is over, then it has failed', async () => {
    const url = await speaking(() => undefined)
    expect(await send(url, { timeoutMs: 100 })).toEqual(failed('timeout'))
  })

  test('given that its answer trickles, when the time is over, then it has failed', async () => {
    const { promise: isEnded, resolve: ended } = Promise.withResolvers<void>()
    const url = await speaking((socket) => {
      const trickle = setInterval(() => socket.write('H'), 20)
      socket.on('close', () => {
        clearInterval(trickle)
        ended()
      })
    })
    const result = await send(url, { timeoutMs: 200 })
    expect(['timeout', 'invalid-answer']).toContain((result as { error: string }).error)
    await isEnded
  })

  test('given that its headers trickle, when the time is over, then it has failed', async () => {
    const url = await speaking((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      const trickle = setInterval(() => socket.write('x-a: b\r\n'), 20)
      socket.on('close', () => clearInterval(trickle))
    })
    expect(await send(url, { timeoutMs: 200 })).toEqual(failed('timeout'))
  })

  test('given an endless body, when answered, then the status counts and the rest is cut off', async () => {
    const { promise: wasCut, resolve: cut } = Promise.withResolvers<void>()
    const url = await speaking((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const flood = setInterval(() => socket.write('x'.repeat(65_536)), 1)
      socket.on('close', () => {
        clearInterval(flood)
        cut()
      })
    })
    expect(await send(url)).toEqual({ outcome: 'answered', status: 200 })
    await wasCut
  })

  test.each([
    ['is no HTTP', 'SSH-2.0-hello\r\n', 'invalid-answer'],
    [
      'has endless headers',
      `HTTP/1.1 200 OK\r\n${'x-a: bbbbbbbbbbbbbbb\r\n'.repeat(5_000)}`,
      'invalid-answer',
    ],
    ['is announced for ever', EARLY_HINTS.repeat(1_000), 'invalid-answer'],
  ])('given that its answer %s, when sent to, then it has failed', async (_, answer, error) => {
    const url = await speaking((socket) => socket.write(answer))
    expect(await send(url)).toEqual(failed(error))
  })

  test('given an answer that is announced a few times, when sent to, then the answer counts', async () => {
    const answer = `${EARLY_HINTS.repeat(3)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`
    const url = await speaking((socket) => socket.on('data', () => socket.end(answer)))
    expect(await send(url)).toEqual({ outcome: 'answered', status: 200 })
  })

  test('given that it hangs up, when sent to, then it has failed', async () => {
    const url = await speaking((socket) => socket.on('data', () => socket.destroy()))
    expect(await send(url)).toEqual(failed('connection-lost'))
  })

  test('given that no server listens, when sent to, then it has failed', async () => {
    const receiver = await receiving()
    await receiver.close()
    expect(await send(receiver.url)).toEqual(failed('unreachable'))
  })

  test('given that it speaks no TLS, when sent to over https, then it has failed', async () => {
    const receiver = await receiving()
    const result = await send(receiver.url.replace('http:', 'https:'))
    expect(result).toMatchObject({ outcome: 'failed' })
    expect(receiver.received).toEqual([])
  })
})

describe('what must not be reached', () => {
  const port = (receiver: Receiver) => new URL(receiver.url).port

  test.each([
    ['a name of this machine', 'localhost'],
    ['a name below it', 'hooks.localhost'],
    ['an address', '127.0.0.1'],
    ['a short address', '127.1'],
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['octal', '0177.0.0.1'],
    ['IPv6', '[::1]'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped, in hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-compatible', '[::127.0.0.1]'],
    ['NAT64', '[64:ff9b::7f00:1]'],
    ['6to4', '[2002:7f00:1::]'],
    ['unspecified', '0.0.0.0'],
    ['full-width digits', '１２７.０.０.１'],
  ])('given %s and no allow-list, when sent to, then it is refused: %s', async (_, host) => {
    const receiver = await receiving()
    const url = `http://${host}:${port(receiver)}/`
    expect(await send(url, { allowedCidrs: [], timeoutMs: 20 })).toEqual(failed('unreachable'))
    expect(receiver.received).toEqual([])
    const sender = createWebhookSender({ allowedCidrs: [] })
    expect(sender.refusalOf(url)).toBe(
      'must not lead to a private address that WEBHOOK_ALLOWED_CIDRS of the service does not name',
    )
  })

  test('given a name that leads to a private address, when sent to, then it is refused when it is looked up', async () => {
    const receiver = await receiving()
    const resolve: ResolveName = async () => [
      { address: '127.0.0.1', family: 4 },
      { address: '::ffff:10.0.0.1', family: 6 },
    ]
    const url = `http://inside.example:${port(receiver)}/`
    const refusing = { allowedCidrs: [], resolve, timeoutMs: 20 }
    expect(await send(url, refusing)).toEqual(failed('unreachable'))
    expect(receiver.received).toEqual([])
  })

  test('given a name that leads elsewhere the second time, when sent to, then it is looked up once', async () => {
    const receiver = await receiving()
    let asked = 0
    const resolve: ResolveName = async () => [
      { address: ++asked === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 },
    ]
    const url = `http://rebinding.example:${port(receiver)}/`
    expect(await send(url, { resolve })).toEqual({ outcome: 'answered', status: 200 })
    expect(asked).toBe(1)
    expect(receiver.received[0]!.headers.host).toBe(`rebinding.example:${port(receiver)}`)
  })

  test('given a name with a private and an allowed address, when sent to, then only that one is tried', async () => {
    const receiver = await receiving()
    const resolve: ResolveName = async () => [
      { address: '10.255.255.1', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const url = `http://both.example:${port(receiver)}/`
    expect(await send(url, { resolve })).toEqual({ outcome: 'answered', status: 200 })
  })

  test('given an unknown name, or that takes for ever, when sent to, then it has failed', async () => {
    const unknown: ResolveName = () => Promise.reject(new Error('ENOTFOUND'))
    const slow: ResolveName = () => new Promise(() => undefined)
    for (const resolve of [unknown, slow]) {
      const result = await send('http://a.example/', { resolve, timeoutMs: 50 })
      expect(result).toEqual(failed('unreachable'))
    }
  })

  test.each([
    ['ftp://127.0.0.1/'],
    ['file:///etc/passwd'],
    ['http://user:pw@127.0.0.1/'],
    ['http://127.0.0.1:0/'],
    ['https://a.example:00/hook'],
    ['x'],
    [`http://a.example/${'x'.repeat(2048)}`],
  ])('given %s, when sent to, then it is refused', async (url) => {
    expect(await send(url)).toEqual(failed('invalid-url'))
    expect(createWebhookSender({ allowedCidrs: LOOPBACK }).refusalOf(url)).toMatch(/^must /)
  })

  test.each([
    [' https://a.example/', 'blanks'],
    ['https://a.example/a b', 'blanks'],
    ['https://a.example/a\nb', 'blanks'],
    ['https://a.example/\u0000', 'control characters'],
    ['https://a.example/\u00a0', 'blanks'],
    ['https:\\\\a.example', 'backslashes'],
    ['https:a.example', 'begin with http:// or https://'],
    ['https:/a.example', 'begin with http:// or https://'],
    ['https:///a.example', 'begin with http:// or https://'],
  ])(
    'given %j, which is called as another address, when subscribed, then it is refused',
    (url, why) => {
      expect(createWebhookSender({ allowedCidrs: [] }).refusalOf(url)).toContain(why)
    },
  )

  test.each([
    ['HTTPS://a.example'],
    ['http://a.example:8080/a%20b?c=d#e'],
    ['https://münchen.example/ü'],
    ['https://[2606:4700::1111]/'],
  ])('given %s, when subscribed, then it is taken', (url) => {
    expect(createWebhookSender({ allowedCidrs: [] }).refusalOf(url)).toBeNull()
  })

  test('given a blank in an address of an earlier version, when sent to, then it is called', async () => {
    const receiver = await receiving()
    const url = `http://127.0.0.1:${port(receiver)}/a b`
    expect(await send(url, { allowedCidrs: LOOPBACK })).toMatchObject({ outcome: 'answered' })
  })
})

describe('a private address', () => {
  const isPublic = (address: string) => !address.startsWith('127.')
  /** Everything observable about a url: the result, and whether it or the end of the time came first. */
  async function told(url: string, options: Options = {}, timeoutMs = 150) {
    const settled: string[] = []
    const timer = setTimeout(() => settled.push('the end of the time'), timeoutMs - 1)
    const result = await send(url, { isPublic, timeoutMs, ...options })
    settled.push('the result')
    clearTimeout(timer)
    return { result, settled }
  }
  const same = {
    result: failed('unreachable'),
    settled: ['the end of the time', 'the result'],
  }

  test('given ports that are closed, silent, of something else, or refused, then nothing tells one from another', async () => {
    const closed = await receiving()
    await closed.close()
    const urls = [
      closed.url,
      await speaking(() => undefined),
      await speaking((socket) => socket.write('SSH-2.0-hello\r\n')),
      await speaking((socket) => socket.destroy()),
      closed.url.replace('http:', 'https:'),
      (await receiving()).url.replace('http:', 'https:'),
    ]
    for (const url of urls) expect(await told(url)).toEqual(same)
    for (const url of urls) expect(await told(url, { allowedCidrs: [] })).toEqual(same)
  })

  test('given names that lead there or nowhere, then nothing tells one from another', async () => {
    const closed = await receiving()
    await closed.close()
    const inside: ResolveName = async () => [{ address: '127.0.0.1', family: 4 }]
    const beside: ResolveName = async () => [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    const nowhere: ResolveName = () => Promise.reject(new Error('ENOTFOUND'))
    const url = closed.url.replace('127.0.0.1', 'inside.example')
    for (const resolve of [inside, beside, nowhere]) {
      expect(await told(url, { resolve })).toEqual(same)
      expect(await told(url, { resolve, allowedCidrs: [] })).toEqual(same)
    }
  })

  test('given one that hangs up before it is known what to send, then it tells no more than the others', async () => {
    const url = await speaking((socket) => socket.destroy())
    const sender = createWebhookSender({ allowedCidrs: LOOPBACK, isPublic, timeoutMs: 150 })
    const make = async () => {
      // A connection that was made later is closed, so the first one is.
      await once(connect(Number(new URL(url).port), '127.0.0.1').resume(), 'close')
      return { headers, body }
    }
    const { signal } = new AbortController()
    expect(await sender.send({ url, signal, make })).toEqual(failed('unreachable'))
  })

  test('given one that announces its answer for ever, then it is cut off, and tells no more than the others', async () => {
    const { promise: wasCut, resolve: cut } = Promise.withResolvers<void>()
    const url = await speaking((socket) => {
      socket.resume().on('close', () => cut())
      socket.write(EARLY_HINTS.repeat(1_000))
    })
    const stop = new AbortController()
    const sent = send(url, { isPublic }, stop.signal)
    await wasCut
    stop.abort()
    expect(await sent).toEqual({ outcome: 'withdrawn' })
    expect(await told(url)).toEqual(same)
  })

  test('given one that is allowed and answers, then its answer is told at once', async () => {
    const receiver = await receiving(204)
    expect(await told(receiver.url, {}, 60_000)).toEqual({
      result: { outcome: 'answered', status: 204 },
      settled: ['the result'],
    })
  })

  test('given that the service stops meanwhile, then it is withdrawn at once', async () => {
    const stopping = new AbortController()
    const sending = send('http://127.0.0.1:1/', { isPublic }, stopping.signal)
    stopping.abort()
    expect(await sending).toEqual({ outcome: 'withdrawn' })
  })
})

describe('an abandoned request', () => {
  const make = async () => ({ headers, body })
  const sender = createWebhookSender({ allowedCidrs: LOOPBACK })

  test('given that it was forgotten while connecting, when the connection stands, then nothing is sent', async () => {
    const receiver = await receiving()
    const signal = new AbortController().signal
    const result = await sender.send({ url: receiver.url, signal, make: async () => null })
    expect(result).toEqual({ outcome: 'withdrawn' })
    expect(receiver.received).toEqual([])
  })

  test('given that what is sent cannot be made, when the connection stands, then nothing is sent', async () => {
    const receiver = await receiving()
    const signal = new AbortController().signal
    const broken = () => Promise.reject(new Error('no key'))
    expect(await sender.send({ url: receiver.url, signal, make: broken })).toEqual({
      outcome: 'withdrawn',
    })
  })

  test('given a receiver that hangs, when the service stops, then it is not waited for', async () => {
    const url = await speaking(() => undefined)
    const stopping = new AbortController()
    const sent: Promise<SendResult> = sender.send({ url, signal: stopping.signal, make })
    setImmediate(() => stopping.abort())
    expect(await sent).toEqual({ outcome: 'withdrawn' })
    expect(await sender.send({ url, signal: stopping.signal, make })).toEqual({
      outcome: 'withdrawn',
    })
  })
})
