// The maintenances that this process has queued and that wait to be carried out: one for each user, and a bounded number
// for each app, because each looks over a whole memory and the writes of the app's users wait behind it.
import type { LogPosition } from '../../../../infra/ports/event-log.ts'
import { getOrMake, nth } from '../../../../infra/runtime/certain.ts'
import { uuidV7 } from '../../../../infra/runtime/envelope/ids.ts'
import { createTurns } from '../../../../infra/runtime/turns/turns.ts'
import { maintenanceRecord } from '../../../../processors/maintenance/request.ts'
import type { Scope } from '../../../../schemas/identifiers.ts'
import { tooMany } from '../../errors.ts'
import type { Services } from '../../services.ts'

type Queued = Scope & { maintenanceId: string }

/** Of one app. */
export const MAX_WAITING = 1_000
const TRY_AGAIN_MS = 10_000
const TOPIC = 'memory.writes.v1'
const CARRIES_OUT = 'extract-facts'

type Waiting = { maintenanceId: string; at: LogPosition }

/** Returns a function that queues the maintenance of users. A user for whom one waits is told that one. */
export function createMaintenanceQueue(
  { ports, now }: Pick<Services, 'ports' | 'now'>,
  most = MAX_WAITING,
): (users: readonly Scope[]) => Promise<Queued[]> {
  const waiting = new Map<string, Map<string, Waiting>>()
  const ofApp = (appId: string) => getOrMake(waiting, appId, () => new Map<string, Waiting>())

  async function dropCarriedOut(): Promise<void> {
    const stands = await ports.log.checkpoints(CARRIES_OUT, TOPIC)
    for (const [appId, users] of waiting) {
      for (const [userId, { at }] of users) {
        if (at.position <= (stands.get(at.partition) ?? -1)) users.delete(userId)
      }
      if (users.size === 0) waiting.delete(appId)
    }
  }

  function refuseTooMany(added: readonly Scope[]): void {
    for (const [appId, users] of Map.groupBy(added, (scope) => scope.appId)) {
      if ((waiting.get(appId)?.size ?? 0) + users.length <= most) continue
      const why = `the maintenance of ${most} users waits, which is the most of one app`
      throw tooMany(why, { waitMs: TRY_AGAIN_MS })
    }
  }

  async function queue(users: readonly Scope[]): Promise<Queued[]> {
    if (waiting.size > 0) await dropCarriedOut()
    const added = users.filter(({ appId, userId }) => !waiting.get(appId)?.has(userId))
    refuseTooMany(added)
    const at = now()
    const asked = added.map((scope) => ({ ...scope, id: uuidV7(at.getTime()) }))
    const records = asked.map((each) =>
      maintenanceRecord(ports, { ...each, now: at, requestedBy: 'operator' }),
    )
    const positions = asked.length === 0 ? [] : await ports.log.append(await Promise.all(records))
    for (const [n, { appId, userId, id }] of asked.entries()) {
      ofApp(appId).set(userId, { maintenanceId: id, at: nth(positions, n) })
    }
    return users.flatMap(({ appId, userId }) => {
      const known = waiting.get(appId)?.get(userId)
      return known ? [{ appId, userId, maintenanceId: known.maintenanceId }] : []
    })
  }

  // One call at a time, round the apps: of two at once, each must see what the other has queued.
  const turns = createTurns(1)
  return async (users) => {
    const [first] = users
    return first ? turns.run(first, () => queue(users)) : []
  }
}
