// Says for which app a model is asked: the code that runs an app's work says where its use is counted, and the adapter
// that gets an answer reports it there. The context of the call carries this, so that no port has an argument for it.
import { AsyncLocalStorage } from 'node:async_hooks'

/** What one answer of a model has used, in tokens, as its endpoint counts them. */
export type ModelUse = {
  model: string
  /** Without those that were cached. */
  input: number
  /** Input that the endpoint had in its cache; usually cheaper. */
  cached: number
  output: number
}
type CountUse = (use: ModelUse) => void

const counts = new AsyncLocalStorage<CountUse>()

/** Everything that models use within `work` is reported to `count`. */
export function metered<T>(count: CountUse, work: () => T): T {
  return counts.run(count, work)
}

/** Nothing happens where no one counts, as in a command. */
export function reportUse(use: ModelUse): void {
  counts.getStore()?.(use)
}
