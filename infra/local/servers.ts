// All local servers by name, in the order in which they are started: the slowest first.
import { type Server, type ServerName, serverNames } from './server.ts'
import { elasticsearch } from './servers/elasticsearch.ts'
import { kafka } from './servers/kafka.ts'
import { neo4j } from './servers/neo4j.ts'
import { registry } from './servers/registry.ts'
import { s3 } from './servers/s3.ts'

export const servers: Record<ServerName, Server> = { elasticsearch, kafka, registry, neo4j, s3 }

/** The servers of these names, each once, in starting order. None named: all. */
export function serversNamed(names: readonly ServerName[]): Server[] {
  const wanted =
    names.length === 0 ? serverNames : serverNames.filter((name) => names.includes(name))
  return wanted.map((name) => servers[name])
}
