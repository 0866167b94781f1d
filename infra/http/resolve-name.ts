// Resolves names to addresses by asking the name servers directly. The system's own look-up occupies one of few threads
// for as long as a slow name server likes, and a tenant's slow name server must not hold up other tenants.
import { Resolver } from 'node:dns/promises'

type Address = { address: string; family: 4 | 6 }
export type ResolveName = (name: string) => Promise<Address[]>

const TIMEOUT_MS = 3_000
const TRIES = 2
const LOOPBACK: readonly Address[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
]

/** Rejects if no name server knows the name. */
export function createResolveName(): ResolveName {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  return async (name) => {
    // No name server is asked for it (RFC 6761).
    if (isLocalhost(name)) return [...LOOPBACK]
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    return [...found(v4, 4), ...found(v6, 6)]
  }
}

export function isLocalhost(name: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(name)
}

function found(result: PromiseSettledResult<string[]>, family: 4 | 6): Address[] {
  return result.status === 'rejected' ? [] : result.value.map((address) => ({ address, family }))
}
