// What is wrong with an event of an export, before anything of the export is taken over. Pure.
import type { ExportedEvent } from '../../schemas/api/reading/export.ts'
import { definitionOf } from '../../schemas/events/catalogue.ts'
import { LEFT_BEHIND } from './carried-events.ts'

/** Null if nothing is. Names the field and the rule, and quotes nothing. */
export function refusalOf({ topic, type, open, sealed }: ExportedEvent): string | null {
  const definition = definitionOf(topic, type)
  if (!definition || LEFT_BEHIND.has(type)) return 'type: is no event that is carried over'
  const parts = {
    open: definition.open.safeParse(open),
    sealed: definition.sealed.safeParse(sealed),
  }
  for (const [name, { error }] of Object.entries(parts)) {
    const issue = error?.issues[0]
    if (issue) return `${[name, ...issue.path].join('.')}: ${issue.code}`
  }
  return null
}
