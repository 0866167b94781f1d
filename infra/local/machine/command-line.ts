// Reads the words after `npm run stack --`.
import { parseArgs } from 'node:util'
import type { ServerName } from '../server.ts'
import { serverNamesFrom } from '../stack.ts'

export const usage = `npm run stack -- up [NAME...] [--port NAME=PORT]... [--print-env]
npm run stack -- down [NAME...]
npm run stack -- status [NAME...] [--json]
npm run stack -- logs NAME [--lines COUNT]

Names: elasticsearch, kafka, registry, neo4j, s3. None given: all.
--print-env   prints what the service's environment must hold, for: eval "$(npm run -s stack -- up --print-env)"
`

export type Command =
  | {
      verb: 'up'
      names: ServerName[]
      ports: Partial<Record<ServerName, number>>
      printEnv: boolean
    }
  | { verb: 'down'; names: ServerName[] }
  | { verb: 'status'; names: ServerName[]; json: boolean }
  | { verb: 'logs'; name: ServerName; lines: number }
  | { verb: 'help' }

/** Throws an error whose message says what is wrong. */
export function parseCommand(words: string[]): Command {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      port: { type: 'string', multiple: true, default: [] },
      'print-env': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      lines: { type: 'string', default: '50' },
      help: { type: 'boolean', default: false, short: 'h' },
    },
  })
  const [verb, ...rest] = positionals
  if (values.help || verb === undefined || verb === 'help') return { verb: 'help' }
  const names = serverNamesFrom(rest)
  if (verb === 'up') {
    return { verb, names, ports: parsePorts(values.port), printEnv: values['print-env'] }
  }
  if (verb === 'down') return { verb, names }
  if (verb === 'status') return { verb, names, json: values.json }
  const [name, ...others] = names
  if (verb !== 'logs') throw new Error(`there is no command '${verb}'`)
  if (!name || others.length > 0) throw new Error('logs wants the name of one server')
  return { verb, name, lines: parseCount(values.lines) }
}

/** `kafka=19092` and the like. */
export function parsePorts(words: string[]): Partial<Record<ServerName, number>> {
  const entries = words.map((word) => {
    const [, name, port] = /^([^=]+)=(\d{1,5})$/.exec(word) ?? []
    if (!name || Number(port) < 1 || Number(port) > 65_535) {
      throw new Error(`--port wants NAME=PORT with a port from 1 to 65535, not '${word}'`)
    }
    return [serverNamesFrom([name])[0], Number(port)]
  })
  return Object.fromEntries(entries)
}

function parseCount(word: string): number {
  const count = Number(word)
  if (!Number.isInteger(count) || count < 1)
    throw new Error(`--lines wants a number, not '${word}'`)
  return count
}
