// Addresses and secrets from the environment: which addresses webhooks may reach, and which proxies are trusted.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { InvalidConfig, readConfig, webhookAllowedCidrs } from '../../infra/config.ts'
import { trustedProxies } from '../../infra/config-lists.ts'
import { MOST_STANDBYS } from '../../infra/ports/states.ts'
import { createDirectories } from './sqlite/directory.ts'

const newDirectory = createDirectories()

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

test('given a file, when read, then it holds the master key, and what is wrong is told without it', () => {
  const MASTER_KEY_FILE = join(newDirectory(), 'key')
  const { MASTER_KEY, ...others } = distributed
  expect(() => readConfig({ MASTER_KEY_FILE })).toThrow(/MASTER_KEY_FILE: cannot be read/)
  writeFileSync(MASTER_KEY_FILE, `${MASTER_KEY}\n`)
  expect(readConfig({ ...others, MASTER_KEY_FILE }).MASTER_KEY).toBe(MASTER_KEY)
  writeFileSync(MASTER_KEY_FILE, MASTER_KEY.toUpperCase())
  expect(readConfig({ ...others, MASTER_KEY_FILE }).MASTER_KEY).toBe(MASTER_KEY)
  expect(() => readConfig({ MASTER_KEY, MASTER_KEY_FILE })).toThrow(/must not be set beside/)
  writeFileSync(MASTER_KEY_FILE, 'a short secret')
  expect(() => readConfig({ MASTER_KEY_FILE })).toThrow(/MASTER_KEY: must be 64 hex/)
  expect(() => readConfig({ MASTER_KEY_FILE })).not.toThrow(/a short secret/)
  writeFileSync(MASTER_KEY_FILE, ' ')
  expect(() => readConfig({ MASTER_KEY_FILE })).toThrow(/is empty/)
})

const ENCRYPTED = Buffer.alloc(96, 1).toString('base64')

test('given what KMS encrypted, when read, then it is enough in either setting, and stands alone', () => {
  const { MASTER_KEY, ...others } = distributed
  const MASTER_KEY_FILE = join(newDirectory(), 'key')
  writeFileSync(MASTER_KEY_FILE, MASTER_KEY)
  for (const env of [{}, others]) {
    const config = readConfig({ ...env, MASTER_KEY_KMS: ENCRYPTED })
    expect([config.MASTER_KEY, config.MASTER_KEY_KMS]).toEqual([undefined, ENCRYPTED])
    for (const [name, value] of Object.entries({ MASTER_KEY, MASTER_KEY_FILE })) {
      expect(() => readConfig({ ...env, MASTER_KEY_KMS: ENCRYPTED, [name]: value })).toThrow(
        `MASTER_KEY_KMS: must not be set beside ${name}`,
      )
    }
  }
  expect(() => readConfig(others)).toThrow(/MASTER_KEY: must be set with PROFILE=distributed/)
})

test.each([
  ['a key in hexadecimal digits', 'ab'.repeat(32), /MASTER_KEY_KMS: .*not a key/],
  ['a key in base64', Buffer.alloc(32, 1).toString('base64'), /MASTER_KEY_KMS: .*not a key/],
  ['no base64', '#'.repeat(128), /MASTER_KEY_KMS: must be base64/],
])('given %s as what KMS encrypted, when read, then it is refused', (_, MASTER_KEY_KMS, why) => {
  expect(() => readConfig({ MASTER_KEY_KMS })).toThrow(why)
  expect(() => readConfig({ MASTER_KEY_KMS })).not.toThrow(MASTER_KEY_KMS)
})

test('given a file, when read, then its name is given to no other process beside the key', () => {
  const MASTER_KEY_FILE = join(newDirectory(), 'key')
  writeFileSync(MASTER_KEY_FILE, distributed.MASTER_KEY)
  expect(readConfig({ MASTER_KEY_FILE })).not.toHaveProperty('MASTER_KEY_FILE')
})

test('given nothing, when read, then the stores of projections are sealed in either setting', () => {
  for (const env of [{}, distributed]) expect(readConfig(env).SEALED_PROJECTIONS).toBe('on')
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

test.each([
  [undefined, false],
  ['none', false],
  ['2', 2],
  ['16', 16],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, fd00::/8, ::1', ['10.0.0.0/8', 'fd00::/8', '::1']],
])('given TRUST_PROXY=%s, when read, then the proxies are %j', (given, proxies) => {
  expect(trustedProxies(readConfig({ TRUST_PROXY: given }).TRUST_PROXY)).toEqual(proxies)
})

test.each(['0', '17', 'true', '*', 'proxy.example.com', '10.0.0.0/33', '10.0.0.1,'])(
  'given TRUST_PROXY=%s, when read, then it is refused by name',
  (TRUST_PROXY) => {
    expect(() => readConfig({ TRUST_PROXY })).toThrow(/TRUST_PROXY/)
  },
)

test('given a key of 15 characters, when read, then it is refused by name and not repeated', () => {
  const BOOTSTRAP_API_KEY = 'x'.repeat(15)
  expect(() => readConfig({ BOOTSTRAP_API_KEY })).toThrow(/BOOTSTRAP_API_KEY.*16 characters/)
  expect(() => readConfig({ BOOTSTRAP_API_KEY })).not.toThrow(/xxx/)
  expect(readConfig({ BOOTSTRAP_API_KEY: 'x'.repeat(16) })).toBeTruthy()
})

test('as many copies may stand by as a forget looks for', () => {
  const given = (STATE_STANDBYS: number) => readConfig({ STATE_STANDBYS: String(STATE_STANDBYS) })
  expect(readConfig({}).STATE_STANDBYS).toBe(0)
  expect(given(MOST_STANDBYS).STATE_STANDBYS).toBe(MOST_STANDBYS)
  expect(() => given(MOST_STANDBYS + 1)).toThrow('STATE_STANDBYS')
})

test.each([
  ['PORT', 'abc', 'must be a whole number, in digits'],
  ['PORT', '1.5', 'must be a whole number, in digits'],
  ['RATE_LIMIT_SCALE', '1e3', 'must be a number, in digits such as 0.5'],
  ['PORT', '70000', 'must be at most 65535'],
  ['ELASTICSEARCH_URL', 'http://elastic:0', 'must name another port than 0'],
  ['PUBLIC_URL', 'https://memory.example:0', 'must name another port than 0'],
  ['RATE_LIMIT_SCALE', '-1', 'must be at least 0'],
  ['PROFILE', 'embeded', 'must be one of embedded, distributed'],
  ['OPENAI_BASE_URL', 'zzz', 'must be a URL'],
  ['PUBLIC_URL', 'ftp://host', 'must be a URL'],
])('given %s=%s, when read, then it says which values are right', (name, value, rule) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new InvalidConfig(`the environment is not right: ${name}: ${rule}`),
  )
})

const NUMBERS = Object.entries(readConfig({ RETRIEVAL_THREADS: '1' }))
  .filter(([, value]) => typeof value === 'number')
  .map(([name]) => name)

test('given any setting that is a number, when it is in no plain digits, then it is refused by name', () => {
  expect(NUMBERS).toContain('PORT')
  expect(NUMBERS.length).toBeGreaterThan(10)
  for (const name of NUMBERS) {
    for (const value of ['0x1', '1e0', ' 1 ', '1 ', '+1', '0b1', '1_0', '٥', '-0x1']) {
      const rule = new RegExp(`: ${name}: must be a (whole )?number, in digits`)
      expect(() => readConfig({ [name]: value }), `${name}='${value}'`).toThrow(rule)
    }
  }
})

test.each([
  ['RATE_LIMIT_SCALE', '0.25', 0.25],
  ['RATE_LIMIT_SCALE', '.5', 0.5],
  ['RATE_LIMIT_SCALE', '20', 20],
  ['EXTRACTION_MIN_CONFIDENCE', '0.70', 0.7],
  ['PORT', '08080', 8080],
])('given %s=%s, when read, then it is %d', (name, value, read) => {
  expect(readConfig({ [name]: value })).toMatchObject({ [name]: read })
})

test.each([
  { EXTRACTION_ENGINE: 'openai', OPENAI_BASE_URL: 'http://localhost:11434/v1' },
  { EMBEDDING_ENGINE: 'openai', EMBEDDING_BASE_URL: 'http://localhost:11434/v1' },
])(
  'given an engine behind an endpoint that asks for no key (%j), when read, then it is',
  (given) => {
    expect(readConfig(given)).toMatchObject(given)
  },
)

test.each([
  [{ KAFKA_USER: 'a', KAFKA_PASSWORD: 'b' }, 'KAFKA_SASL: must be set beside KAFKA_USER'],
  [{ KAFKA_SASL: 'plain' }, 'KAFKA_USER: must be set beside KAFKA_SASL'],
  [
    { EXTRACTION_ENGINE: 'openai' },
    'EXTRACTION_ENGINE: openai needs OPENAI_API_KEY, or OPENAI_BASE_URL',
  ],
  [
    { EMBEDDING_ENGINE: 'openai' },
    'EMBEDDING_ENGINE: openai needs OPENAI_API_KEY, or OPENAI_BASE_URL',
  ],
  [{ KAFKA_SASL: 'plain', KAFKA_USER: 'a' }, 'KAFKA_PASSWORD: must be set beside KAFKA_USER'],
  [
    { SCHEMA_REGISTRY_PASSWORD: 'b' },
    'SCHEMA_REGISTRY_USER: must be set beside SCHEMA_REGISTRY_PASSWORD',
  ],
  [{ ELASTICSEARCH_USER: 'a' }, 'ELASTICSEARCH_PASSWORD: must be set beside ELASTICSEARCH_USER'],
  [
    { ELASTICSEARCH_API_KEY: 'k', ELASTICSEARCH_USER: 'a', ELASTICSEARCH_PASSWORD: 'b' },
    'ELASTICSEARCH_API_KEY: must not be set beside ELASTICSEARCH_USER',
  ],
])(
  'given half of a login, two, or none where one is needed (%j), when read, then it is refused by name',
  (given, told) => {
    expect(() => readConfig(given)).toThrow(told)
  },
)
