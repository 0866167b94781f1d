// How tests find the servers that the run has started: variables of the service, under names of their own so that
// nothing but a test uses them by accident.

/** By variable of the service: the name under which tests find it. */
const handedOn = {
  KAFKA_BROKERS: 'PALIMPSEST_TEST_KAFKA',
  SCHEMA_REGISTRY_URL: 'PALIMPSEST_TEST_REGISTRY',
  ELASTICSEARCH_URL: 'PALIMPSEST_TEST_ELASTICSEARCH',
  NEO4J_URL: 'PALIMPSEST_TEST_NEO4J',
  S3_ENDPOINT: 'PALIMPSEST_TEST_S3',
  S3_BUCKET: 'PALIMPSEST_TEST_S3_BUCKET',
  AWS_REGION: 'PALIMPSEST_TEST_S3_REGION',
  AWS_ACCESS_KEY_ID: 'PALIMPSEST_TEST_S3_ACCESS_KEY_ID',
  AWS_SECRET_ACCESS_KEY: 'PALIMPSEST_TEST_S3_SECRET_ACCESS_KEY',
  KURRENTDB_URL: 'PALIMPSEST_TEST_KURRENTDB',
  /** The directory of the local stack that tests may disrupt; unset where the servers are containers. */
  STACK: 'PALIMPSEST_TEST_STACK',
} as const
const names = Object.keys(handedOn) as (keyof typeof handedOn)[]

/** For the process that starts the servers: processes that it starts afterwards inherit them. */
export function handOn(environment: Readonly<Record<string, string | undefined>>): void {
  for (const name of names) {
    const value = environment[name]
    if (value !== undefined) process.env[handedOn[name]] = value
  }
}

/** For tests. Empty where no servers were started. */
export function serverEnvironment(): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[handedOn[name]]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
