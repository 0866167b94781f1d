// Errors of the client, told apart.
import kafkajs from 'kafkajs'
import { describe, expect, test } from 'vitest'
import { failureOf } from '../../../../infra/kafka/client/failures.ts'

const {
  KafkaJSConnectionError,
  KafkaJSNonRetriableError,
  KafkaJSNumberOfRetriesExceeded,
  KafkaJSProtocolError,
  KafkaJSRequestTimeoutError,
} = kafkajs

const protocol = (type: string, retriable: boolean, message = type) =>
  new KafkaJSProtocolError(Object.assign(new Error(message), { type, retriable, code: 1 }) as never)
const exceeded = (error: Error) =>
  new KafkaJSNumberOfRetriesExceeded(error, { retryCount: 5, retryTime: 100 })

describe('failures', () => {
  test.each([
    ['no connection', new KafkaJSConnectionError('refused', { broker: 'b' })],
    ['no answer', new KafkaJSRequestTimeoutError('late', {} as never)],
    ['tried too often', exceeded(new KafkaJSConnectionError('refused', { broker: 'b' }))],
    ['too few replicas', protocol('NOT_ENOUGH_REPLICAS', true)],
    ['a lost sequence', protocol('OUT_OF_ORDER_SEQUENCE_NUMBER', false)],
  ])('given %s, when told, then it is an outage', (_, error) => {
    expect(failureOf(error, 'appending')).toMatchObject({ outage: true })
  })

  test.each([
    ['a record too large', protocol('MESSAGE_TOO_LARGE', false), 'MESSAGE_TOO_LARGE'],
    [
      'no permission',
      exceeded(protocol('TOPIC_AUTHORIZATION_FAILED', false)),
      'TOPIC_AUTHORIZATION_FAILED',
    ],
    ['a wrong call', new KafkaJSNonRetriableError('no'), undefined],
  ])(
    'given %s, when told, then it is no outage, and named as the broker does',
    (_, error, code) => {
      const told = failureOf(error, 'appending')
      expect(told).not.toHaveProperty('outage')
      expect(told).toMatchObject({ name: 'LogFailed', code })
    },
  )

  test.each([
    ['an old epoch', protocol('INVALID_PRODUCER_EPOCH', false)],
    ['a code that the client has no name for', protocol('X', false, 'Unknown error code 90')],
  ])('given %s, when told, then the writer is fenced', (_, error) => {
    expect(failureOf(error, 'committing').name).toBe('Fenced')
  })

  test('given a login that the brokers refuse, when told, then no other attempt is made, and the settings are named', () => {
    const refused = exceeded(
      Object.assign(new KafkaJSNonRetriableError('invalid credentials of Ada'), {
        name: 'KafkaJSSASLAuthenticationError',
      }),
    )
    expect(failureOf(refused, 'appending')).toMatchObject({
      fatal: true,
      message:
        'appending: the brokers refuse the login: look at KAFKA_SASL, KAFKA_USER and KAFKA_PASSWORD',
    })
  })

  test('given a message with words of a user, when told, then they are not passed on', () => {
    const told = failureOf(new Error('Ada Lovelace'), 'appending')
    expect(told.message).toBe('appending: Error')
    expect(told.cause).toBeUndefined()
  })
})
