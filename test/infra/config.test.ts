// Which private addresses webhooks may reach, as the environment says.
import { expect, test } from 'vitest'
import { InvalidConfig, readConfig, webhookAllowedCidrs } from '../../infra/config.ts'

const distributed = {
  PROFILE: 'distributed',
  KAFKA_BROKERS: 'localhost:9092',
  SCHEMA_REGISTRY_URL: 'http://localhost:8081',
  ELASTICSEARCH_URL: 'http://localhost:9200',
  NEO4J_URL: 'bolt://localhost:7687',
  S3_BUCKET: 'palimpsest',
  MASTER_KEY: 'a'.repeat(64),
}
const allowed = (env: Record<string, string>) => webhookAllowedCidrs(readConfig(env))

test('given nothing, when read, then no private address is reached in either setting', () => {
  expect(allowed({})).toEqual([])
  expect(allowed(distributed)).toEqual([])
})

test('given ranges or none, when read, then they count in either setting', () => {
  const WEBHOOK_ALLOWED_CIDRS = '10.1.0.0/16, fd00::/8'
  for (const env of [{}, distributed]) {
    expect(allowed({ ...env, WEBHOOK_ALLOWED_CIDRS })).toEqual(['10.1.0.0/16', 'fd00::/8'])
    expect(allowed({ ...env, WEBHOOK_ALLOWED_CIDRS: 'none' })).toEqual([])
  }
})

test.each([
  ['10.0.0.0'],
  ['10.0.0.0/33'],
  ['fd00::/129'],
  ['example.com/8'],
  ['10.0.0.0/8,,'],
  ['1.2.3.4/8/8'],
])('given %s, when read, then it is refused by name', (WEBHOOK_ALLOWED_CIDRS) => {
  expect(() => readConfig({ WEBHOOK_ALLOWED_CIDRS })).toThrow(InvalidConfig)
  expect(() => readConfig({ WEBHOOK_ALLOWED_CIDRS })).toThrow(/WEBHOOK_ALLOWED_CIDRS/)
})
