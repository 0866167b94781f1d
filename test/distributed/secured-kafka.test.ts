// Brokers that speak TLS and check a login, as those of cloud providers do: the service writes and reads there, and is
// told what is wrong where they refuse it. A broker of its own, because tests share the other one without a login.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropNamespace } from '../../apps/composition/distributed/drop-namespace.ts'
import { readConfig } from '../../infra/config.ts'
import { chooseCandidate } from '../../infra/local/fetch/choose-candidate.ts'
import { cacheDirectory } from '../../infra/local/machine/environment.ts'
import { silentProgress } from '../../infra/local/machine/progress.ts'
import { findJava, type Java, runTool } from '../../infra/local/machine/tool.ts'
import type { Launch, Place, Server } from '../../infra/local/server.ts'
import { kafka } from '../../infra/local/servers/kafka.ts'
import { endServer } from '../../infra/local/start/server-process.ts'
import { bringUp } from '../../infra/local/start/start-server.ts'
import { present } from '../../infra/runtime/certain.ts'
import { startMain } from '../journeys/process.ts'
import { serverEnvironment } from '../servers/environment.ts'
import { runCli, stack } from './cluster.ts'

const PORT = 19_292
const SECURED = PORT + 2
const USER = 'palimpsest'
const PASSWORD = 'a-password-of-the-broker'
const KEY = 'secured-key-0123456789abcdef'
const directory = mkdtempSync(join(tmpdir(), 'palimpsest-secured-'))
const run = join(directory, 'kafka')
const authority = join(directory, 'authority.pem')
const store = join(directory, 'broker.p12')

const plain = {
  ...serverEnvironment(),
  PROFILE: 'distributed',
  DATA_DIR: join(directory, 'data'),
  NAMESPACE: `c${randomUUID().slice(0, 8)}`,
  MASTER_KEY: 'b'.repeat(64),
  BOOTSTRAP_API_KEY: KEY,
  KAFKA_PARTITIONS: '1',
}
const env = {
  ...plain,
  KAFKA_BROKERS: `127.0.0.1:${SECURED}`,
  KAFKA_TLS: 'on',
  KAFKA_SASL: 'scram-sha-256',
  KAFKA_USER: USER,
  KAFKA_PASSWORD: PASSWORD,
  NODE_EXTRA_CA_CERTS: authority,
}

beforeAll(async () => {
  if (!stack) return
  const java = present(await findJava(), 'java')
  await makeCertificate(java)
  await bringUp({
    server: secured,
    run,
    wantedPort: PORT,
    java,
    progress: silentProgress,
    choose: () =>
      chooseCandidate(secured, { cache: cacheDirectory(), java, progress: silentProgress }),
  })
}, 180_000)
afterAll(async () => {
  if (stack) {
    await endServer(run)
    await dropNamespace(readConfig(plain))
  }
  rmSync(directory, { recursive: true, force: true })
}, 120_000)

test.skipIf(!stack)(
  'given the login, then what is written over it is processed and found',
  { timeout: 300_000 },
  async () => {
    const [api, worker] = [await startMain('api', env), await startMain('worker', env)]
    const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
    const ask = async (path: string, body: object) => {
      const asked = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${api.announced}/v1${path}`, asked)).json()
    }
    const scope = { appId: 'secured', userId: 'anna' }
    const said = { content: 'I live in Porto.', contentType: 'conversation' }
    expect(await ask('/memorize', { ...scope, ...said, wait: 30_000 })).toMatchObject({
      retrievable: true,
    })
    expect(await ask('/retrieve', { ...scope, query: 'Where do I live?' })).toMatchObject({
      relevantItems: [{ content: 'I live in Porto.' }],
    })
    expect(await Promise.all([api.end('SIGTERM'), worker.end('SIGTERM')])).toEqual([0, 0])
  },
)

test.skipIf(!stack).each([
  ['another password', { KAFKA_PASSWORD: 'the-wrong-one' }],
  ['an authority that is not known', { NODE_EXTRA_CA_CERTS: '' }],
])(
  'given %s, then a command says that the brokers cannot be used, and not the password',
  { timeout: 120_000 },
  async (_, other) => {
    const { code, stderr } = await runCli({ ...env, ...other }, [
      'log',
      '--topic',
      'memory.writes.v1',
    ])
    expect([code, stderr]).toEqual([1, expect.stringContaining('KAFKA_')])
    expect(stderr).not.toMatch(/the-wrong-one|a-password/)
  },
)

const secured: Server = {
  ...kafka,
  otherPorts: (port) => [port + 1, port + 2],
  candidates: kafka.candidates.map((candidate) => ({
    ...candidate,
    launch: (place) => withLogin(candidate.launch(place), place),
  })),
}

/** Beside the listener without a login, by which the test sees that the broker is up. */
function withLogin(launch: Launch, { port }: Place): Launch {
  const path = 'config/server.properties'
  const listener = `SECURED://127.0.0.1:${port + 2}`
  const properties = present(launch.files?.[path], path)
    .replace(/^(listeners|advertised\.listeners)=.*$/gm, `$&,${listener}`)
    .replace(/^listener\.security\.protocol\.map=.*$/m, '$&,SECURED:SASL_SSL')
  const own = `listener.name.secured.ssl.keystore.type=PKCS12
listener.name.secured.ssl.keystore.location=${store}
listener.name.secured.ssl.keystore.password=${PASSWORD}
listener.name.secured.sasl.enabled.mechanisms=SCRAM-SHA-256
listener.name.secured.scram-sha-256.sasl.jaas.config=org.apache.kafka.common.security.scram.ScramLoginModule required;
`
  const [format] = present(launch.prepare, 'the formatting')
  const { command, args } = present(format, 'the formatting')
  const login = ['--add-scram', `SCRAM-SHA-256=[name=${USER},password=${PASSWORD}]`]
  return {
    ...launch,
    files: { ...launch.files, [path]: properties + own },
    prepare: [{ command, args: [...args, ...login] }],
  }
}

async function makeCertificate({ home }: Java): Promise<void> {
  const keytool = (...args: string[]) =>
    runTool({
      command: join(home, 'bin', 'keytool'),
      args: [...args, '-alias', 'broker', '-keystore', store, '-storepass', PASSWORD],
    })
  const name = ['-dname', 'CN=broker', '-ext', 'SAN=IP:127.0.0.1', '-validity', '2']
  await keytool('-genkeypair', '-keyalg', 'EC', '-storetype', 'PKCS12', ...name)
  writeFileSync(authority, await keytool('-exportcert', '-rfc'))
}
