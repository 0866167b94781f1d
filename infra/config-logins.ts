// The logins of servers: each is whole, and only one is given. Pure.

/** Each needs the other: half a login would be none. */
const TOGETHER = [
  ['KAFKA_SASL', 'KAFKA_USER'],
  ['KAFKA_USER', 'KAFKA_PASSWORD'],
  ['SCHEMA_REGISTRY_USER', 'SCHEMA_REGISTRY_PASSWORD'],
  ['ELASTICSEARCH_USER', 'ELASTICSEARCH_PASSWORD'],
] as const

type Named = (typeof TOGETHER)[number][number] | 'ELASTICSEARCH_API_KEY'

export function wrongLogins(
  config: Readonly<Partial<Record<Named, string | undefined>>>,
): { name: Named; message: string }[] {
  const halves = TOGETHER.flatMap(([one, other]) => {
    if (Boolean(config[one]) === Boolean(config[other])) return []
    const [missing, given] = config[one] ? [other, one] : [one, other]
    return [{ name: missing, message: `must be set beside ${given}` }]
  })
  if (!config.ELASTICSEARCH_API_KEY || !config.ELASTICSEARCH_USER) return halves
  const message = 'must not be set beside ELASTICSEARCH_USER'
  return [...halves, { name: 'ELASTICSEARCH_API_KEY', message }]
}
