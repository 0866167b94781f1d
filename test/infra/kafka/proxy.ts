// A connection between us and the broker that can be held or cut: for late or lost answers.
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'
import type { ISocketFactory } from 'kafkajs'

export type Proxy = {
  /** Where it listens, on 127.0.0.1. */
  port: number
  socketFactory: ISocketFactory
  /** From now on, answers of the broker wait; requests pass. */
  holdAnswers(): void
  /** Releases what was held. */
  releaseAnswers(): void
  /** Ends all connections, and drops what was held; new connections may come. */
  cut(): void
  close(): void
}

export async function startProxy(broker: string): Promise<Proxy> {
  const [host, port] = broker.split(':')
  const pairs = new Set<Socket>()
  let held: (() => void)[] | null = null
  const server = createServer((near) => {
    const far = connect({ host: host!, port: Number(port) })
    for (const socket of [near, far]) {
      pairs.add(socket)
      socket
        .on('error', () => undefined)
        .on('close', () => {
          pairs.delete(socket)
          near.destroy()
          far.destroy()
        })
    }
    near.on('data', (data) => far.write(data))
    far.on('data', (data) => (held ? held.push(() => near.write(data)) : near.write(data)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as AddressInfo).port
  const releaseAnswers = () => {
    const waiting = held ?? []
    held = null
    for (const release of waiting) release()
  }
  const cut = () => {
    held = null
    for (const socket of pairs) socket.destroy()
  }
  return {
    port: own,
    socketFactory: ({ onConnect }) => connect({ host: '127.0.0.1', port: own }, onConnect),
    holdAnswers: () => {
      held ??= []
    },
    releaseAnswers,
    cut,
    close: () => {
      cut()
      server.close()
    },
  }
}
