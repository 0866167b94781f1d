// Questions to a server in its own protocol. Each returns false rather than an error while no server is there.
import { connect, type Socket } from 'node:net'

const patienceMs = 3000

/** Does an HTTP GET return a good status? */
export async function answers(url: string, good: (status: number) => boolean): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs) })
    await answer.body?.cancel()
    return good(answer.status)
  } catch {
    return false
  }
}

/** Does any process accept connections on the port? */
export async function portIsTaken(port: number): Promise<boolean> {
  const socket = await open(port)
  socket?.destroy()
  return socket !== undefined
}

/** Does a Bolt server agree on a version of its protocol? */
export async function boltAnswers(port: number): Promise<boolean> {
  const magic = [0x60, 0x60, 0xb0, 0x17]
  // 5.4 down to 5.0, 4.4 down to 4.2, then nothing twice.
  const versions = [0, 4, 4, 5, 0, 2, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0]
  const answer = await ask(port, Buffer.from([...magic, ...versions]), (got) => got.length >= 4)
  return answer !== undefined && answer.readUInt32BE(0) > 0
}

/** Sends one request and collects the answer until it is whole; undefined if it never is. */
export async function ask(
  port: number,
  request: Uint8Array,
  whole: (got: Buffer) => boolean,
): Promise<Buffer | undefined> {
  const socket = await open(port)
  if (!socket) return undefined
  let got = Buffer.alloc(0)
  return new Promise((resolve) => {
    const end = (answer: Buffer | undefined) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(patienceMs, () => end(undefined))
    socket.on('error', () => end(undefined))
    socket.on('close', () => end(undefined))
    socket.on('data', (chunk) => {
      got = Buffer.concat([got, chunk])
      if (whole(got)) end(got)
    })
    socket.write(request)
  })
}

function open(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    const fail = () => {
      socket.destroy()
      resolve(undefined)
    }
    socket.setTimeout(patienceMs, fail)
    socket.once('error', fail)
    socket.once('connect', () => {
      socket.off('error', fail)
      socket.on('error', () => {})
      socket.setTimeout(0)
      resolve(socket)
    })
  })
}
