// `verify-forget`: whether a receipt is this service's, of this user, and true: a search finds nothing that the receipt
// says is gone.
import { createSigner } from '../../../../infra/runtime/signing/signer.ts'
import { flow } from '../../../../processors/flow.ts'
import { reachOf } from '../../../../processors/forget/reach.ts'
import { type Found, findForget, findLeft } from '../../../../processors/forget/verify-forget.ts'
import type { ReceiptStatement } from '../../../../schemas/receipt.ts'
import { topics } from '../../../../schemas/topics.ts'
import { refusePositionals } from '../../command/arguments.ts'
import { CommandFailed, defineCommand, UsageError } from '../../command/command.ts'
import { flag, option } from '../../command/option.ts'
import { type Print, printerOf } from '../../command/printer.ts'
import { textOf } from '../../command/text-file.ts'
import { type Opened, withPorts } from '../with-ports.ts'
import { verifyReceipt } from './verify-receipt.ts'

export const command = defineCommand({
  usage: '--receipt FILE --user ID [--json]',
  options: {
    receipt: option('FILE', 'as GET /receipts/:id gave it'),
    user: option('ID', 'whose it is: the receipt does not name the user'),
    json: flag('print JSON'),
  },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    const { receipt, user } = values
    if (receipt === undefined || user === undefined) {
      throw new UsageError('give --receipt FILE and --user ID')
    }
    const text = textOf(receipt)
    return withPorts(io.signal, ({ ports }) =>
      verifyForget(ports, { text, userId: user }, printerOf(io, values)),
    )
  },
})

async function verifyForget(
  ports: Opened['ports'],
  { text, userId }: { text: string; userId: string },
  print: Print,
): Promise<number> {
  const signer = createSigner(ports.keys)
  const verdict = verifyReceipt(text, await signer.publicKeys())
  if (!verdict.valid) throw new CommandFailed(`the receipt is not valid: ${verdict.reason}`)
  const { statement } = verdict.receipt
  const scope = { appId: statement.appId, userId }
  if ((await signer.pseudonymOf(scope)) !== statement.user) {
    throw new CommandFailed('the receipt is not of this user')
  }
  const forgetting = await findForget(ports.log, scope, statement.receiptId)
  if (!forgetting) throw new CommandFailed('the log has no such forget')
  const found = await findLeft(ports, reachOf(flow, topics), forgetting)
  print({ found, remains: statement.remains }, linesOf(found, statement))
  return found.length === 0 ? 0 : 1
}

function linesOf(found: readonly Found[], { remains }: ReceiptStatement): string[] {
  const told = found.map(({ store, what }) => `found in ${store}: ${what}`)
  return [
    ...(told.length > 0 ? told : ['nothing found']),
    ...remains.map(
      ({ store, what, until }) =>
        `  not looked into: ${store}: ${what} (${until ?? 'as its operator decides'})`,
    ),
  ]
}
