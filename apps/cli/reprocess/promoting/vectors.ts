// `reprocess vectors`: has another model make the vectors of all facts, while the service goes on with those in use.
// They lie in the log beside them, and nothing searches by them until `--use`: then no process that would make vectors
// of the former model starts any more.
import { createHash } from 'node:crypto'
import { createQueryLanguage } from '../../../../infra/language/create-language-model.ts'
import type { Checkpoints, LogRecord } from '../../../../infra/ports/event-log.ts'
import {
  FIRST_GENERATION,
  generationOf,
  type QueryLanguage,
} from '../../../../infra/ports/language-model.ts'
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { createDecoder } from '../../../../infra/runtime/envelope/codec.ts'
import { derivedUuid } from '../../../../infra/runtime/envelope/ids.ts'
import {
  embeddingInUse,
  type InUse,
  reserveEmbedding,
  useEmbedding,
} from '../../../../infra/runtime/envelope/one-embedding.ts'
import { quantise, toBase64 } from '../../../../infra/runtime/envelope/vectors.ts'
import { metered } from '../../../../infra/runtime/model-use.ts'
import { piecesOf } from '../../../../infra/runtime/pages.ts'
import { lastRecords } from '../../../../infra/runtime/replay/last-records.ts'
import { MOST_CHANGES } from '../../../../processors/reprocess/plan.ts'
import type { FactEvent } from '../../../../schemas/events/catalogue.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { scopeName } from '../../../../schemas/scope-name.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { CANDIDATE_FACTS as FACTS } from '../../../composition/candidate/candidate.ts'
import { CommandFailed } from '../../command/command.ts'
import type { Candidature } from '../candidate-of.ts'
import { engineConfig } from '../engine-config.ts'
import { type Spent, teller, withUse } from '../progress.ts'
import { partRecord } from './part-record.ts'
import { takenIn } from './taken-in.ts'

type Made = InUse & Spent & { vectors: number; seconds: number; inUse: boolean }

type Asserted = Extract<FactEvent, { type: 'FactAsserted' }>
type Working = Pick<Candidature, 'config' | 'ports' | 'runtime' | 'beside' | 'io'>
type Making = Working & {
  language: QueryLanguage
  wanted: InUse
  /** Of the checkpoints: how far the facts have been read. */
  group: string
  written: Map<number, number>
}

/** A namespace for the ids of what is written. */
const VECTORS = '6f4f9a52-7d0e-4c55-9a0b-2d8f0c4b7a11'
const A_READ = 500
/** Facts that are asserted meanwhile get theirs in the next round. */
const MOST_ROUNDS = 20

export async function makeVectors(of: Working, { from, use }: { from: string; use: boolean }) {
  const engine = engineConfig(from)
  const language = await createQueryLanguage(engine)
  const wanted = await wantedFrom(of, language)
  const name = createHash('sha256').update(wanted.model).digest('hex').slice(0, 16)
  const group = `vectors-${wanted.generation}-${name}`
  const making: Making = { ...of, language, wanted, group, written: new Map() }
  let spent: Spent = { used: {}, cost: 0 }
  let vectors = 0
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000
  const tell = teller(of.io.err, 'places of the log')
  for (let round = 1; ; round++) {
    const made = await metered(
      (used) => {
        spent = withUse(spent, used, engine.MODEL_PRICES)
      },
      () => makeSome(making, (far) => tell({ ...far, seconds: seconds(), cost: spent.cost })),
    )
    vectors += made
    // Also what a run before this one has written.
    const written = use ? await lastRecords(of.ports.log, WRITES) : making.written
    if (!(await takenIn(of, written))) throw new CommandFailed('no service runs: start it first')
    if (made === 0 || !use) break
    if (round === MOST_ROUNDS) throw new CommandFailed('facts come faster than vectors: try again')
  }
  if (use) await useEmbedding(of.ports.objects, wanted)
  const inUse = (await embeddingInUse(of.ports.objects))?.generation === wanted.generation
  return { ...wanted, ...spent, vectors, seconds: seconds(), inUse } satisfies Made
}

/** A generation is of one model, once and for all. */
async function wantedFrom({ ports }: Working, { embedding }: QueryLanguage): Promise<InUse> {
  const inUse = await embeddingInUse(ports.objects)
  const { model } = embedding
  const generation = generationOf(embedding)
  if (inUse === null) {
    throw new CommandFailed('no vectors were made yet: start the service with the model you want')
  }
  if (model === null) throw new CommandFailed('EMBEDDING_ENGINE: CONFIG makes no vectors')
  // The vectors of the first are made with the facts.
  const isOurs = generation === inUse.generation && model === inUse.model
  if (generation === FIRST_GENERATION || (generation <= inUse.generation && !isOurs)) {
    throw new CommandFailed(
      `EMBEDDING_GENERATION: the vectors in use are of generation ${inUse.generation}: set ${inUse.generation + 1} in CONFIG`,
    )
  }
  const reserved = await reserveEmbedding(ports.objects, { generation, model })
  if (reserved === model) return { generation, model }
  throw new CommandFailed(
    `EMBEDDING_GENERATION: generation ${generation} has vectors of ${reserved}: set another one in CONFIG`,
  )
}

type Far = { done: number; total: number }

/** Reads the facts up to where the log ends now; gives how many vectors were made. */
async function makeSome(making: Making, tell: (far: Far) => void): Promise<number> {
  const { ports, group } = making
  const ends = await lastRecords(ports.log, FACTS)
  const stands = new Map(await ports.log.checkpoints(group, FACTS))
  const total = left(stands, ends)
  const made = await Promise.all(
    [...ends].map(async ([partition, upTo]) => {
      const stretch = { topic: FACTS, partition, after: stands.get(partition), upTo } as const
      let count = 0
      for await (const records of ports.log.read({ ...stretch, maxRecords: A_READ })) {
        making.runtime.signal.throwIfAborted()
        count += await embedAll(making, records)
        const position = records.at(-1)?.position ?? upTo
        await ports.log.commit({ group, records: [], checkpoints: [{ ...stretch, position }] })
        stands.set(partition, position)
        tell({ done: total - left(stands, ends), total })
      }
      return count
    }),
  )
  return made.reduce((sum, each) => sum + each, 0)
}

function left(stands: Checkpoints, ends: Checkpoints): number {
  return [...ends].reduce((sum, [partition, end]) => {
    return sum + Math.max(0, end - (stands.get(partition) ?? -1))
  }, 0)
}

/** Forgotten facts cannot be read any more. */
async function embedAll(making: Making, records: readonly LogRecord[]): Promise<number> {
  const { ports, language, runtime } = making
  const decode = createDecoder(ports.keys)
  const facts: Asserted[] = []
  for (const record of records) {
    if (record.event?.type !== 'FactAsserted') continue
    const decoded = await decode(record)
    if (decoded.ok && decoded.event.type === 'FactAsserted' && decoded.event.sealed)
      facts.push(decoded.event)
  }
  if (facts.length === 0) return 0
  const vectors = await language.embed(facts.map(textOf), runtime.signal)
  const embedded = facts.map(({ appId, userId, open }, n) => {
    const embedding = toBase64(quantise(vectors[n] ?? new Float32Array()))
    return { appId, userId, vector: { factId: open.factId, embedding } }
  })
  for (const some of Map.groupBy(embedded, scopeName).values()) {
    for (const piece of piecesOf(some, MOST_CHANGES)) await write(making, piece)
  }
  return facts.length
}

/** As the processor that asserts a fact embeds it. */
function textOf({ sealed }: Asserted): string {
  return [sealed?.text ?? '', ...(sealed?.aliases ?? [])].join('\n')
}

type Embedded = Scope & { vector: { factId: string; embedding: string } }

/** Of one user. */
async function write(making: Making, some: readonly Embedded[]): Promise<void> {
  const { ports, wanted, written } = making
  const { appId, userId } = firstOf(some)
  const [[keyGeneration = 0] = []] = await ports.keys.generations([{ appId, userId }])
  const embedded = { generation: wanted.generation, vectors: some.map(({ vector }) => vector) }
  const record = await partRecord(
    making,
    { appId, userId },
    {
      part: { went: [], came: [], embedding: wanted.model, embedded },
      open: {
        keyGeneration,
        reprocessId: derivedUuid(VECTORS, making.group),
        engine: wanted.model.slice(0, MOST_NAME),
        upTo: 0,
        categories: null,
        closed: 0,
      },
    },
  )
  if (!record) return
  for (const { partition, position } of await ports.log.append([record])) {
    written.set(partition, Math.max(position, written.get(partition) ?? -1))
  }
}

const MOST_NAME = 200
