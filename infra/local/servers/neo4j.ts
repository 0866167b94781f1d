// Neo4j Community, started from its jars, speaking Bolt only.
import { boltAnswers } from '../probe/probe.ts'
import { type Candidate, classPath, type Place, type Server } from '../server.ts'

export const neo4j: Server = {
  name: 'neo4j',
  port: 7687,
  otherPorts: () => [],
  readyWithinMs: 360_000,
  candidates: [community('5.26.30'), community('5.26.12')],
  ready: boltAnswers,
  environment: (port) => ({ NEO4J_URL: `bolt://127.0.0.1:${port}` }),
}

function community(version: string): Candidate {
  return {
    id: `neo4j-${version}`,
    fetch: {
      from: 'maven',
      jars: [`org.neo4j:neo4j:${version}`, `org.neo4j.app:neo4j-server:${version}`],
    },
    java: 17,
    launch: (place) => ({
      command: 'java',
      args: [
        '-Xms256m',
        '-Xmx512m',
        ...['java.nio', 'java.io', 'sun.nio.ch'].map(
          (name) => `--add-opens=java.base/${name}=ALL-UNNAMED`,
        ),
        '-cp',
        classPath(place),
        'org.neo4j.server.CommunityEntryPoint',
        `--home-dir=${place.run}`,
        `--config-dir=${place.run}/config`,
        '--console-mode',
      ],
      files: { 'config/neo4j.conf': settings(place) },
      directories: ['data', 'logs'],
    }),
  }
}

function settings({ port }: Place): string {
  return `dbms.security.auth_enabled=false
dbms.usage_report.enabled=false
server.default_listen_address=127.0.0.1
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:${port}
server.bolt.advertised_address=127.0.0.1:${port}
server.http.enabled=false
server.https.enabled=false
server.memory.pagecache.size=128m
db.tx_log.preallocate=false
dbms.cypher.min_replan_interval=1h
`
}
