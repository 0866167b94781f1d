// POST /import: takes over what another service exported.
import { z } from 'zod'
import { named } from '../named.ts'

const importedSettings = named('ImportedSettings', {
  taken: z.array(z.string()).describe('Such as `categories`, `trusted` or `templates.purchase`'),
  kept: z.array(z.string()).describe('What the app has configured here already: it stays'),
})
export type ImportedSettings = z.infer<typeof importedSettings>

export const importResponse = named('ImportResponse', {
  status: z.literal('queued'),
  settings: importedSettings.nullable().describe('Null: the export holds no settings'),
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
