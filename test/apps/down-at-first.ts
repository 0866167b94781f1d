// A key store that cannot be reached twice, and what a start has counted of it.
import type { KeyStore } from '../../infra/ports/key-store.ts'
import { Outage } from '../../infra/runtime/fail/retry.ts'
import type { Telemetry } from '../../infra/runtime/telemetry.ts'

/** `verified` resolves with the first attempt that succeeds. */
export function downAtFirst(keys: KeyStore): { keys: KeyStore; verified: Promise<void> } {
  const { promise: verified, resolve } = Promise.withResolvers<void>()
  let attempts = 0
  const verify = async () => {
    if (++attempts <= 2) throw new Outage('the key store cannot be reached')
    await keys.verify()
    resolve()
  }
  return { keys: { ...keys, verify }, verified }
}

export async function retriesAtStart({ retries }: Telemetry): Promise<number | undefined> {
  const { values } = await retries.get()
  return values.find(({ labels }) => labels.processor === 'start')?.value
}
