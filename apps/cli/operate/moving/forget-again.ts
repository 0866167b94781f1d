// Repeats the forgets that came after a backup: their receipts name them. Destroys the keys at once; the service carries
// out the rest when it starts.
import type { Config } from '../../../../infra/config.ts'
import type { Ports } from '../../../../infra/ports/ports.ts'
import { Outage } from '../../../../infra/runtime/fail/retry.ts'
import { createSigner } from '../../../../infra/runtime/signing/signer.ts'
import { noteStands } from '../../../../processors/forget/places.ts'
import { usersInMaps } from '../../../../processors/forget/source-maps.ts'
import { findForget } from '../../../../processors/forget/verify-forget.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import type { Receipt } from '../../../../schemas/receipt.ts'
import type { JsonWebKeySet } from '../../../../schemas/signed.ts'
import { WRITES } from '../../../../schemas/topics.ts'
import { acceptForget } from '../../../api/intake/forget.ts'
import { CommandFailed } from '../../command/command.ts'
import { counted } from '../../command/counted.ts'
import { verifyReceipt } from '../verifying/verify-receipt.ts'

type AgainPorts = Pick<Ports, 'log' | 'keys' | 'objects' | 'audit'>
type Restored = {
  ports: AgainPorts
  config: Pick<Config, 'PROFILE'>
}
/** `nth`: which receipt of the file says so. */
type Forget = Scope & { nth: number; receiptId: string; category: string | null }

const NEXT = {
  embedded: 'start the service, and have the apps that hold these receipts call POST /forget again',
  distributed: 'run `npm run worker -- accept-inbox` until it has taken them in, then this again',
}

export type ForgottenAgain = {
  receipts: number
  /** Forgets that the start carries out. */
  forgotten: number
  /** Receipts that match no user. */
  unmatched: number
}

export function sentenceOf({ receipts, forgotten, unmatched }: ForgottenAgain): string {
  return `${counted(receipts, 'receipt')}: ${counted(forgotten, 'forget')} will be carried out by the start, ${counted(unmatched, 'matches', 'match')} no user here`
}

/** All others were carried out: what was restored stays, and is to be served for the rest. */
export class ReceiptsLeft extends CommandFailed {}

export async function forgetAgain(
  { ports, config }: Restored,
  lines: readonly string[],
  tell: (again: ForgottenAgain) => void,
): Promise<number> {
  const receipts = signedReceipts(lines, await createSigner(ports.keys).publicKeys())
  const forgets = forgetsOf(receipts, await usersByPseudonym(ports, receipts))
  const left: Forget[] = []
  let forgotten = 0
  let hindrance: Outage | undefined
  for (const forget of forgets) {
    if (await findForget(ports.log, forget, forget.receiptId)) continue
    try {
      await forgetOnce(ports, forget)
      forgotten += 1
    } catch (error) {
      if (forget.category === null || !(error instanceof Outage)) throw error
      hindrance = error
      left.push(forget)
    }
  }
  const unmatched = receipts.length - forgets.length
  tell({ receipts: receipts.length, forgotten, unmatched })
  if (!hindrance) return 0
  // Not of whom: a user's id may be a name or an address, and a terminal keeps what it shows.
  const which = left.map(({ nth, receiptId, category }) => `${nth} (${receiptId}, ${category})`)
  throw new ReceiptsLeft(
    `these receipts are left: ${which.join(', ')}: ${hindrance.message}: ${NEXT[config.PROFILE]}`,
  )
}

/** Those of whole users first, because those of categories wait for the inbox. */
function forgetsOf(receipts: readonly Receipt[], users: ReadonlyMap<string, Scope>): Forget[] {
  const forgets = receipts.flatMap(({ statement: { user, receiptId, asked } }, at) => {
    const scope = users.get(user)
    return scope ? [{ ...scope, nth: at + 1, receiptId, category: asked.category }] : []
  })
  const isWhole = ({ category }: Forget) => category === null
  return [...forgets.filter(isWhole), ...forgets.filter((forget) => !isWhole(forget))]
}

async function forgetOnce(
  ports: AgainPorts,
  { appId, userId, category, receiptId: repeats }: Forget,
): Promise<void> {
  const scope = { appId, userId }
  const asked = { ...scope, category: category ?? undefined, repeats }
  // No processor runs that would take the inbox in meanwhile.
  const id = await acceptForget({ ...ports, inboxPatienceMs: 0 }, asked, new Date())
  if (category !== null) return
  const accepted = await findForget(ports.log, scope, id)
  if (!accepted) return
  // An audit that is rebuilt without the keys misses what the user has, so no list of it counts: all is read.
  if (!ports.log.findsUsers) await noteStands(ports, [], accepted)
  await ports.keys.destroy(scope, accepted.keyGeneration)
}

/** Without `trusted` it is only seen that they have not changed since they were signed. */
export function signedReceipts(lines: readonly string[], trusted?: JsonWebKeySet): Receipt[] {
  return lines.map((line, at) => {
    const verdict = verifyReceipt(line, trusted)
    if (verdict.valid) return verdict.receipt
    throw new CommandFailed(
      `receipt ${at + 1} is not valid: ${verdict.reason}; nothing was restored or forgotten: mend the file, and try again`,
    )
  })
}

/** A receipt holds no user id, so each user of its app who ever wrote, or whom a map names, is compared. */
async function usersByPseudonym(
  ports: AgainPorts,
  receipts: readonly Receipt[],
): Promise<Map<string, Scope>> {
  const signer = createSigner(ports.keys)
  const apps = new Set(receipts.map(({ statement }) => statement.appId))
  const users = [...(await writersOf(ports, apps)), ...(await usersInMaps(ports, apps))]
  const different = new Map(users.map((scope) => [JSON.stringify(scope), scope]))
  const found = new Map<string, Scope>()
  for (const scope of different.values()) found.set(await signer.pseudonymOf(scope), scope)
  return found
}

async function writersOf(
  { log }: Pick<AgainPorts, 'log'>,
  apps: ReadonlySet<string>,
): Promise<Scope[]> {
  const users = new Map<string, Scope>()
  for (const topic of [WRITES, 'memory.inbox.v1'] as const) {
    for (const partition of log.partitions(topic)) {
      for await (const records of log.read({ topic, partition })) {
        for (const { event } of records) {
          if (!event || !apps.has(event.appId)) continue
          const { appId, userId } = event
          users.set(JSON.stringify([appId, userId]), { appId, userId })
        }
      }
    }
  }
  return [...users.values()]
}
