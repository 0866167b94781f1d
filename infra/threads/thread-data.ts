// What a thread was started with.
import { workerData } from 'node:worker_threads'
import { memberOf } from '../runtime/certain.ts'

/** Reads all members of `Data`, which `names` lists; throws by name if one is missing. */
export function threadData<Data extends object>(names: Readonly<Record<keyof Data, true>>): Data {
  for (const name of Object.keys(names)) {
    if (memberOf(workerData, name) === undefined) throw new TypeError(`the thread got no ${name}`)
  }
  return workerData
}
