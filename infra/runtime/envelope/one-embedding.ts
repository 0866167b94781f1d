// Checks that vectors are made by the model that made the stored ones, by an object that belongs to no user and is
// written before the first vectors. Comparing vectors of two models is meaningless, and impossible where their lengths
// differ, so a process with another model refuses to start.
import type { Embedding } from '../../ports/language-model.ts'
import type { ObjectStore } from '../../ports/object-store.ts'

/** No app can be called this: identifiers never begin with ~. */
const KEY = '~language/embedding'

/** EMBEDDING_MODEL, its length or its engine differs from that of the vectors in the log. */
export class OtherEmbedding extends Error {
  override readonly name = 'OtherEmbedding'
  /** No event is to blame and no attempt helps: the process must end (runtime/fail/retry.ts). */
  readonly fatal = true
  constructor(known: string, given: string) {
    super(
      `the vectors of this data were made by ${known}, not by ${given}: set EMBEDDING_ENGINE, EMBEDDING_MODEL and EMBEDDING_DIMENSIONS as they were, or EMBEDDING_ENGINE=none to go on without vectors, or import an export into new data`,
    )
  }
}

/** Throws OtherEmbedding. A process that makes no vectors accepts any. */
export async function verifyEmbedding(objects: ObjectStore, { model }: Embedding): Promise<void> {
  if (model === null) return
  const [answer] = await objects.putMany([{ key: KEY, body: Buffer.from(model) }])
  if (answer === 'created') return
  const known = Buffer.from((await objects.get(KEY)) ?? []).toString('utf8')
  if (known !== model) throw new OtherEmbedding(known, model)
}
