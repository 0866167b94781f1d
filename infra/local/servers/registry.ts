// Apicurio Registry with the Confluent-compatible API, its schemas in an embedded database file.
import { answers } from '../probe/probe.ts'
import type { Candidate, Place, Server } from '../server.ts'

export const registry: Server = {
  name: 'registry',
  port: 8081,
  otherPorts: () => [],
  readyWithinMs: 90_000,
  candidates: [third('3.3.3'), second('2.6.13.Final')],
  ready: (port) => answers(`${api(port)}/subjects`, (status) => status === 200),
  environment: (port) => ({ SCHEMA_REGISTRY_URL: api(port) }),
}

const api = (port: number) => `http://127.0.0.1:${port}/apis/ccompat/v7`

/** The current generation. It needs a Java newer than 17. */
function third(version: string): Candidate {
  return {
    id: `registry-${version}`,
    fetch: { from: 'maven', archive: archive(version) },
    java: 21,
    launch: (place) =>
      launch(place, 'quarkus-run.jar', [
        `-Dapicurio.datasource.url=${database(place, 3)}`,
        '-Dapicurio.rules.global.compatibility=BACKWARD',
      ]),
  }
}

/** The previous generation, for Java 17. Its rule for all subjects can only be set through the API. */
function second(version: string): Candidate {
  return {
    id: `registry-${version}`,
    fetch: { from: 'maven', archive: archive(version) },
    java: 17,
    launch: (place) =>
      launch(place, `apicurio-registry-app-${version}-runner.jar`, [
        `-Dquarkus.datasource.jdbc.url=${database(place, 2)}`,
      ]),
    settle: requireBackward,
  }
}

function archive(version: string): string {
  return `io.apicurio:apicurio-registry-app:${version}:tar.gz:all`
}

/**
 * Writes reach the disk at once, so that killing the server loses no acknowledged schema. The
 * generations cannot read each other's files.
 */
const database = ({ run }: Place, generation: number) =>
  `jdbc:h2:file:${run}/data/generation-${generation};WRITE_DELAY=0`

function launch({ home, port }: Place, jar: string, settings: string[]) {
  return {
    command: 'java',
    args: [
      '-Xmx384m',
      '-Dquarkus.http.host=127.0.0.1',
      `-Dquarkus.http.port=${port}`,
      ...settings,
      '-jar',
      `${home}/${jar}`,
    ],
    directories: ['data'],
  }
}

async function requireBackward({ port }: Pick<Place, 'port'>): Promise<void> {
  const answer = await fetch(`${api(port)}/config`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ compatibility: 'BACKWARD' }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!answer.ok) throw new Error(`setting the compatibility was answered with ${answer.status}`)
}
