// Memory for LangGraph: a store whose values are facts of one user, and a node that puts recalled memory before a model
// and remembers the turn afterwards.
import { AIMessage, type BaseMessage, SystemMessage } from '@langchain/core/messages'
import { BaseStore, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { idempotencyKey } from './connection.ts'
import { isWanted, listedNamespaces } from './filtered.ts'
import { type Memory, PalimpsestError, type RecallOptions } from './memory.ts'
import { factOf, type Place, type Stored, scopeOf, scopeOfPlace, storedIn } from './stored.ts'
import { notesFor, rememberTurn, type TurnOptions, until } from './turn.ts'

type Operation = Parameters<BaseStore['batch']>[0][number]
type Found = Awaited<ReturnType<BaseStore['search']>>[number]
type Put = Extract<Operation, { value: unknown }>
type Search = Extract<Operation, { namespacePrefix: unknown }>
type Listing = Extract<Operation, { limit: number; offset: number }>

/** The result of each operation, in its place. */
type Results<Op extends Operation[]> = Awaited<ReturnType<typeof BaseStore.prototype.batch<Op>>>

/** The next call finds what this one has put. */
const RETRIEVABLE = { until: 'retrievable' } as const
/** Everything near a query, with its score. */
const ALL_NEAR: RecallOptions = {
  maxTokens: 100_000,
  minRelevance: 0,
  minConfidence: 0,
  timeDecayDays: 36_500,
  includeGraph: false,
}

/**
 * A store in the memory of one user. Values are JSON of up to 4,000 characters; namespaces have up to 17 labels. Every
 * value is indexed, whatever `index` says, and is also recalled with the rest of the user's memory.
 */
export class MemoryStore extends BaseStore {
  private readonly memory: Memory
  constructor({ memory }: { memory: Memory }) {
    super()
    this.memory = memory
  }

  /** Reads see the state before the batch. Of several values for one place the last is put. */
  async batch<Op extends Operation[]>(operations: Op): Promise<Results<Op>> {
    const results = await Promise.all(operations.map((each) => this.read(each)))
    const puts = operations.filter((each) => 'value' in each)
    const last = new Map(puts.map((each) => [JSON.stringify([each.namespace, each.key]), each]))
    await Promise.all([...last.values()].map((each) => this.write(each)))
    return results as Results<Op>
  }

  private async read(operation: Operation): Promise<unknown> {
    if ('namespacePrefix' in operation) return this.find(operation)
    if ('value' in operation) return undefined
    if ('key' in operation) return this.at(operation)
    return this.namespaces(operation)
  }

  private async at(place: Place): Promise<Found | null> {
    const [newest] = await this.standing(await scopeOfPlace(place))
    return newest ? foundOf(newest) : null
  }

  private async write({ namespace, key, value }: Put): Promise<void> {
    const place = { namespace, key }
    const known = await this.standing(await scopeOfPlace(place), { once: false })
    if (value === null) return this.remove(known)
    const fact = await factOf({ ...place, value, known, own: idempotencyKey() })
    await this.memory.give(fact, RETRIEVABLE)
  }

  private async remove(known: readonly Stored[]): Promise<void> {
    for (const { id } of known) {
      await this.memory.retract(id, RETRIEVABLE).catch((error) => {
        // Another put or delete was faster.
        if (!(error instanceof PalimpsestError) || error.details.field !== 'itemId') throw error
      })
    }
  }

  private async find(search: Search): Promise<Found[]> {
    const { namespacePrefix, filter, query = '', limit = 10, offset = 0 } = search
    const scope = await scopeOf(namespacePrefix)
    const all = (await this.standing(scope)).filter(({ value }) => isWanted(value, filter))
    const scores = /\S/.test(query) ? await this.scores(query, scope) : new Map<string, number>()
    const found = all.map((each) => foundOf(each, scores.get(each.id)))
    found.sort((a, b) => (b.score ?? -1) - (a.score ?? -1))
    return found.slice(offset, offset + limit)
  }

  /** Scores by item. An item that is not near has none. */
  private async scores(query: string, scope: string): Promise<ReadonlyMap<string, number>> {
    const near = await this.memory.recall(query, { ...ALL_NEAR, scopes: [scope] })
    return new Map(near.relevantItems.map(({ id, score }) => [id, score]))
  }

  private async namespaces(listing: Listing): Promise<string[][]> {
    const all = await this.standing(await scopeOf([]))
    const { limit, offset, ...asked } = listing
    const listed = listedNamespaces(
      all.map(({ namespace }) => namespace),
      asked,
    )
    return listed.slice(offset, offset + limit)
  }

  /** The values in a scope, the newest first; with `once`, only the newer of two that were put at once. */
  private async standing(scope: string, { once } = { once: true }): Promise<Stored[]> {
    const found: Stored[] = []
    for await (const item of this.memory.items({ onlyScope: scope, current: true })) {
      const stored = storedIn(item)
      if (stored) found.push(stored)
    }
    return once ? newestOfEach(found) : found
  }
}

function newestOfEach(found: readonly Stored[]): Stored[] {
  const places = new Set<string>()
  return found.filter(({ namespace, key }) => {
    const place = JSON.stringify([namespace, key])
    return !places.has(place) && places.add(place)
  })
}

function foundOf({ namespace, key, value, createdAt, updatedAt }: Stored, score?: number): Found {
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) }
  return { namespace, key, value, ...times, ...(score === undefined ? {} : { score }) }
}

type Config = LangGraphRunnableConfig
type Messages = { messages: BaseMessage[] }

export type NodeOptions = Omit<TurnOptions, 'memory' | 'threadId'> & {
  /** The memory of the user; a function where one graph serves many users. */
  memory: Memory | ((config: Config) => Memory)
}

/**
 * Wraps a node that calls a model: the node sees recalled memory before all messages, and the turn is remembered in the
 * thread of the graph once the node has answered. The state does not keep the recalled memory.
 */
export function memoryNode<State extends Messages, Update>(
  node: (state: State, config: Config) => Promise<Update> | Update,
  { memory, ...options }: NodeOptions,
): (state: State, config: Config) => Promise<Update> {
  return async (state, config) => {
    const threadId: string | undefined = config.configurable?.thread_id
    const turn = { ...options, memory: typeof memory === 'function' ? memory(config) : memory }
    const question = questionIn(state.messages)
    const notes = await notesFor(question, until(config.signal, turn))
    const update = await node({ ...state, messages: withNotes(state.messages, notes) }, config)
    await rememberTurn({ question, answer: answerIn(update) }, { ...turn, threadId })
    return update
  }
}

/** After the instructions of the application, which come first. */
function withNotes(messages: readonly BaseMessage[], notes: string): BaseMessage[] {
  if (notes === '') return [...messages]
  const first = messages.findIndex(({ type }) => type !== 'system')
  const at = first < 0 ? messages.length : first
  return messages.toSpliced(at, 0, new SystemMessage(notes))
}

function questionIn(messages: readonly BaseMessage[]): string {
  return messages.findLast((each) => each.type === 'human')?.text.trim() ?? ''
}

/** Empty where the model only calls tools: the step that answers is the turn. */
function answerIn(update: unknown): string {
  const last = isState(update) ? [update.messages].flat().at(-1) : undefined
  if (!AIMessage.isInstance(last)) return ''
  return last.tool_calls?.length ? '' : last.text
}

function isState(update: unknown): update is { messages: BaseMessage | BaseMessage[] } {
  return typeof update === 'object' && update !== null && 'messages' in update
}
