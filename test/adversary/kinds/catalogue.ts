// The adversary's catalogue: every hostile kind, a file a family.
import { conversations } from './conversations.ts'
import { documents } from './documents.ts'
import { events } from './events.ts'
import { identifiers } from './identifiers.ts'
import type { Kind } from './kind.ts'
import { queries } from './queries.ts'
import { templates } from './templates.ts'

export const kinds: readonly Kind[] = [
  ...documents,
  ...conversations,
  ...events,
  ...templates,
  ...queries,
  ...identifiers,
]
