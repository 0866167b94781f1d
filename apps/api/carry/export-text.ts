// The text of an export: its lines, written while they are read, and what they can be checked against.
import { createHash } from 'node:crypto'
import { inParts, type SharedTurns } from '../../../infra/runtime/turns/shared-turns.ts'
import type { ExportLine } from '../../../schemas/api/reading/export.ts'
import type { Scope } from '../../../schemas/identifiers.ts'
import type { Services } from '../services.ts'
import { settingsLine } from './app-settings.ts'
import { all, type ExportParts, FORMAT, type Line, linesOf } from './export-lines.ts'

/** Kinds of lines that say the same of the same memory in whatever service. */
const REMEMBERED: ReadonlySet<ExportLine['kind']> = new Set([
  'content',
  'activity',
  'given',
  'revised',
  'fact',
  'summary',
  'entity',
])

/** `turns`: those of all exports of the process. */
type UserOptions = { withAudit: boolean; turns: SharedTurns }

/** Its settings and the exports of its users, one after another, and a hash of all of it. */
export async function* textOfApp(
  services: ExportParts & Pick<Services, 'settings'>,
  appId: string,
  options: UserOptions & { withTrust: boolean },
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const hashed = (text: string) => {
    hash.update(text)
    return text
  }
  const exportedAt = services.now().toISOString()
  yield hashed(textOfLine({ kind: 'app', ...FORMAT, appId, exportedAt }))
  yield hashed(textOfLine(settingsLine(services.settings.current(), appId, options)))
  let users = 0
  for await (const { userId } of all((page) =>
    services.ports.memory.userOverviews({ ...page, appId }),
  )) {
    for await (const text of textOfUser(services, { appId, userId }, options)) yield hashed(text)
    users++
  }
  yield textOfLine({ kind: 'app-end', users, sha256: hash.digest('hex') })
}

/** The lines of a user, followed by a summary to check them against. */
export function textOfUser(
  services: ExportParts,
  scope: Scope,
  options: UserOptions,
): AsyncGenerator<string> {
  return textOf(linesOf(services, scope, options), inParts(options.turns, scope))
}

/** `goOn` resolves when the next line may be made. */
async function* textOf(
  lines: AsyncIterable<Line>,
  goOn: () => Promise<void>,
): AsyncGenerator<string> {
  const hash = createHash('sha256')
  const counts: Record<string, number> = {}
  const remembered: string[] = []
  for await (const line of lines) {
    await goOn()
    const text = textOfLine(line)
    hash.update(text)
    counts[line.kind] = (counts[line.kind] ?? 0) + 1
    if (REMEMBERED.has(line.kind)) remembered.push(sha256(JSON.stringify(unordered(line))))
    yield text
  }
  const digest = sha256(remembered.sort().join('\n'))
  yield textOfLine({ kind: 'end', counts, sha256: hash.digest('hex'), digest })
}

const textOfLine = (line: ExportLine) => `${JSON.stringify(line)}\n`

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** Stores differ in the order of equals, so lists and fields are sorted for the digest. */
export function unordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => JSON.stringify(unordered(each))).sort()
  }
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, unordered(field)])
  return Object.fromEntries(fields.sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)))
}
