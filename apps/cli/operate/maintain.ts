// `maintain`: asks the running service to maintain the memory of one user, of an app's users, or of all: it prunes
// facts that have decayed to nothing, merges duplicates, and rewrites stale summaries. The service does so daily by
// itself.
import type { MaintenancePlanned } from '../../../schemas/api/operating/maintenance.ts'
import { type ApiClient, createApiClient } from '../command/api-client.ts'
import { refusePositionals } from '../command/arguments.ts'
import {
  CommandFailed,
  defineCommand,
  type Io,
  UsageError,
  type ValuesOf,
} from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
import { createProgress, type Progress } from '../command/progress.ts'
import { addressOptions, type ServiceAddress, serviceAddress } from '../command/service-address.ts'

const USERS_A_CALL = 50

const options = {
  app: option('APP', 'only this app'),
  user: option('USER', 'only this user of the app'),
  'dry-run': flag('change nothing; tell what would be done'),
  ...addressOptions,
  json: flag('print JSON'),
} as const

export const command = defineCommand({
  usage: '[--app APP [--user USER]] [--dry-run] [--url URL] [--key KEY] [--json]',
  options,
  run: async (values, positionals, io) => {
    const { url, key } = targetOf(values, positionals)
    const client = createApiClient({ url, key, signal: io.signal })
    try {
      const totals = await maintain(client, values, io)
      if (totals.users === 0 && values.app !== undefined) {
        throw new CommandFailed(`there is no user with memories in the app ${values.app}`)
      }
      printerOf(io, values)(shown(totals), sentence(totals))
      return 0
    } finally {
      client.close()
    }
  },
})

type Given = ValuesOf<typeof options>
type Totals = { dryRun: boolean; users: number; pruned: number; merged: number; refreshed: number }

function targetOf(values: Given, positionals: readonly string[]): ServiceAddress {
  refusePositionals(positionals)
  if (values.user !== undefined && values.app === undefined)
    throw new UsageError('--user needs --app APP, the app of that user')
  return serviceAddress(values)
}

/** Page by page, so that no call asks for more than it may take. */
async function maintain(client: ApiClient, values: Given, io: Io): Promise<Totals> {
  const dryRun = values['dry-run'] === true
  const totals: Totals = { dryRun, users: 0, pruned: 0, merged: 0, refreshed: 0 }
  let progress: Progress | null = null
  let cursor: string | null = null
  try {
    do {
      io.signal.throwIfAborted()
      const answer: Awaited<ReturnType<ApiClient['maintain']>> = await client.maintain({
        ...(values.app === undefined ? {} : { appId: values.app }),
        ...(values.user === undefined ? {} : { userId: values.user }),
        dryRun,
        limit: USERS_A_CALL,
        ...(cursor ? { cursor } : {}),
      })
      progress ??= createProgress(io, { label: 'users', total: answer.pagination.total })
      totals.users += answer.data.length
      if (answer.status === 'planned') add(totals, answer.data)
      progress.advance(answer.data.length)
      cursor = answer.pagination.nextCursor
    } while (cursor !== null)
    progress.complete()
    return totals
  } finally {
    progress?.finish()
  }
}

function add(totals: Totals, planned: MaintenancePlanned['data']): void {
  for (const { pruned, merged, refreshed } of planned) {
    totals.pruned += pruned
    totals.merged += merged
    totals.refreshed += refreshed
  }
}

/** A request that was only accepted has no counts yet. */
function shown({ dryRun, users, ...counts }: Totals): object {
  return dryRun ? { dryRun, users, ...counts } : { dryRun, users }
}

function sentence({ dryRun, users, pruned, merged, refreshed }: Totals): string {
  if (!dryRun) {
    return `Asked for the maintenance of ${counted(users, 'user')}. The audit of each, and maintenance.completed, tell what was done.`
  }
  return `Of ${counted(users, 'user')}, ${counted(pruned, 'fact')} would be pruned, ${merged} merged, ${counted(refreshed, 'summary', 'summaries')} refreshed.`
}
