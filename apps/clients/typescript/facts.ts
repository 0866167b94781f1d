// The part of the face that gives facts as they stand, and changes them.
import { type Api, answered } from './connection.ts'
import type { components } from './openapi.ts'
import type { Scope, WriteOptions } from './vocabulary.ts'
import { sent, waitOf } from './writing.ts'

type Schemas = components['schemas']
export type Fact = Omit<Schemas['ItemRequest'], keyof Scope | 'wait'>
export type FactChanges = Omit<Schemas['ItemRevision'], 'wait' | 'resolved'>

export type Facts = {
  /** Stores a fact as it stands, and nothing is extracted from it; gives the item's id. */
  give(fact: Fact | string, options?: WriteOptions): Promise<string>
  /** Puts a new item in the place of one whose words are wrong, or that is filed wrongly; gives the new one's id. */
  correct(itemId: string, changes: FactChanges | string, options?: WriteOptions): Promise<string>
  /** It comes first in every answer, or no longer does. */
  pin(itemId: string, isPinned?: boolean, options?: WriteOptions): Promise<void>
  /** It is settled, such as a question that has been answered: never recalled again. */
  resolve(itemId: string, options?: WriteOptions): Promise<void>
  /** It should never have been there: never recalled again, and still in the history. */
  retract(itemId: string, options?: WriteOptions): Promise<void>
}

/** `settled` waits where the service has not waited long enough itself. */
export type Settle = (
  write: { id: string; retrievable?: boolean },
  options: WriteOptions,
) => Promise<string>

export function factsOf(api: Api, scope: Scope, settle: Settle): Facts {
  const pathOf = (itemId: string) => ({ ...scope, itemId })
  const done = async (call: Promise<Written>, options: WriteOptions) => {
    const { itemId, resourceId, retrievable } = await call
    await settle({ id: resourceId, ...(retrievable === undefined ? {} : { retrievable }) }, options)
    return itemId
  }
  const revise = (itemId: string, changes: Schemas['ItemRevision'], options: WriteOptions = {}) => {
    const { params, ...rest } = sent(options)
    const call = api.PATCH('/v1/items/{appId}/{userId}/{itemId}', {
      params: { ...params, path: pathOf(itemId) },
      body: { ...changes, ...waitOf(options) },
      ...rest,
    })
    return done(answered(call), options)
  }
  return {
    give: (fact, options = {}) => {
      const body = { ...scope, ...textOf(fact), ...waitOf(options) }
      return done(answered(api.POST('/v1/items', { body, ...sent(options) })), options)
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
        params: { ...params, path: pathOf(itemId), query: waitOf(options) },
        ...rest,
      })
      await done(answered(call), options)
    },
  }
}

type Written = Schemas['ItemWriteResponse']

function textOf<T extends object>(given: T | string): T | { text: string } {
  return typeof given === 'string' ? { text: given } : given
}
