// What was written before a backup, and the receipts of what was forgotten after it.
import { randomUUID } from 'node:crypto'
import { createIntake } from '../../../../../apps/api/intake/intake.ts'
import type { Ports } from '../../../../../infra/ports/ports.ts'
import { uuidV7 } from '../../../../../infra/runtime/envelope/ids.ts'
import { canonicalJson } from '../../../../../infra/runtime/signing/canonical-json.ts'
import { createSigner } from '../../../../../infra/runtime/signing/signer.ts'
import { planMemorize } from '../../../../../processors/accept-inbox/plan.ts'
import {
  receiptIssued,
  receiptOf,
  statementOf,
  unsignedReceipt,
} from '../../../../../processors/forget/receipt.ts'
import { memorizeRequest } from '../../../../../schemas/api/writing/memorize.ts'
import type { Scope } from '../../../../../schemas/identifiers.ts'
import { AT } from '../../../../contracts/given.ts'

type Written = Pick<Ports, 'log' | 'keys' | 'objects'>

export async function remember(ports: Written, scope: Scope, content: string): Promise<void> {
  const request = memorizeRequest.parse({ ...scope, content, contentType: 'document' })
  const now = new Date()
  const context = { id: uuidV7(now.getTime()), now, traceparent: null, entry: 'api' as const }
  const intake = createIntake({ ...ports, now: () => now })
  await intake.accept(planMemorize(request, context))
}

/** The receipt of a forget that came after the backup, so that the log does not hold it. */
export async function receiptFor(
  { keys }: Pick<Ports, 'keys'>,
  scope: Scope,
  category: string | null = null,
) {
  const forgetting = {
    ...scope,
    ...{ id: randomUUID(), occurredAt: AT, recordedAt: AT, category },
    ...{ before: 1, partition: 0, keyGeneration: category === null ? 1 : 0 },
  }
  const signer = createSigner(keys)
  const pseudonym = await signer.pseudonymOf(scope)
  const done = { pseudonym, completedAt: AT, stores: [], remainders: [] }
  const unsigned = unsignedReceipt(forgetting, done)
  const signature = await signer.sign(statementOf(scope.appId, unsigned))
  const issued = receiptIssued(forgetting, unsigned, signature)
  if (issued.type !== 'ReceiptIssued') throw new Error('no receipt')
  return { id: forgetting.id, line: canonicalJson(receiptOf(issued)) }
}
