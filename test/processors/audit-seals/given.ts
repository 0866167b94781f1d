// A service with a history: two apps, writes that contradict each other, forgets of a user and of a category. And
// readers that see it tampered with: they change what they read, as if it had been changed in the store.
import { acceptForget } from '../../../apps/api/intake/forget.ts'
import type { AuditEntry } from '../../../infra/ports/audit-store.ts'
import type { LogRecord } from '../../../infra/ports/event-log.ts'
import { uuidV7 } from '../../../infra/runtime/envelope/ids.ts'
import { planMemorize } from '../../../processors/accept-inbox/plan.ts'
import { createSealer } from '../../../processors/audit-seals/seal-log.ts'
import { SEALED_TOPICS } from '../../../processors/audit-seals/seals.ts'
import type { VerifyPorts } from '../../../processors/audit-seals/verify-audit.ts'
import { memorizeRequest } from '../../../schemas/api/writing/memorize.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { AUDIT } from '../../../schemas/topics.ts'
import { recordsOf } from '../../infra/runtime/given.ts'
import { type Flow, startFlow } from '../in-memory.ts'

export const ANN = { appId: 'shop', userId: 'ann' }
export const BOB = { appId: 'shop', userId: 'bob' }
export const CID = { appId: 'club', userId: 'cid' }
export const USERS = [ANN, BOB, CID]

export async function remember(flow: Flow, scope: Scope, content: string): Promise<void> {
  const request = memorizeRequest.parse({ ...scope, content, contentType: 'conversation' })
  const context = { id: uuidV7(Date.now()), now: new Date(), traceparent: null }
  await flow.intake.accept(planMemorize(request, { ...context, entry: 'api' }))
}

export async function forget({ ports }: Flow, scope: Scope, category?: string): Promise<void> {
  await acceptForget(ports, { ...scope, category }, new Date())
}

export const seal = (flow: Flow) => createSealer(flow.ports).seal(() => new Date())

/** Sealed twice, with a forget of a whole user and of a category in between, and something that is not sealed yet. */
export async function givenHistory(): Promise<Flow> {
  const flow = await startFlow()
  for (const scope of USERS) {
    await remember(flow, scope, 'I live in Berlin. I work at Acme.')
  }
  await flow.drained()
  await seal(flow)
  await forget(flow, BOB)
  await forget(flow, CID, 'work')
  await flow.drained()
  for (const scope of USERS) await remember(flow, scope, 'I have moved, I now live in Oslo.')
  await flow.drained()
  await seal(flow)
  await remember(flow, ANN, 'I like hiking.')
  await flow.drained()
  return flow
}

/** Everything that a verification reads. */
export type Read = { records: LogRecord[]; seals: LogRecord[]; entries: AuditEntry[][] }

export async function readAll({ ports: { log, audit } }: Flow): Promise<Read> {
  const records = await Promise.all(SEALED_TOPICS.map((topic) => recordsOf(log, topic)))
  const entries = await Promise.all(
    USERS.map(async (scope) => (await audit.list(scope, { limit: 1_000 })).data),
  )
  return { records: records.flat(), seals: await recordsOf(log, AUDIT), entries }
}

/** The ports of the service, with their reads replaced by `read`. */
export function reading({ ports: { log, audit, keys } }: Flow, read: Read): VerifyPorts {
  const inTopic = (topic: string) => (topic === AUDIT ? read.seals : read.records)
  return {
    keys,
    log: {
      ...log,
      read: async function* ({ topic, scope }) {
        const records = inTopic(topic).filter((record) => record.topic === topic)
        const isAsked = ({ event }: LogRecord) =>
          !scope || (event?.appId === scope.appId && event.userId === scope.userId)
        const asked = records.filter(isAsked).sort((a, b) => a.position - b.position)
        if (asked.length > 0) yield asked
      },
    },
    audit: {
      ...audit,
      list: async (scope, page) => {
        const at = USERS.findIndex((user) => isSame(user, scope))
        // The roots of an app: `read` has none.
        if (at === -1) return audit.list(scope, page)
        const data = read.entries[at] ?? []
        return { data, total: data.length, nextCursor: null }
      },
    },
  }
}

function isSame(a: Scope, b: Scope): boolean {
  return a.appId === b.appId && a.userId === b.userId
}
