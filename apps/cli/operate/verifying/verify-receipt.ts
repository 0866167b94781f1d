// `verify-receipt`: whether a receipt is as the service signed it. Reads files and makes no calls.
import { thumbprintOf } from '../../../../infra/runtime/signing/signer.ts'
import { verifySigned } from '../../../../infra/runtime/signing/verify-signed.ts'
import { type Receipt, receipt } from '../../../../schemas/receipt.ts'
import { type JsonWebKeySet, jsonWebKeySet } from '../../../../schemas/signed.ts'
import { CommandFailed, defineCommand, UsageError } from '../../command/command.ts'
import { flag, option } from '../../command/option.ts'
import { printerOf } from '../../command/printer.ts'
import { textOf } from '../../command/text-file.ts'

export const command = defineCommand({
  positionals: 'paths',
  usage: 'FILE [--keys FILE] [--json]',
  options: {
    keys: option(
      'FILE',
      'the public keys that you trust, as /.well-known/palimpsest-receipts.json of the service has them',
    ),
    json: flag('print JSON'),
  },
  run: async (values, [file, ...more], io) => {
    if (file === undefined || more.length > 0) throw new UsageError('give one FILE')
    const trusted = values.keys === undefined ? undefined : keysIn(values.keys)
    const told = verifyReceipt(textOf(file), trusted)
    printerOf(io, values)(told, linesOf(told))
    if (told.valid && !trusted) {
      io.err('compare the key with the one of the service that you know, or give --keys FILE')
    }
    return told.valid ? 0 : 1
  },
})

export type ReceiptVerdict = { valid: true; receipt: Receipt } | { valid: false; reason: string }

export function verifyReceipt(text: string, trusted?: JsonWebKeySet): ReceiptVerdict {
  const verdict = verifySigned(text, trusted)
  if (!verdict.valid) return verdict
  const read = receipt.safeParse(verdict.signed)
  if (!read.success) return { valid: false, reason: 'what is signed is no receipt' }
  return { valid: true, receipt: read.data }
}

function keysIn(file: string): JsonWebKeySet {
  const text = textOf(file)
  try {
    return jsonWebKeySet.parse(JSON.parse(text))
  } catch {
    throw new CommandFailed(`${file} holds no public keys`)
  }
}

function linesOf(told: ReceiptVerdict): string[] {
  if (!told.valid) return [`not valid: ${told.reason}`]
  const { statement, signature } = told.receipt
  const { asked, stores, remains } = statement
  return [
    `valid: signed by the key ${thumbprintOf(signature.publicKey)}`,
    `app ${statement.appId}, user ${statement.user} (a keyed hash)`,
    `asked at ${asked.at}: ${asked.category === null ? 'everything' : asked.category}`,
    ...stores.map(({ store, letGoAt, removed }) => {
      const counts = Object.entries(removed).map(([what, count]) => `${count} ${what}`)
      return `  ${store} let go by ${letGoAt}${counts.length > 0 ? `: ${counts.join(', ')}` : ''}`
    }),
    ...remains.map(
      ({ store, what, until }) =>
        `  remains: ${store}: ${what} (${until ?? 'as its operator decides'})`,
    ),
  ]
}
