// `audit`: seals the log, or verifies that no event was changed since it was sealed.
import { createSealer } from '../../../../processors/audit-seals/seal-log.ts'
import { type Verified, verifyAudit } from '../../../../processors/audit-seals/verify-audit.ts'
import type { Finding } from '../../../../processors/audit-seals/verify-seals.ts'
import { defineCommand, UsageError } from '../../command/command.ts'
import { counted } from '../../command/counted.ts'
import { flag } from '../../command/option.ts'
import { type Print, printerOf } from '../../command/printer.ts'
import { goOnUnless } from '../interruptible.ts'
import { type Opened, withPorts } from '../with-ports.ts'

export const command = defineCommand({
  usage: 'verify|seal [--json]',
  options: { json: flag('print JSON') },
  run: async (values, [action, ...more], io) => {
    if (more.length > 0 || (action !== 'verify' && action !== 'seal')) {
      throw new UsageError('say verify or seal')
    }
    const work = action === 'verify' ? verify : seal
    return withPorts(io.signal, (opened) => work(opened, printerOf(io, values)))
  },
})

async function seal({ ports }: Opened, print: Print): Promise<number> {
  const counts = await createSealer(ports).seal(() => new Date())
  print(counts, `sealed ${counted(counts.entries, 'event')} of ${counted(counts.users, 'user')}`)
  return 0
}

async function verify({ ports, runtime }: Opened, print: Print): Promise<number> {
  const step = () => goOnUnless(runtime.signal)
  const verified = await verifyAudit(ports, { step })
  print(verified, [...verified.findings.map(told), ...summary(verified, new Date())])
  return verified.findings.length === 0 ? 0 : 1
}

/** What was checked and how it stands; it promises no more than that. */
export function summary(verified: Verified, now: Date): string[] {
  const { users, sealed, day, run, unsealed, unread, findings } = verified
  const upTo = day === null ? 'nothing has been sealed yet' : `run ${run}, sealed last on ${day}`
  const verdict =
    findings.length === 0 ? 'no change was found' : counted(findings.length, 'finding')
  const lines = [
    `${counted(users, 'user')}, ${counted(sealed, 'sealed event')} (${upTo}): ${verdict}`,
  ]
  if (mayBeInterrupted(findings)) lines.push(UNROOTED)
  if (unread.events > 0) lines.push(...notCompared(unread))
  if (unsealed.oldest !== null) {
    const many = counted(unsealed.events, 'event is', 'events are')
    lines.push(`${many} in no seal: of these only log and audit store were compared`)
    const isOverdue = Date.parse(unsealed.oldest) < now.getTime() - SEALED_WITHIN_MS
    if (isOverdue) lines.push(overdue(unsealed.oldest))
  }
  if (day !== null) {
    lines.push(
      `only a root that is kept elsewhere tells whether run ${run} is the newest (GET /v1/audit-roots/APP)`,
    )
  }
  return lines
}

/** Not where the audit store has read the root that is missing: then it was removed. */
function mayBeInterrupted(findings: readonly Finding[]): boolean {
  const ofSeals = findings.filter(({ where }) => where === 'seals').map(({ what }) => what)
  return ofSeals.includes('unrooted') && !ofSeals.includes('dropped')
}

const UNROOTED =
  'seals without a root: sealing was interrupted, or the root was removed. Look first whether a root that is kept elsewhere is of a later run than the last one here; if none is, run `audit seal`, which seals the same events again'

/** An empty store is whole: nothing in it tells that it ever held more. */
function notCompared({ events, of }: Verified['unread']): string[] {
  if (events < of) {
    const many = counted(events, 'event is', 'events are')
    return [`${many} not in the audit store yet: of these only log and seals were compared`]
  }
  return [
    `the audit store has read none of ${counted(of, 'event')} that it has to hold: it was emptied, or is being made from the log. Only log and seals were compared: start the service, and verify again when it has read them`,
  ]
}

/** A service seals once a day, and a worker begins up to twenty minutes later than the hour. */
const SEALED_WITHIN_MS = 25 * 60 * 60 * 1000

function overdue(oldest: string): string {
  return `the oldest of them is of ${oldest.slice(0, 10)}, and a running service seals once a day: it was stopped, or newer runs of seals were removed`
}

const PLACES: Readonly<Record<Finding['where'], string>> = {
  audit: 'the audit store',
  memory: 'the memory',
  graph: 'the graph',
  deliveries: 'the deliveries',
  log: 'the log',
  seals: 'the seals',
}

function told({ what, where, id, appId, userId }: Finding): string {
  return `${what} in ${PLACES[where]}: ${id} (${userId === null ? appId : `${appId}/${userId}`})`
}
