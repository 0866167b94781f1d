// A connection of the client library without throttled requests sets no timer; a throttled one does.
import { EventEmitter } from 'node:events'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { letConnectionsRest } from '../../../../infra/kafka/client/resting-connections.ts'

const RequestQueue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue')

function newQueue() {
  letConnectionsRest()
  return new RequestQueue({
    instrumentationEmitter: new EventEmitter(),
    maxInFlightRequests: null,
    requestTimeout: 1_000,
    enforceRequestTimeout: true,
    clientId: 'test',
    broker: 'localhost:1',
    logger: { debug: () => undefined, warn: () => undefined },
  })
}

test('given nothing that is held back, when an answer has come, then no timer is set', () => {
  const queue = newQueue()
  queue.checkPendingRequests()
  expect(queue.throttleCheckTimeoutId).toBeNull()
})

test('given a request that is held back by the broker, when it is pushed, then it is looked for again', () => {
  const queue = newQueue()
  queue.maybeThrottle(60_000)
  queue.push({ entry: { correlationId: 1 }, expectResponse: true, sendRequest: () => undefined })
  expect(queue.throttleCheckTimeoutId).not.toBeNull()
  clearTimeout(queue.throttleCheckTimeoutId)
})
