// The logins of servers: each is whole, and only one is given. An engine behind an endpoint has a key or an address: its
// client would find neither, and each write would fail. Pure.

/** Each needs the other: half a login would be none. */
const TOGETHER = [
  ['KAFKA_SASL', 'KAFKA_USER'],
  ['KAFKA_USER', 'KAFKA_PASSWORD'],
  ['SCHEMA_REGISTRY_USER', 'SCHEMA_REGISTRY_PASSWORD'],
  ['ELASTICSEARCH_USER', 'ELASTICSEARCH_PASSWORD'],
] as const

/** One of the others is set where the first is `openai`. */
const ENDPOINTS = [
  ['EXTRACTION_ENGINE', 'OPENAI_API_KEY', 'OPENAI_BASE_URL'],
  [
    'EMBEDDING_ENGINE',
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'EMBEDDING_API_KEY',
    'EMBEDDING_BASE_URL',
  ],
] as const

type Named =
  | (typeof TOGETHER)[number][number]
  | (typeof ENDPOINTS)[number][number]
  | 'ELASTICSEARCH_API_KEY'
type Given = Readonly<Partial<Record<Named, string | undefined>>>
type Wrong = { name: Named; message: string }

export function wrongLogins(config: Given): Wrong[] {
  return [...wrongOfServers(config), ...wrongOfEngines(config)]
}

function wrongOfEngines(config: Given): Wrong[] {
  return ENDPOINTS.filter(
    ([engine, ...by]) => config[engine] === 'openai' && !by.some((name) => config[name]),
  ).map(([name, key, address]) => ({
    name,
    message: `openai needs ${key}, or ${address} where the endpoint asks for none`,
  }))
}

function wrongOfServers(config: Given): Wrong[] {
  const halves = TOGETHER.flatMap(([one, other]) => {
    if (Boolean(config[one]) === Boolean(config[other])) return []
    const [missing, given] = config[one] ? [other, one] : [one, other]
    return [{ name: missing, message: `must be set beside ${given}` }]
  })
  if (!config.ELASTICSEARCH_API_KEY || !config.ELASTICSEARCH_USER) return halves
  const message = 'must not be set beside ELASTICSEARCH_USER'
  return [...halves, { name: 'ELASTICSEARCH_API_KEY', message }]
}
