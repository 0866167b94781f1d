// GET /apps and GET /users/:appId: which apps a key reaches, and which users of one have memories.
import { z } from 'zod'
import { MAX_IDENTIFIER_LENGTH } from '../../identifiers.ts'
import { named } from '../named.ts'
import { pageOf, pageQuery } from '../paging.ts'

export const app = named('App', {
  appId: z.string(),
  userCount: z.int().describe('Users who have memories, counted to at most 10,000'),
})
export const appsResponse = pageOf(app)
  .describe(
    '`total` counts the apps that a key names; for a key of every app it counts them as far as the first of the next page, so it is the total on the last one',
  )
  .meta({ id: 'AppsResponse' })

export const usersQuery = pageQuery.extend({
  search: z
    .string()
    .min(1)
    .max(MAX_IDENTIFIER_LENGTH)
    .optional()
    .describe('Only users whose id holds this, whatever the case of ASCII letters'),
})
export const user = named('User', {
  userId: z.string(),
  itemCount: z.int().describe('Current items that have not ended'),
  resourceCount: z.int().describe('Writes that are kept'),
  lastWriteAt: z.string().describe('When the newest write was received'),
})
export const usersResponse = pageOf(user)
  .describe('`total` is counted to at most 10,000')
  .meta({ id: 'UsersResponse' })
