// Whether an object is in memory no longer, once garbage has been collected.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

export async function isCollected(held: WeakRef<object>): Promise<boolean> {
  // What a job has looked at stays until the job ends.
  await nextTurn()
  collect()
  return held.deref() === undefined
}
