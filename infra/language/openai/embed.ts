// Turns texts into vectors in batches, by any endpoint that speaks the OpenAI API: keeps the order, gives every vector
// length 1, and gives blank texts all zeros without a call.
import type OpenAI from 'openai'
import { LanguageModelUnavailable, type QueryLanguage } from '../../ports/language-model.ts'
import { memberOf } from '../../runtime/certain.ts'
import { likeness, nearness } from '../meaning/likeness.ts'
import { type ClientOptions, createClient } from './client.ts'
import { called } from './failure.ts'
import { countTokens } from './token-use.ts'

export type EmbeddingsOptions = ClientOptions & {
  embeddingModel?: string | undefined
  /** Requested from the endpoint, and required of its answers. */
  dimensions?: number | undefined
  /** The words of a text as the search index holds them; the same for every engine. */
  terms: (text: string) => string[]
}

type EmbeddingSettings = { model: string; dimensions: number }

/** Models whose vectors keep most of their quality when shortened, and that shorten them on request. */
const SHORTENED = /^text-embedding-3/
const MAX_BATCH_TEXTS = 128
const MAX_BATCH_CHARS = 200_000
/** The models take some 8,000 tokens; an ASCII character is one at most. */
const MAX_TEXT_WEIGHT = 8000

type Input = { at: number; text: string }

export function createEmbeddings(options: EmbeddingsOptions): QueryLanguage {
  const { embeddingModel: model = 'text-embedding-3-small', dimensions = 512, terms } = options
  const client = createClient(options)
  return {
    embedding: { model: `${model}:${dimensions}`, kind: 'trained' },
    dimensions,
    embed: (texts, signal) => embed(client, { model, dimensions, signal }, texts),
    terms,
    likeness,
    nearness,
  }
}

async function embed(
  client: OpenAI,
  { model, dimensions, signal }: EmbeddingSettings & { signal?: AbortSignal | undefined },
  texts: readonly string[],
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions))
  for (const batch of batchesOf(inputsOf(texts))) {
    const input = batch.map(({ text }) => text)
    // Other models reject a requested length.
    const request = { model, input, ...(SHORTENED.test(model) ? { dimensions } : {}) }
    const answer = await post(client, request, signal)
    countTokens(model, answer?.usage)
    const rows = readRows(answer, batch.length)
    for (const [index, { at }] of batch.entries())
      vectors[at] = toUnitVector(rows[index], { model, dimensions })
  }
  return vectors
}

function inputsOf(texts: readonly string[]): Input[] {
  return texts
    .map((text, at) => ({ at, text: truncate(text.toWellFormed()) }))
    .filter(({ text }) => text.trim() !== '')
}

function batchesOf(inputs: readonly Input[]): Input[][] {
  const batches: Input[][] = []
  let chars = 0
  for (const input of inputs) {
    const current = batches.at(-1)
    const fits = chars + input.text.length <= MAX_BATCH_CHARS
    if (current && fits && current.length < MAX_BATCH_TEXTS) {
      current.push(input)
      chars += input.text.length
    } else {
      batches.push([input])
      chars = input.text.length
    }
  }
  return batches
}

/** Cuts a long text at a code point, so early that its tokens fit whatever its script. */
function truncate(text: string): string {
  let weight = 0
  let end = 0
  for (const point of text) {
    weight += weightOf(point.codePointAt(0)!)
    if (weight > MAX_TEXT_WEIGHT) return text.slice(0, end)
    end += point.length
  }
  return text
}

/** The tokens that a code point may take: scripts beyond the first are cut into more of them. */
function weightOf(point: number): number {
  if (point < 0x800) return 1
  return point < 0x10000 ? 1.5 : 3
}

async function post(
  client: OpenAI,
  request: { model: string; dimensions?: number; input: string[] },
  signal: AbortSignal | undefined,
) {
  // Floats, since many compatible endpoints do not know the package's default of base64.
  const asked = client.embeddings.create({ ...request, encoding_format: 'float' }, { signal })
  return called('embedding', asked, signal)
}

/** The vectors in the order of the inputs, whatever the order of the answer. */
function readRows(response: { data?: unknown } | null | undefined, count: number): unknown[] {
  const data = Array.isArray(response?.data) ? response.data : []
  const rows = new Array<unknown>(count)
  for (const [place, row] of data.entries()) {
    const index = memberOf(row, 'index')
    rows[index === undefined ? place : Number(index ?? Number.NaN)] = memberOf(row, 'embedding')
  }
  if (data.length !== count || rows.length !== count || rows.includes(undefined))
    throw new LanguageModelUnavailable(
      `embedding: the endpoint gave ${data.length} vectors for ${count} texts`,
    )
  return rows
}

function toUnitVector(row: unknown, { model, dimensions }: EmbeddingSettings): Float32Array {
  if (!isNumbers(row) || row.length !== dimensions) throw wrongLength(row, model, dimensions)
  const norm = Math.hypot(...row)
  if (!Number.isFinite(norm))
    throw new LanguageModelUnavailable('embedding: the endpoint gave a vector with no length')
  return norm === 0 ? new Float32Array(dimensions) : Float32Array.from(row, (x) => x / norm)
}

function isNumbers(row: unknown): row is number[] {
  return Array.isArray(row) && row.every((each) => typeof each === 'number')
}

/** A wrong setting, not a fault of the text: the work waits until the setting is corrected. */
function wrongLength(row: unknown, model: string, dimensions: number): LanguageModelUnavailable {
  const length = Array.isArray(row) ? row.length : 'unknown'
  return new LanguageModelUnavailable(
    `embedding: model ${model} gave vectors of length ${length}, not ${dimensions}: ` +
      'set EMBEDDING_DIMENSIONS to the length that it gives',
  )
}
