// Counts a user's processed writes, page by page.
import type { Scope } from '../../../schemas/identifiers.ts'
import type { ApiClient } from '../command/api-client.ts'
import { CommandFailed } from '../command/command.ts'

const PAGE = 200

/** How many of the user's resources are processed; throws where one failed, because it stays failed. */
export async function countProcessed(client: ApiClient, scope: Scope): Promise<number> {
  let processed = 0
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<ApiClient['resources']>> = await client.resources(scope, {
      limit: PAGE,
      cursor,
    })
    const failed = page.data.find(({ status }) => status === 'failed')
    if (failed) {
      throw new CommandFailed(`resource ${failed.resourceId} was not processed: ${failed.reason}`)
    }
    processed += page.data.filter(({ status }) => status === 'processed').length
    cursor = page.pagination.nextCursor
  } while (cursor !== null)
  return processed
}
