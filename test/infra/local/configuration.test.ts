// The configuration of the local servers: their settings, their command lines, and the variables that they offer.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mavenProject } from '../../../infra/local/fetch/maven-project.ts'
import { type Place, type ServerName, serverNames } from '../../../infra/local/server.ts'
import { servers, serversNamed } from '../../../infra/local/servers.ts'

const place: Place = {
  home: '/cache/entry',
  run: '/stack/run/one',
  port: 20_000,
  javaHome: '/java',
}

const launches = serverNames.flatMap((name) =>
  servers[name].candidates.map((candidate) => ({ name, id: candidate.id, candidate })),
)

const launch = (name: ServerName) => servers[name].candidates[0]!.launch(place)

describe('every candidate', () => {
  test.each(launches)('$id names its own directory on its command line', ({ candidate }) => {
    const { command, args } = candidate.launch(place)
    expect([command, ...args].join(' ')).toContain(`${place.run}/`)
  })

  test.each(launches)(
    '$id listens on this machine only, on the port asked for',
    ({ candidate }) => {
      const { args, files = {} } = candidate.launch(place)
      const text = [...args, ...Object.values(files)].join('\n')
      expect(text).toContain('127.0.0.1')
      expect(text).toContain('20000')
      expect(text).not.toMatch(/0\.0\.0\.0|localhost/)
    },
  )

  test('has a name of its own', () => {
    expect(new Set(launches.map(({ id }) => id)).size).toBe(launches.length)
  })
})

test('Kafka: one node, controller on the next port, nothing created by a mere mention', () => {
  const { files, prepare } = launch('kafka')
  const settings = files!['config/server.properties']!
  expect(settings).toContain('listeners=PLAINTEXT://127.0.0.1:20000,CONTROLLER://127.0.0.1:20001')
  expect(settings).toContain('controller.quorum.voters=1@127.0.0.1:20001')
  expect(settings).toContain('auto.create.topics.enable=false')
  expect(settings).toContain('transaction.state.log.min.isr=1')
  expect(prepare![0]!.args.slice(-2)).toEqual([
    '/stack/run/one/config/server.properties',
    '--ignore-formatted',
  ])
})

test('Elasticsearch: one open node that never runs as root, with one gibibyte', () => {
  const { files, env } = launch('elasticsearch')
  expect(servers.elasticsearch.refusesRoot).toBe(true)
  expect(files!['config/elasticsearch.yml']).toContain('discovery.type: single-node')
  expect(files!['config/elasticsearch.yml']).toContain('transport.port: 20100')
  expect(files!['config/jvm.options']).toContain('-Xmx1g')
  expect(env).toMatchObject({ ES_JAVA_HOME: '/java', ES_PATH_CONF: '/stack/run/one/config' })
})

test('the registry: a newer Java gets the newer generation, with files of its own', () => {
  const [third, second] = servers.registry.candidates
  expect([third!.java, second!.java]).toEqual([21, 17])
  expect(third!.launch(place).args.join(' ')).toContain('/data/generation-3;')
  expect(second!.launch(place).args.join(' ')).toContain('/data/generation-2;')
})

describe('the object server keeps what it knows of objects', () => {
  const { candidates } = servers.s3
  const runWith = (...directories: string[]) => {
    const run = mkdtempSync(join(tmpdir(), 'palimpsest-s3-'))
    onTestFinished(() => rmSync(run, { recursive: true }))
    for (const directory of directories) mkdirSync(join(run, directory), { recursive: true })
    return candidates[0]!.launch({ ...place, run })
  }

  test('in their attributes, and beside them where the file system has none', () => {
    const { args, otherwise } = runWith()
    expect(args).not.toContain('--sidecar')
    expect(otherwise!.args).toContain('--sidecar')
  })

  test('where it has kept it so far', () => {
    const attributes = runWith('data/bucket')
    expect(attributes.args).not.toContain('--sidecar')
    expect(attributes.otherwise).toBeUndefined()
    expect(runWith('data/bucket', 'metadata').args).toContain('--sidecar')
  })

  test('as if for the first time, where the first time came to nothing', () => {
    expect(runWith('data').otherwise!.args).toContain('--sidecar')
  })
})

test('all of them together offer what the service asks for', () => {
  const environment = Object.assign(
    {},
    ...serversNamed([]).map((server) => server.environment(server.port)),
  )
  expect(environment).toEqual({
    KAFKA_BROKERS: '127.0.0.1:9092',
    SCHEMA_REGISTRY_URL: 'http://127.0.0.1:8081/apis/ccompat/v7',
    ELASTICSEARCH_URL: 'http://127.0.0.1:9200',
    NEO4J_URL: 'bolt://127.0.0.1:7687',
    S3_ENDPOINT: 'http://127.0.0.1:7070',
    S3_BUCKET: 'palimpsest',
    AWS_ACCESS_KEY_ID: 'dev',
    AWS_SECRET_ACCESS_KEY: 'devsecret',
    AWS_REGION: 'us-east-1',
  })
})

test('names come in starting order, each once', () => {
  expect(serversNamed(['s3', 'kafka', 's3']).map(({ name }) => name)).toEqual(['kafka', 's3'])
})

test('no two servers want the same port', () => {
  const ports = serversNamed([]).flatMap(({ port, otherPorts }) => [port, ...otherPorts(port)])
  expect(new Set(ports).size).toBe(ports.length)
})

describe('the Maven project', () => {
  test('asks for an archive by type and classifier, and for nothing that it depends on', () => {
    const project = mavenProject({ from: 'maven', archive: 'g:a:1:tar.gz:all' })
    expect(project).toContain(
      '<groupId>g</groupId><artifactId>a</artifactId><version>1</version><type>tar.gz</type><classifier>all</classifier><exclusions>',
    )
  })

  test('asks for jars with all that they depend on', () => {
    const project = mavenProject({ from: 'maven', jars: ['g:a:1', 'g:b:2'] })
    expect(project.match(/<dependency>/g)).toHaveLength(2)
    expect(project).not.toContain('exclusions')
  })
})
