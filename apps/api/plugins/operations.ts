// The operations that are counted, and how many calls per minute each allows.

/** Calls per minute and app. */
export const rateLimits = {
  memorize: 100,
  retrieve: 200,
  events: 500,
  webhooks: 1000,
  get: 500,
  forget: 100,
  config: 500,
  maintenance: 100,
  /** Of up to a thousand writes each. */
  batch: 10,
  mcp: 500,
  /** Everything that is kept of a user. */
  export: 10,
  /** Of up to 256 MiB each. */
  import: 10,
} as const

export type Operation = keyof typeof rateLimits
