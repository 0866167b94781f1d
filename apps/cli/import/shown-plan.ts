// What an import would do, shown before it writes: counts and dates, and no content.
import { counted } from '../command/counted.ts'
import type { LeftOut } from './formats/import-record.ts'
import type { OwnedRecord, Sorted } from './planned.ts'

const MOST_USERS = 20

type UserPlan = { userId: string; writes: number; from: string | null; to: string | null }
type ShownPlan = { writes: number; users: UserPlan[]; leftOut: LeftOut; lines: string[] }

export function shownPlan({ records, leftOut }: Sorted): ShownPlan {
  const users = [...Map.groupBy(records, (record) => record.userId)].map(planOf)
  const rest =
    users.length > MOST_USERS ? [`  and ${counted(users.length - MOST_USERS, 'further user')}`] : []
  const lines = [
    `${counted(records.length, 'write')} for ${counted(users.length, 'user')}`,
    ...users.slice(0, MOST_USERS).map(shownUser),
    ...rest,
    ...shownLeftOut(leftOut),
  ]
  return { writes: records.length, users, leftOut, lines }
}

/** Told when it is written too: what was left out is not in the service. */
export function shownLeftOut(leftOut: LeftOut): string[] {
  return Object.entries(leftOut).map(([why, count]) => `left out: ${count} ${why}`)
}

function planOf([userId, records]: [string, OwnedRecord[]]): UserPlan {
  const days = records.flatMap(({ at }) => at?.slice(0, 10) ?? []).sort()
  return { userId, writes: records.length, from: days[0] ?? null, to: days.at(-1) ?? null }
}

function shownUser({ userId, writes, from, to }: UserPlan): string {
  return `  ${userId}: ${writes}${from === null ? ', without dates' : `, ${from} to ${to}`}`
}
