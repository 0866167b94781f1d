// A server that accepts connections and falls silent, as one does whose process hangs.
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** `greet`: what it says before; by default nothing. It reads whatever it is sent. */
export async function startSilentServer(greet: (socket: Socket) => void = () => undefined) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    greet(socket)
    socket.resume()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
