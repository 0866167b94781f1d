// The servers as containers, from the project's own compose file, by testcontainers.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ServerName } from '../../infra/local/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const SERVICES = ['kafka', 'registry', 'elasticsearch', 'neo4j', 's3', 'kurrentdb']

/** For all of them to be healthy, once their images are here. */
const START_TIMEOUT_MS = 300_000

export type Ports = Record<ServerName | 'kurrentdb', number>
export type Containers = { environment: Record<string, string>; stop: () => Promise<void> }

/** The Docker client alone is not enough: an engine must answer. */
export async function dockerAnswers(): Promise<boolean> {
  const asked = promisify(execFile)('docker', ['info', '--format', '{{.ServerVersion}}'], {
    timeout: 10_000,
  })
  return asked.then(
    () => true,
    () => false,
  )
}

export async function startContainers(ports: Ports): Promise<Containers> {
  const { DockerComposeEnvironment } = await import('testcontainers')
  const started = await new DockerComposeEnvironment(ROOT, 'docker-compose.yml')
    .withEnvironment({
      MASTER_KEY: 'a'.repeat(64),
      BOOTSTRAP_API_KEY: 'containers-key-0123456789',
      KAFKA_PORT: String(ports.kafka),
      REGISTRY_PORT: String(ports.registry),
      ELASTICSEARCH_PORT: String(ports.elasticsearch),
      NEO4J_PORT: String(ports.neo4j),
      S3_PORT: String(ports.s3),
      KURRENTDB_PORT: String(ports.kurrentdb),
    })
    .withStartupTimeout(START_TIMEOUT_MS)
    .up(SERVICES)
  return {
    environment: {
      KAFKA_BROKERS: `127.0.0.1:${ports.kafka}`,
      SCHEMA_REGISTRY_URL: `http://127.0.0.1:${ports.registry}/apis/ccompat/v7`,
      ELASTICSEARCH_URL: `http://127.0.0.1:${ports.elasticsearch}`,
      NEO4J_URL: `bolt://127.0.0.1:${ports.neo4j}`,
      S3_ENDPOINT: `http://127.0.0.1:${ports.s3}`,
      S3_BUCKET: 'palimpsest',
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'dev',
      AWS_SECRET_ACCESS_KEY: 'devsecret',
      KURRENTDB_URL: `kurrentdb://127.0.0.1:${ports.kurrentdb}?tls=false`,
    },
    stop: async () => {
      await started.down()
    },
  }
}
