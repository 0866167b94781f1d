// Starts the real servers for the tests of the distributed setting: containers where a Docker engine answers, else the
// local stack where Java and Maven can fetch it. Where neither is there, the tests are reported as skipped, by name
// and with the reason; with CI=true that is a failure.
import type { ServerName } from '../../infra/local/server.ts'
import { startStack, stopStack } from '../../infra/local/stack.ts'
import { available } from './available.ts'
import { type Containers, dockerAnswers, startContainers } from './containers.ts'
import { handOn } from './environment.ts'

/** Ports of their own, so that a stack in use on this machine is left alone. */
const PORTS: Record<ServerName, number> = {
  elasticsearch: 29200,
  kafka: 29092,
  registry: 28081,
  neo4j: 27687,
  s3: 27070,
}
const KURRENTDB_PORT = 22113
const NAMES = Object.keys(PORTS) as ServerName[]

let stop: () => Promise<void> = async () => undefined

export async function setup(): Promise<void> {
  stop = await startServers()
}

export async function teardown(): Promise<void> {
  await stop()
}

/** Returns the function that stops them again. */
async function startServers(): Promise<() => Promise<void>> {
  // The caller runs servers already, and names their addresses.
  if (process.env.PALIMPSEST_TEST_KAFKA) return async () => undefined
  const containers = (await dockerAnswers()) && (await containersWhereTheyStart())
  if (containers) {
    handOn(containers.environment)
    return containers.stop
  }
  console.warn(
    'not run, because it needs its container: the contract of the audit store on KurrentDB',
  )
  const { ok, missing } = await available(NAMES)
  if (!ok)
    return skip(`no Docker engine runs them, and the local stack needs ${missing.join(', ')}`)
  const directory = process.env.PALIMPSEST_TEST_STACK_DIRECTORY ?? '.stack/test'
  const options = { directory, ports: PORTS }
  const stopAll = async () => {
    await stopStack(NAMES, options)
  }
  try {
    handOn({ ...(await startStack(NAMES, options)), STACK: directory })
  } catch (error) {
    // Those that did start would hold their ports when the tests run again.
    await stopAll()
    throw error
  }
  return stopAll
}

/** An engine alone is not enough: it also needs its compose plugin, and available images. */
async function containersWhereTheyStart(): Promise<Containers | undefined> {
  try {
    return await startContainers({ ...PORTS, kurrentdb: KURRENTDB_PORT })
  } catch (error) {
    console.warn(`a Docker engine answers, but the servers did not start: ${lastLine(error)}`)
    return undefined
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof Error ? error.message : JSON.stringify(error)
  return text.trim().split('\n').at(-1)!
}

function skip(reason: string): () => Promise<void> {
  const what = 'the contracts and journeys over Kafka, Elasticsearch, Neo4j and S3'
  if (process.env.CI === 'true') throw new Error(`cannot run ${what}: ${reason}`)
  console.warn(`SKIPPED: ${what}: ${reason}`)
  return async () => undefined
}
