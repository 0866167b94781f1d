// A service that cannot listen says in one line why, and what to change.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cannotListen } from '../../apps/cannot-listen.ts'

const taken = createServer()
let port = 0
beforeAll(async () => {
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  port = (taken.address() as AddressInfo).port
})
afterAll(() => void taken.close())

const whyNot = (port: number, host: string) =>
  new Promise((told) => {
    createServer()
      .on('error', (error) => told(cannotListen(error)))
      .listen(port, host)
  })

test('given another program listens there, then it names the port', async () => {
  expect(await whyNot(port, '127.0.0.1')).toBe(
    `port ${port} of 127.0.0.1 is in use: stop what listens there, or set PORT (a worker: WORKER_PORT) to another`,
  )
})

test('given an address of another machine, then it names HOST', async () => {
  // 192.0.2.0/24 is for documentation: no machine has it.
  expect(await whyNot(0, '192.0.2.1')).toContain('set HOST to one of them')
})

test('given a port that only an administrator may use, then it names PORT', () => {
  const refused = Object.assign(new Error(), { code: 'EACCES', syscall: 'listen', port: 80 })
  expect(cannotListen(refused)).toContain('set PORT to one from 1024 on')
})

test('given any other error, then it says nothing', () => {
  expect(cannotListen(Object.assign(new Error(), { code: 'EACCES', syscall: 'open' }))).toBeNull()
})
