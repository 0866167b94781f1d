// The types of the TypeScript client, from the document that a service of this code serves.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../infra/config.ts'
import { startStandalone } from '../standalone/standalone.ts'

export const CLIENT_TYPES = 'apps/clients/typescript/openapi.ts'

const FILE = new URL(`../../${CLIENT_TYPES}`, import.meta.url)

/** True where the file is as the document says. */
export async function isClientUpToDate(): Promise<boolean> {
  return readFileSync(FILE, 'utf8') === (await clientTypes())
}

/** Gives whether the file changed. */
export async function writeClientTypes(): Promise<boolean> {
  const types = await clientTypes()
  if (readFileSync(FILE, 'utf8') === types) return false
  writeFileSync(FILE, types)
  return true
}

async function clientTypes(): Promise<string> {
  // Loaded here, because only who develops the service has it installed.
  const { typesOf } = await import('../clients/typescript/generate.ts')
  return typesOf(await servedDocument())
}

async function servedDocument(): Promise<unknown> {
  const dataDir = mkdtempSync(join(tmpdir(), 'palimpsest-document-'))
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const service = await startStandalone(config, (error) => {
    throw error
  })
  try {
    return service.app.swagger()
  } finally {
    await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
