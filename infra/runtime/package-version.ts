// The version of this service, as its package says.
import { readFileSync } from 'node:fs'

export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
