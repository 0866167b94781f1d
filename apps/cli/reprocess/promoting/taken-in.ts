// Waits until the service has decided on what was written for it.
import type { Position } from '../../../../infra/ports/event-log.ts'
import { waitFor } from '../../../../infra/runtime/wait/wait-for.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import type { Candidature } from '../candidate-of.ts'

/** False where no service runs that would take it in. `written`: the last position by partition. */
export async function takenIn(
  { ports, io, beside, config }: Pick<Candidature, 'ports' | 'io' | 'beside' | 'config'>,
  written: ReadonlyMap<number, Position>,
): Promise<boolean> {
  // Workers over servers may be anywhere.
  const isServed = beside || config.PROFILE === 'distributed'
  if (written.size === 0) return true
  if (!isServed) return false
  await waitFor(async () => {
    const stands = (await ports.log.standing('extract-facts', [WRITES])).get(WRITES)
    return [...written].every(([partition, end]) => (stands?.get(partition)?.position ?? -1) >= end)
  }, io.signal)
  return true
}
