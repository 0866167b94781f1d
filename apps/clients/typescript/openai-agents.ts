// A session of the OpenAI Agents SDK in a thread of one user's memory. It gives back the items that were added, tool
// calls too, and what was said in them is remembered.
import type { AgentInputItem, Session } from '@openai/agents-core'
import { answered, idempotencyKey } from './connection.ts'
import type { components, Memory } from './memory.ts'
import { scopeNamed } from './stored.ts'
import { factsOf, itemsIn, type Kept, messagesIn } from './transcript.ts'

export type SessionOptions = {
  memory: Memory
  /** The session's id; made up by default. */
  threadId?: string
  /** False: what is said is kept in the session alone. */
  remembers?: boolean
}

type Writes = components['schemas']['BatchRequest']['writes']

/** As many facts as go in one call. */
const MAX_FACTS = 200
/** So many are taken back at once. */
const TOGETHER = 8

export class MemorySession implements Session {
  private readonly memory: Memory
  private readonly threadId: string
  private readonly remembers: boolean
  constructor({ memory, threadId = idempotencyKey(), remembers = true }: SessionOptions) {
    this.memory = memory
    this.threadId = threadId
    this.remembers = remembers
  }

  async getSessionId(): Promise<string> {
    return this.threadId
  }

  async getItems(limit?: number): Promise<AgentInputItem[]> {
    const items = (await this.kept()).map(({ item }) => item as AgentInputItem)
    if (limit === undefined) return items
    return limit > 0 ? items.slice(-limit) : []
  }

  /** Resolves when they can be read. */
  async addItems(items: AgentInputItem[]): Promise<void> {
    const facts = factsOf({ items, scope: await this.scope(), added: idempotencyKey() })
    for (let from = 0; from < facts.length; from += MAX_FACTS) {
      const some = facts.slice(from, from + MAX_FACTS)
      const { userId } = this.memory
      await this.write(some.map((fact) => ({ kind: 'item' as const, userId, ...fact })))
    }
    const messages = this.remembers ? messagesIn(items) : []
    if (messages.length > 0) await this.memory.remember(messages, { threadId: this.threadId })
  }

  /** What was said in it stays remembered. */
  async popItem(): Promise<AgentInputItem | undefined> {
    const last = (await this.kept()).at(-1)
    if (!last) return undefined
    await this.retract(last.parts)
    return last.item as AgentInputItem
  }

  /** What was said in it stays remembered. */
  async clearSession(): Promise<void> {
    await this.retract((await this.kept()).flatMap(({ parts }) => parts))
  }

  private scope(): Promise<string> {
    return scopeNamed(JSON.stringify({ session: this.threadId }))
  }

  private async kept(): Promise<Kept[]> {
    const facts = []
    const own = { onlyScope: await this.scope(), current: true }
    for await (const fact of this.memory.items(own)) facts.push(fact)
    return itemsIn(facts)
  }

  /** A user's writes take effect in their order: where the last has, all have. */
  private async write(writes: Writes): Promise<void> {
    const { api, appId } = this.memory
    const params = { header: { 'idempotency-key': idempotencyKey() } }
    const { ids } = await answered(api.POST('/v1/batch', { body: { appId, writes }, params }))
    await this.memory.settled(ids.at(-1)!)
  }

  private async retract(parts: readonly string[]): Promise<void> {
    const others = parts.slice(0, -1)
    for (let from = 0; from < others.length; from += TOGETHER) {
      const some = others.slice(from, from + TOGETHER)
      await Promise.all(some.map((id) => this.memory.retract(id)))
    }
    for (const id of parts.slice(-1)) await this.memory.retract(id, { until: 'retrievable' })
  }
}
