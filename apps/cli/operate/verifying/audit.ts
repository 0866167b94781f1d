// `audit`: seals the log, or verifies that no event was changed since it was sealed.
import { createSealer } from '../../../../processors/audit-seals/seal-log.ts'
import { type Verified, verifyAudit } from '../../../../processors/audit-seals/verify-audit.ts'
import type { Finding } from '../../../../processors/audit-seals/verify-seals.ts'
import { defineCommand, type Io, UsageError } from '../../command/command.ts'
import { type Opened, withPorts } from '../with-ports.ts'

export const command = defineCommand({
  usage: 'verify|seal [--json]',
  options: { json: { type: 'boolean', description: 'print JSON' } },
  run: async ({ json = false }, [action, ...more], io) => {
    if (more.length > 0 || (action !== 'verify' && action !== 'seal')) {
      throw new UsageError('say verify or seal')
    }
    const work = action === 'verify' ? verify : seal
    return withPorts(io.signal, (opened) => work(opened, { json, io }))
  },
})

type Asked = { json: boolean; io: Io }

async function seal({ ports }: Opened, { json, io }: Asked): Promise<number> {
  const counts = await createSealer(ports).seal(() => new Date())
  io.out(json ? JSON.stringify(counts) : `sealed ${counts.entries} events of ${counts.users} users`)
  return 0
}

async function verify({ ports }: Opened, { json, io }: Asked): Promise<number> {
  const verified = await verifyAudit(ports)
  if (json) io.out(JSON.stringify(verified))
  else print(verified, io)
  return verified.findings.length === 0 ? 0 : 1
}

function print({ users, sealed, day, findings }: Verified, io: Io): void {
  for (const finding of findings) io.out(told(finding))
  const upTo = day === null ? 'nothing has been sealed yet' : `sealed last on ${day}`
  io.out(`${users} users, ${sealed} sealed events (${upTo}): ${verdict(findings.length)}`)
}

function verdict(findings: number): string {
  return findings === 0 ? 'nothing was changed' : `${findings} findings`
}

const PLACES = { audit: 'the audit store', log: 'the log', seals: 'the seals' } as const

function told({ what, where, id, appId, userId }: Finding): string {
  return `${what} in ${PLACES[where]}: ${id} (${userId === null ? appId : `${appId}/${userId}`})`
}
