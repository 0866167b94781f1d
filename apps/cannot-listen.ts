// Says why a service cannot listen where it is told to, and what to change.
import { memberOf } from '../infra/runtime/certain.ts'

/** Null for any other error. */
export function cannotListen(error: unknown): string | null {
  if (memberOf(error, 'syscall') !== 'listen') return null
  const [address, port] = [memberOf(error, 'address'), memberOf(error, 'port')]
  switch (memberOf(error, 'code')) {
    case 'EADDRINUSE':
      return `port ${port} of ${address} is in use: stop what listens there, or set PORT (a worker: WORKER_PORT) to another`
    case 'EACCES':
      return `this user may not listen on port ${port}: set PORT to one from 1024 on`
    case 'EADDRNOTAVAIL':
      return `${address} is no address of this machine: set HOST to one of them, or to 0.0.0.0 for all`
  }
  return null
}
