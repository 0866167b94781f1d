// Counts a user's processed writes, page by page.
import { pagesOf } from '../../../infra/runtime/pages.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import { type ApiClient, pageIn } from '../command/api-client.ts'
import { CommandFailed } from '../command/command.ts'

const PAGE = 200

/** How many of the user's resources are processed; throws where one failed, because it stays failed. */
export async function countProcessed(client: ApiClient, scope: Scope): Promise<number> {
  let processed = 0
  const pages = pagesOf(async (cursor) =>
    pageIn(await client.resources(scope, { limit: PAGE, cursor })),
  )
  for await (const resources of pages) {
    const failed = resources.find(({ status }) => status === 'failed')
    if (failed) {
      throw new CommandFailed(`resource ${failed.resourceId} was not processed: ${failed.reason}`)
    }
    processed += resources.filter(({ status }) => status === 'processed').length
  }
  return processed
}
