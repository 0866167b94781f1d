// The only reader of the environment. The table in README.md is generated from this list.
import { isIP } from 'node:net'
import { z } from 'zod'
import { decimal, digits } from '../schemas/api/digits.ts'
import { MIN_SECRET_CHARS } from '../schemas/identifiers.ts'
import { encryptedByKms, masterKeyDigits, withOneMasterKey } from './config-files.ts'
import { cidrsIn, hasPort, isCidr, isHops, isOrigin, listed, pricesIn } from './config-lists.ts'
import { wrongLogins } from './config-logins.ts'
import { InvalidConfig, inSettingsWords, isOneSlipAway } from './config-words.ts'

export { InvalidConfig }

const OTHER_PORT = 'must name another port than 0'
const address = z.url().refine(hasPort, OTHER_PORT).optional()
const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine(hasPort, OTHER_PORT)
  .optional()
const optional = z.string().min(1).optional()

/** Name, shape, and what it means; in the order of the README's table. */
const variables = {
  PORT: [digits(0, 65535).default(8080), 'port to listen on'],
  HOST: [z.string().min(1).default('127.0.0.1'), 'address to listen on'],
  PUBLIC_URL: [
    webAddress,
    'where webhooks reach the service, without `/v1`; unset: `http://` and the Host header',
  ],
  WORKER_PORT: [
    digits(0, 65535).default(9464),
    'where a worker of its own serves /livez, /readyz and /metrics; taken: the next free one; 0: any',
  ],
  DATA_DIR: [
    z.string().min(1).default('.data'),
    'where the embedded data lies; distributed: where workers keep what they decide from',
  ],
  BOOTSTRAP_API_KEY: [
    z.string().min(MIN_SECRET_CHARS, `must be at least ${MIN_SECRET_CHARS} characters`).optional(),
    'a key with every permission for every app; unset: made and printed on the first start',
  ],
  PROFILE: [
    z.enum(['embedded', 'distributed']).default('embedded'),
    '`embedded`: one process over files; `distributed`: over the servers below',
  ],
  STATE_STANDBYS: [
    digits(0, 2).default(0),
    'distributed: on how many other workers a copy of what each partition is decided from stands by, at most 2',
  ],
  KAFKA_BROKERS: [optional, 'distributed: brokers, `host:port`, separated by commas'],
  KAFKA_PARTITIONS: [
    digits(1, 64).default(6),
    'distributed: into how many partitions the topics of users are made, once and for all; a processor runs at most as many workers, and one worker on a small machine is fastest with 1',
  ],
  KAFKA_TLS: [
    z.enum(['on', 'off']).default('off'),
    'distributed: `on`: brokers are reached over TLS; an authority of your own: NODE_EXTRA_CA_CERTS',
  ],
  KAFKA_SASL: [
    z.enum(['plain', 'scram-sha-256', 'scram-sha-512']).optional(),
    'distributed: how brokers check the login; unset: they ask for none',
  ],
  KAFKA_USER: [optional, 'distributed: the login, with KAFKA_SASL'],
  KAFKA_PASSWORD: [optional, 'distributed'],
  SCHEMA_REGISTRY_URL: [address, 'distributed: a Confluent-compatible Schema Registry'],
  SCHEMA_REGISTRY_USER: [optional, 'distributed: unset where the server needs no login'],
  SCHEMA_REGISTRY_PASSWORD: [optional, 'distributed'],
  ELASTICSEARCH_URL: [address, 'distributed: items, resources, summaries, audit'],
  ELASTICSEARCH_USER: [optional, 'distributed: unset where the server needs no login'],
  ELASTICSEARCH_PASSWORD: [optional, 'distributed'],
  ELASTICSEARCH_API_KEY: [optional, 'distributed: instead of both, an encoded API key'],
  NEO4J_URL: [address, 'distributed: the graph, such as `bolt://host:7687`'],
  NEO4J_USER: [optional, 'distributed: unset where the server needs no login'],
  NEO4J_PASSWORD: [optional, 'distributed'],
  S3_ENDPOINT: [address, 'distributed: raw content and data keys; unset: AWS itself'],
  S3_BUCKET: [optional, 'distributed: made at start where it is missing'],
  AWS_REGION: [z.string().min(1).default('us-east-1'), 'of S3 and AWS KMS'],
  AWS_ACCESS_KEY_ID: [optional, 'for S3 and AWS KMS; unset: the usual AWS credential chain'],
  AWS_SECRET_ACCESS_KEY: [optional, 'beside it'],
  AWS_SESSION_TOKEN: [optional, 'beside it where credentials are temporary'],
  NAMESPACE: [
    z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and -, at most 32')
      .optional(),
    'distributed: set where several services share the servers; goes before every name in them',
  ],
  KURRENTDB_URL: [optional, 'distributed: where the audit log lies; unset: Elasticsearch'],
  OPENAI_API_KEY: [optional, 'set: a model is used; unset: the offline engine'],
  OPENAI_BASE_URL: [address, 'an OpenAI-compatible endpoint other than the default'],
  EXTRACTION_ENGINE: [
    z.enum(['offline', 'openai']).optional(),
    'what reads facts and writes summaries; unset: `openai` where OPENAI_API_KEY is set, else `offline`',
  ],
  EXTRACTION_MODEL: [
    z.string().min(1).default('gpt-4.1-mini'),
    'the model that extracts and summarises',
  ],
  MODEL_TIMEOUT_MS: [digits(1_000, 600_000).default(60_000), 'how long a model may take, in ms'],
  EXTRACTION_MIN_CONFIDENCE: [
    decimal(0, 1).default(0),
    'facts of which the engine is less sure are not kept, 0 to 1',
  ],
  MODEL_PRICES: [
    z
      .string()
      .transform(pricesIn)
      .refine((prices) => prices !== null, 'must be `model=input/output`, separated by commas')
      .optional(),
    'what a million tokens cost, for the cost in /metrics: `model=input/output/cached input`, separated by commas, in any currency; such as `gpt-4.1-mini=0.4/1.6/0.1,text-embedding-3-small=0.02/0`',
  ],
  EXTRACTION_CPU_BUDGET_MS: [
    digits(100).default(20_000),
    'CPU time that reading one write may take, in milliseconds; beyond it the write fails',
  ],
  EMBEDDING_ENGINE: [
    z.enum(['offline', 'letters', 'openai', 'none']).optional(),
    'what makes vectors; unset: `openai` where OPENAI_API_KEY or EMBEDDING_BASE_URL is set, else `offline`. Data that has vectors of one model refuses another, but those of the first offline engine, `letters`, stay in use',
  ],
  EMBEDDING_BASE_URL: [
    address,
    'an OpenAI-compatible endpoint for vectors alone; unset: OPENAI_BASE_URL',
  ],
  EMBEDDING_API_KEY: [optional, 'its key; unset: OPENAI_API_KEY'],
  EMBEDDING_MODEL: [z.string().min(1).default('text-embedding-3-small'), 'the model that embeds'],
  EMBEDDING_DIMENSIONS: [
    digits(8, 4096).default(512),
    'how many numbers a vector of that model has',
  ],
  EMBEDDING_GENERATION: [
    digits(1, 999).default(1),
    'raised by one where another model takes the place of the one that made the vectors, after `npm run cli -- reprocess vectors`',
  ],
  RERANK_URL: [
    address,
    'an endpoint that ranks the best of what was found again, such as `https://host/v1/rerank`; unset: none',
  ],
  RERANK_API: [
    z.enum(['cohere', 'tei']).default('cohere'),
    'what it speaks: `cohere` (also Jina, vLLM), or `tei` (text-embeddings-inference)',
  ],
  RERANK_API_KEY: [optional, 'its key, where it wants one'],
  RERANK_MODEL: [optional, 'its model, where it has several'],
  MASTER_KEY: [
    masterKeyDigits.optional(),
    "wraps the users' data keys, 64 hexadecimal digits; unset: made on the first start (embedded)",
  ],
  MASTER_KEY_FILE: [optional, 'a file that holds MASTER_KEY, such as a mounted secret'],
  MASTER_KEY_KMS: [
    encryptedByKms.optional(),
    'instead of both: the master key as AWS KMS encrypted it, base64; decrypted at each start',
  ],
  KMS_ENDPOINT: [address, 'what decrypts MASTER_KEY_KMS; unset: AWS itself'],
  SEALED_PROJECTIONS: [
    z.enum(['on', 'off']).default('on'),
    "`on`: the stores of projections hold users' words, names and ids only under their data keys; `off`: in plain, for those who query the stores themselves",
  ],
  RETRIEVAL_THREADS: [
    digits(1, 64).optional(),
    'the most threads that compute /retrieve, of which one app may hold all but one; unset: one more than cores, at most 5',
  ],
  RATE_LIMIT_SCALE: [
    decimal(0).default(1),
    'multiplies the rate limits; 0 turns them off, but neither caps nor deadlines of connections',
  ],
  TRUST_PROXY: [
    z
      .string()
      .refine(
        (text) => isHops(text) || cidrsIn(text).every((each) => isIP(each) > 0 || isCidr(each)),
        'must be addresses or CIDRs separated by commas, or how many proxies a request passes (1 to 16)',
      )
      .optional(),
    'proxies whose X-Forwarded-For is believed: addresses or CIDRs separated by commas, or how many a request passes; unset: none',
  ],
  CORS_ORIGINS: [
    z
      .string()
      .refine(
        (text) => text.trim() === '*' || listed(text).every(isOrigin),
        'must be `*`, or origins such as https://shop.example separated by commas',
      )
      .optional(),
    'pages that may call the API from a browser: origins separated by commas, or `*`; unset: none but our own',
  ],
  MAX_CONNECTIONS: [
    digits(1, 1_000_000).default(4_000),
    'connections held at once; further ones are dropped',
  ],
  MAX_CONNECTIONS_PER_ADDRESS: [
    digits(1, 1_000_000).default(512),
    'of which from one address (IPv6: one /64); not of TRUST_PROXY',
  ],
  METRICS: [
    z.enum(['open', 'key', 'off']).default('open'),
    '`open`: /metrics needs no key; `key`: one with `audit:read` for every app (workers: none at all); `off`: 404',
  ],
  DOCS: [z.enum(['on', 'off']).default('on'), '`off`: neither /docs nor /v1/openapi.json'],
  CONSOLE: [z.enum(['on', 'off']).default('on'), '`off`: no /console, and `/` leads nowhere'],
  MAINTENANCE: [
    z.enum(['daily', 'off']).default('daily'),
    '`daily`: decayed facts are pruned, duplicates merged, stale summaries refreshed; `off`: only when asked',
  ],
  MAINTENANCE_HOUR: [digits(0, 23).default(3), 'the hour of the day, in UTC, at which that begins'],
  WEBHOOK_ALLOWED_CIDRS: [
    z
      .string()
      .refine((text) => cidrsIn(text).every(isCidr), 'must be `none`, or CIDRs separated by commas')
      .optional(),
    'private addresses that webhooks may reach, CIDRs separated by commas, or `none`; unset: none. For trying it out on one machine: `127.0.0.0/8,::1/128`',
  ],
  LOG_LEVEL: [
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
    'how much is logged',
  ],
} as const satisfies Record<string, readonly [z.ZodType, string]>

type Name = keyof typeof variables
const names = Object.keys(variables) as Name[]
const shape = Object.fromEntries(names.map((name) => [name, variables[name][0]])) as {
  [K in Name]: (typeof variables)[K][0]
}
/** Without these the distributed setting cannot start. */
const distributedNeeds = [
  'KAFKA_BROKERS',
  'SCHEMA_REGISTRY_URL',
  'ELASTICSEARCH_URL',
  'NEO4J_URL',
  'S3_BUCKET',
  'MASTER_KEY',
] as const satisfies readonly Name[]

const MAKE_ONE = ' (make one: `export MASTER_KEY=$(openssl rand -hex 32)`)'

const environment = z.object(shape).superRefine((config, context) => {
  const refuse = (name: Name, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  for (const { name, message } of wrongLogins(config)) refuse(name, message)
  if (config.PROFILE !== 'distributed') return
  for (const name of distributedNeeds) {
    if ((name === 'MASTER_KEY' && config.MASTER_KEY_KMS) || config[name] !== undefined) continue
    refuse(name, `must be set with PROFILE=distributed${name === 'MASTER_KEY' ? MAKE_ONE : ''}`)
  }
})

export type Config = z.infer<typeof environment>

/** The private ranges that webhooks may reach. */
export function webhookAllowedCidrs(config: Config): readonly string[] {
  return cidrsIn(config.WEBHOOK_ALLOWED_CIDRS ?? 'none')
}

export function readConfig(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const all = withOneMasterKey(env)
  const given = Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
  const read = environment.safeParse(given, { error: inSettingsWords })
  if (read.success) return read.data
  const issues = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new InvalidConfig(`the environment is not right: ${issues.join('; ')}`)
}

/** Shorter names resemble too many others. */
const LEAST_LETTERS = 6

/** Unknown variables that are one slip away from a known one. */
export function misspeltVariables(
  env: NodeJS.ProcessEnv = process.env,
): { given: string; meant: Name }[] {
  const compared = names.filter((name) => name.length >= LEAST_LETTERS)
  return Object.keys(env)
    .filter((given) => !Object.hasOwn(variables, given))
    .flatMap((given) => {
      const meant = compared.find((name) => isOneSlipAway(given.toUpperCase(), name))
      return meant ? [{ given, meant }] : []
    })
}

/** The settings of this environment, but for those that are given. */
export function readConfigWith(given: Readonly<Record<string, string | undefined>>): Config {
  return readConfig({ ...process.env, ...given })
}

/** npm runs the command line in the root of the project, and says where its caller is. Empty: run without npm. */
export function folderOfCaller(env: NodeJS.ProcessEnv = process.env): string {
  return env.npm_lifecycle_script?.startsWith('node apps/cli/main.ts') ? (env.INIT_CWD ?? '') : ''
}

/** The hour at which daily maintenance begins; undefined where it is off. */
export function maintenanceHour(config: Config): number | undefined {
  return config.MAINTENANCE === 'daily' ? config.MAINTENANCE_HOUR : undefined
}

/** Rows of the README's table: name, default, meaning. */
export function configTable(): { name: string; fallback: string; meaning: string }[] {
  return names.map((name) => {
    const fallback = shape[name].safeParse(undefined)
    return { name, fallback: String(fallback.data ?? ''), meaning: variables[name][1] }
  })
}
