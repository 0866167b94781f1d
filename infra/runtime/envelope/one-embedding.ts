// Checks that vectors are made by the model of their generation, by objects that belong to no user: one for each
// generation, written before its first vectors. Comparing vectors of two models is meaningless, and impossible where
// their lengths differ, so a process with another model, or of another generation than the newest, refuses to start.
import { type Embedding, FIRST_GENERATION, generationOf } from '../../ports/language-model.ts'
import type { ObjectStore } from '../../ports/object-store.ts'
import { present } from '../certain.ts'

/** No app can be called this: identifiers never begin with ~. */
const FOLDER = '~language/'
const FIRST_KEY = `${FOLDER}embedding`
const MOST_GENERATIONS = 1_000

type Objects = Pick<ObjectStore, 'putMany' | 'get' | 'list'>
/** What makes the vectors that are searched. */
export type InUse = { generation: number; model: string }

/** EMBEDDING_MODEL, its length or its engine differs from that of the vectors in the log. */
export class OtherEmbedding extends Error {
  override readonly name = 'OtherEmbedding'
  /** No event is to blame and no attempt helps: the process must end (runtime/fail/retry.ts). */
  readonly fatal = true
  constructor(known: InUse, given: string) {
    super(
      `the vectors of this data were made by ${known.model} (EMBEDDING_GENERATION=${known.generation}), not by ${given}: set EMBEDDING_ENGINE, EMBEDDING_MODEL, EMBEDDING_DIMENSIONS and EMBEDDING_GENERATION as they were, or EMBEDDING_ENGINE=none to go on without vectors, or have the vectors made first: npm run cli -- reprocess vectors`,
    )
  }
}

/** Throws OtherEmbedding. A process that makes no vectors accepts any model of its generation. */
export async function verifyEmbedding(objects: Objects, embedding: Embedding): Promise<void> {
  const { model } = embedding
  const generation = generationOf(embedding)
  const inUse = (await embeddingInUse(objects)) ?? (await begun(objects, { model, generation }))
  if (inUse === null) return
  if (inUse.generation === generation && (model === null || inUse.model === model)) return
  throw new OtherEmbedding(inUse, `${model ?? 'none'} (EMBEDDING_GENERATION=${generation})`)
}

/** The newest generation; null where no vectors were made yet. */
export async function embeddingInUse(objects: Objects): Promise<InUse | null> {
  const keys = await objects.list({ prefix: FIRST_KEY, limit: MOST_GENERATIONS })
  const newest = keys
    .map(generationIn)
    .sort((a, b) => a - b)
    .at(-1)
  if (newest === undefined) return null
  return { generation: newest, model: await modelAt(objects, keyOf(newest)) }
}

/** From now on no process of an earlier generation starts. Call it when the vectors of this one are in the log. */
export async function useEmbedding(objects: Objects, { generation, model }: InUse): Promise<void> {
  await objects.putMany([{ key: keyOf(generation), body: Buffer.from(model) }])
}

/**
 * A generation is of one model from its first vectors on, also before it is in use. Gives the model that it is of, which
 * may be another.
 */
export async function reserveEmbedding(objects: Objects, wanted: InUse): Promise<string> {
  const { generation, model } = wanted
  const key = `${FOLDER}made.${generation}`
  await objects.putMany([{ key, body: Buffer.from(model) }])
  return modelAt(objects, key)
}

/** Data begins with the first generation. */
async function begun(
  objects: Objects,
  { model, generation }: { model: string | null; generation: number },
): Promise<InUse | null> {
  if (generation !== FIRST_GENERATION) {
    throw new OtherEmbedding({ generation: FIRST_GENERATION, model: 'no model yet' }, `${model}`)
  }
  if (model === null) return null
  await useEmbedding(objects, { generation, model })
  return embeddingInUse(objects)
}

async function modelAt(objects: Pick<ObjectStore, 'get'>, key: string): Promise<string> {
  return Buffer.from(present(await objects.get(key), `object ${key}`)).toString()
}

function keyOf(generation: number): string {
  return generation === FIRST_GENERATION ? FIRST_KEY : `${FIRST_KEY}.${generation}`
}

function generationIn(key: string): number {
  return key === FIRST_KEY ? FIRST_GENERATION : Number(key.slice(FIRST_KEY.length + 1))
}
