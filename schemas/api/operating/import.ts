// POST /import: takes over what another service exported.
import { z } from 'zod'

export const importResponse = z
  .object({
    status: z.literal('queued'),
    users: z.array(
      z.object({
        appId: z.string(),
        userId: z.string(),
        events: z.int().describe('Events that were taken over now; those of before do not count'),
        waiting: z
          .int()
          .describe('Writes that the other service had not read yet: they are read here'),
      }),
    ),
  })
  .meta({ id: 'ImportResponse' })
