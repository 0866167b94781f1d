// An error of a store, described by its code alone: servers' own messages quote what was being stored.

export class StoreError extends Error {
  override readonly name: string = 'StoreError'
  readonly code: string
  /** True where trying again later may help. */
  readonly outage: boolean

  constructor(store: string, code: string, { outage }: { outage: boolean }) {
    super(`the ${store} failed: ${code}`)
    this.code = code
    this.outage = outage
  }
}
