// Which running service a command talks to, and with which key: from its options, else from the environment.
import { readConfig } from '../../../infra/config.ts'
import { UsageError } from './command.ts'
import { option } from './option.ts'

// Not imported, because that would load undici too.
const { validateHeaderValue } = process.getBuiltinModule('node:http')

export const addressOptions = {
  url: option('URL', 'the service; as HOST and PORT say by default'),
  key: option('KEY', 'an API key; BOOTSTRAP_API_KEY by default'),
} as const

export type ServiceAddress = { url: string; key: string }

export const unknownKey = ({ url }: { url: string }) =>
  `the service at ${url} does not know this key: give another one with --key KEY`

/** `localhost:8080` reads as an address too: of the protocol `localhost:`. */
export function checkAddress(url: string): void {
  const { protocol, port } = URL.canParse(url) ? new URL(url) : { protocol: '', port: '' }
  if (/^https?:$/.test(protocol) && port !== '0') return
  throw new UsageError(`--url must be an address such as http://localhost:8080, not '${url}'`)
}

/** The error of Node would quote a key, beside its stack. */
export function checkKey(key: string): void {
  try {
    validateHeaderValue('authorization', key)
  } catch {
    throw new UsageError('the key (--key, or BOOTSTRAP_API_KEY) has a character that no key has')
  }
}

export function serviceAddress(given: { url?: string; key?: string }): ServiceAddress {
  if (given.url !== undefined) checkAddress(given.url)
  const { HOST, PORT, BOOTSTRAP_API_KEY } = readConfig()
  const key = given.key ?? BOOTSTRAP_API_KEY
  if (!key) throw new UsageError('--key KEY is needed, or BOOTSTRAP_API_KEY in the environment')
  checkKey(key)
  return { url: given.url ?? `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`, key }
}
