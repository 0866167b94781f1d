// Makes what was written searchable. Steps that run side by side share a refresh: a caller that asks while one is under
// way waits for the next, which shows all that was written before it began.
import type { Client } from '@elastic/elasticsearch'
import { getOrMake } from '../../runtime/certain.ts'

type Turn = { running: Promise<void>; next: Promise<void> | null }

const turns = new WeakMap<Client, Map<string, Turn>>()

/** Resolves when everything that had been written when it was called can be searched. */
export async function refresh(client: Client, indices: Iterable<string>): Promise<void> {
  await Promise.all([...new Set(indices)].map((index) => refreshOne(client, index)))
}

function refreshOne(client: Client, index: string): Promise<void> {
  const ofClient = getOrMake(turns, client, () => new Map<string, Turn>())
  const turn = ofClient.get(index)
  if (!turn) return begin(client, ofClient, index)
  turn.next ??= turn.running.then(
    () => begin(client, ofClient, index),
    () => begin(client, ofClient, index),
  )
  return turn.next
}

function begin(client: Client, turns: Map<string, Turn>, index: string): Promise<void> {
  const running = client.indices.refresh({ index }).then(() => undefined)
  const turn: Turn = { running, next: null }
  turns.set(index, turn)
  const done = () => {
    if (!turn.next) turns.delete(index)
  }
  running.then(done, done)
  return running
}
