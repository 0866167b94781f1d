// The types of the clients, from the document that a service running this code serves.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../infra/config.ts'
import { startStandalone } from '../../standalone/standalone.ts'

const ROOT = new URL('../../../', import.meta.url)

/** Returns the types of a document in a file; null where this machine cannot make them. */
type MakeTypes = (file: string) => Promise<string | null>

// The tools are loaded on use, because only developers of the service have them installed.
const clients: Readonly<Record<string, MakeTypes>> = {
  'apps/clients/typescript/openapi.ts': async (file) => {
    const { typesOf } = await import('../../clients/typescript/generate.ts')
    return typesOf(readFileSync(file, 'utf8'))
  },
  'apps/clients/python/palimpsest_client/models.py': async (file) => {
    const { modelsOf, pythonEnvironment } = await import('../../clients/python/environment.ts')
    const python = await pythonEnvironment()
    return python === null ? null : modelsOf(python, file)
  },
}

/** The types that differ from the document; `write` updates them. Reports those that this machine cannot make. */
export async function outdatedTypes(
  { write }: { write: boolean },
  tell: (line: string) => void,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-document-'))
  const document = join(folder, 'openapi.json')
  const outdated: string[] = []
  try {
    writeFileSync(document, JSON.stringify(await servedDocument(folder)))
    for (const [name, typesOf] of Object.entries(clients)) {
      const file = new URL(name, ROOT)
      const types = await typesOf(document)
      if (types === null) tell(`${name} left as it is: it needs Python 3.11 or later with venv`)
      else if (readFileSync(file, 'utf8') !== types) {
        outdated.push(name)
        if (write) writeFileSync(file, types)
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return outdated
}

async function servedDocument(folder: string): Promise<unknown> {
  const config = readConfig({ PORT: '0', DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'silent' })
  const service = await startStandalone(config, (error) => {
    throw error
  })
  try {
    return service.app.swagger()
  } finally {
    await service.stop()
  }
}
