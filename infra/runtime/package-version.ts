// The version of this service, as its package says.
import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = z.object({ version: z.string() })

export function packageVersion(): string {
  const file = new URL('../../package.json', import.meta.url)
  return manifest.parse(JSON.parse(readFileSync(file).toString())).version
}
