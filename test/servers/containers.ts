// The servers as containers, from the project's own compose file, by testcontainers.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVICES = ['kafka', 'registry', 'elasticsearch', 'neo4j', 's3', 'kurrentdb']

export type Containers = { environment: Record<string, string>; stop: () => Promise<void> }

/** The client alone is not enough: an engine must answer. */
export async function dockerAnswers(): Promise<boolean> {
  const asked = promisify(execFile)('docker', ['info', '--format', '{{.ServerVersion}}'], {
    timeout: 10_000,
  })
  return asked.then(
    () => true,
    () => false,
  )
}

export async function startContainers(): Promise<Containers> {
  const { DockerComposeEnvironment } = await import('testcontainers')
  const started = await new DockerComposeEnvironment(ROOT, 'docker-compose.yml')
    .withEnvironment({ MASTER_KEY: 'a'.repeat(64), BOOTSTRAP_API_KEY: 'containers-key-0123456789' })
    .up(SERVICES)
  return {
    // The ports of docker-compose.yml.
    environment: {
      KAFKA_BROKERS: '127.0.0.1:9092',
      SCHEMA_REGISTRY_URL: 'http://127.0.0.1:8081/apis/ccompat/v7',
      ELASTICSEARCH_URL: 'http://127.0.0.1:9200',
      NEO4J_URL: 'bolt://127.0.0.1:7687',
      S3_ENDPOINT: 'http://127.0.0.1:7070',
      S3_BUCKET: 'palimpsest',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'dev',
      AWS_SECRET_ACCESS_KEY: 'devsecret',
      KURRENTDB_URL: 'kurrentdb://127.0.0.1:2113?tls=false',
    },
    stop: async () => {
      await started.down()
    },
  }
}
