// The calls of the client that give facts as they stand, and change them.
import { answered, type Connection } from './connection.ts'
import type { components } from './openapi.ts'
import type { Scope, WriteOptions } from './vocabulary.ts'
import { sent, waitOf } from './writing.ts'

type Schemas = components['schemas']
export type Fact = Omit<Schemas['ItemRequest'], keyof Scope | 'wait'>
export type FactChanges = Omit<Schemas['ItemRevision'], 'wait' | 'resolved'>

export type Facts = {
  /** Stores a fact as it stands, without extraction; returns the item's id. */
  give(fact: Fact | string, options?: WriteOptions): Promise<string>
  /** Replaces an item whose words or category are wrong with a new one; returns the new id. */
  correct(itemId: string, changes: FactChanges | string, options?: WriteOptions): Promise<string>
  /** Pins the item, so that it comes first in every answer; `false` unpins it. */
  pin(itemId: string, isPinned?: boolean, options?: WriteOptions): Promise<void>
  /** Settles the item, such as a question that has been answered: it is never recalled again. */
  resolve(itemId: string, options?: WriteOptions): Promise<void>
  /** Takes back an item that should never have been stored: it is never recalled again, and stays in the history. */
  retract(itemId: string, options?: WriteOptions): Promise<void>
}

/** `settled` waits further where the service has not waited long enough itself. */
export type Settle = (
  write: { id: string; itemId?: string; retrievable?: boolean | undefined },
  options: WriteOptions,
) => Promise<string>

export function factsOf(connection: Connection, scope: Scope, settle: Settle): Facts {
  const { api } = connection
  const pathOf = (itemId: string) => ({ ...scope, itemId })
  const done = async (call: Promise<Written>, options: WriteOptions) => {
    const { itemId, resourceId, retrievable } = await call
    await settle({ id: resourceId, itemId, retrievable }, options)
    return itemId
  }
  // Async, so that what is refused here rejects, as what the service refuses does.
  const revise = async (
    itemId: string,
    changes: Schemas['ItemRevision'],
    options: WriteOptions = {},
  ) => {
    const { params, ...rest } = sent(options)
    const call = api.PATCH('/v1/items/{appId}/{userId}/{itemId}', {
      params: { ...params, path: pathOf(itemId) },
      body: { ...changes, ...waitOf(options, connection) },
      ...rest,
    })
    return done(answered(call, 'itemId'), options)
  }
  return {
    give: async (fact, options = {}) => {
      const body = { ...textOf(fact), ...scope, ...waitOf(options, connection) }
      return done(answered(api.POST('/v1/items', { body, ...sent(options) }), 'itemId'), options)
    },
    correct: (itemId, changes, options) => revise(itemId, textOf(changes), options),
    pin: async (itemId, isPinned = true, options = {}) => {
      await revise(itemId, { pinned: isPinned }, options)
    },
    resolve: async (itemId, options) => {
      await revise(itemId, { resolved: true }, options)
    },
    retract: async (itemId, options = {}) => {
      const { params, ...rest } = sent(options)
      const call = api.DELETE('/v1/items/{appId}/{userId}/{itemId}', {
        params: { ...params, path: pathOf(itemId), query: waitOf(options, connection) },
        ...rest,
      })
      await done(answered(call, 'itemId'), options)
    },
  }
}

type Written = Schemas['ItemWriteResponse']

function textOf<T extends object>(given: T | string): T | { text: string } {
  return typeof given === 'string' ? { text: given } : given
}
