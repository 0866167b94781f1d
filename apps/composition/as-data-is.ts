// The configuration as the data asks for it: with the root key, and with the engine whose vectors it has. Every main
// calls `asDataIs` once, before it opens anything.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../infra/config.ts'
import { embedsOffline } from '../../infra/language/create-language-model.ts'
import { LETTERS_MODEL } from '../../infra/language/offline/query-language.ts'
import type { ObjectStore } from '../../infra/ports/object-store.ts'
import { embeddingInUse, type InUse } from '../../infra/runtime/envelope/one-embedding.ts'
import { maySoonPass } from '../../infra/runtime/fail/damaged-file.ts'
import { createSqliteObjectStore } from '../../infra/sqlite/object-store.ts'
import { rooted } from './root-key.ts'

/** Throws as `rooted` does. */
export async function asDataIs(given: Config): Promise<Config> {
  return withItsLetters(await rooted(given))
}

/**
 * Data whose vectors the first version of the offline engine made keeps that version, so that an upgrade asks for
 * nothing. Where the data cannot be reached now, the process starts, and ends as soon as it sees that vectors differ.
 */
export async function withItsLetters(config: Config): Promise<Config> {
  if (!embedsOffline(config)) return config
  const inUse = await inUseOf(config).catch((error: unknown) => {
    if (maySoonPass(error)) return null
    throw error
  })
  const isSame = inUse?.generation === config.EMBEDDING_GENERATION && inUse.model === LETTERS_MODEL
  return isSame ? { ...config, EMBEDDING_ENGINE: 'letters' } : config
}

async function inUseOf(config: Config): Promise<InUse | null> {
  const objects = await objectsOf(config)
  return objects && embeddingInUse(objects).finally(() => objects.close())
}

async function objectsOf(config: Config): Promise<ObjectStore | null> {
  if (config.PROFILE === 'distributed') {
    return (await import('./distributed/distributed.ts')).rawObjectsOf(config)
  }
  const path = join(config.DATA_DIR, 'log/intake.db')
  return existsSync(path) ? createSqliteObjectStore({ path }) : null
}
