// Steps of the memory store as the tests of this folder write them, and clients that fail where a test says.
import type { Client } from '@elastic/elasticsearch'
import type { MemoryStep } from '../../../infra/ports/memory-store.ts'

export function stepOf(
  checkpoint: MemoryStep['checkpoint'],
  what: Partial<MemoryStep> = {},
): MemoryStep {
  return { checkpoint, fences: [], documents: [], erasedResources: [], erasures: [], ...what }
}

export type Hooks = {
  beforeBulk?: () => Promise<void> | void
  afterBulk?: () => Promise<void> | void
  beforeMget?: () => Promise<void> | void
}

/** The client with an interruption around its requests: another worker, or the death of this one. */
export function stumbling(client: Client, hooks: Hooks): Client {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'mget') {
        return async (request: Parameters<Client['mget']>[0]) => {
          await hooks.beforeMget?.()
          return target.mget(request)
        }
      }
      if (name !== 'bulk') return Reflect.get(target, name)
      return async (request: Parameters<Client['bulk']>[0]) => {
        await hooks.beforeBulk?.()
        const answer = await target.bulk(request)
        await hooks.afterBulk?.()
        return answer
      }
    },
  })
}

/** The client, and the names of its requests. */
export function counting(client: Client): { through: Client; requests: string[] } {
  const requests: string[] = []
  const through = new Proxy(client, {
    get(target, name) {
      const method = Reflect.get(target, name)
      if (typeof method !== 'function') return method
      return (...given: unknown[]) => {
        requests.push(String(name))
        return method.apply(target, given)
      }
    },
  })
  return { through, requests }
}

/** The client, and the indices that its requests make searchable at once. */
export function noting(client: Client): { through: Client; refreshed: string[] } {
  const refreshed: string[] = []
  const indices = new Proxy(client.indices, {
    get(target, name) {
      if (name !== 'refresh') return Reflect.get(target, name)
      return (request: { index: string }) => {
        refreshed.push(request.index)
        return target.refresh(request)
      }
    },
  })
  const through = new Proxy(client, {
    get(target, name) {
      if (name === 'indices') return indices
      if (name !== 'bulk') return Reflect.get(target, name)
      return (request: Parameters<Client['bulk']>[0]) => {
        if (request?.refresh) refreshed.push('by writing')
        return target.bulk(request)
      }
    },
  })
  return { through, refreshed }
}

/** How many documents an index holds, readable or not. */
export async function stored(client: Client, index: string): Promise<number> {
  await client.indices.refresh({ index })
  return (await client.count({ index })).count
}
