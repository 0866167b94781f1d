// `generate`: writes the lists of the documentation from the code, so that no list is typed twice, and the types of the
// clients. A list stands between `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`; everything else is left
// alone.
import { readFileSync, writeFileSync } from 'node:fs'
import { configTable } from '../../../infra/config.ts'
import { firstOf, nth } from '../../../infra/runtime/certain.ts'
import type { Topology } from '../../../infra/runtime/run/processor.ts'
import { flow } from '../../../processors/flow.ts'
import { errorTable } from '../../../schemas/api/errors.ts'
import { type Topic, topics } from '../../../schemas/topics.ts'
import { otherLimits } from '../../api/plugins/limits/rate-limit.ts'
import { unverifiedBudgets } from '../../api/plugins/limits/unverified.ts'
import { rateLimits } from '../../api/plugins/operations.ts'
import { activityTypeOf, sources } from '../../api/sources/sources.ts'
import { refusePositionals } from '../command/arguments.ts'
import { CommandFailed, defineCommand } from '../command/command.ts'
import { flag } from '../command/option.ts'

export type GeneratedDoc = {
  /** From the root of the repository. */
  file: string
  marker: string
  text: string
}

const ROOT = new URL('../../../', import.meta.url)
const DAY_MS = 24 * 60 * 60 * 1000

export const command = defineCommand({
  usage: '[--check]',
  options: {
    check: flag('write nothing; fail where a file is out of date'),
  },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    // Loaded here, because it starts a service and no other command needs that.
    const { outdatedTypes } = await import('./generate-client.ts')
    const docs = values.check ? outdatedDocs() : writeDocs()
    const types = await outdatedTypes({ write: !values.check }, io.err)
    const changed = [...docs, ...types]
    for (const file of changed) io.out(`${file} ${values.check ? 'is out of date' : 'written'}`)
    if (changed.length === 0) io.out('everything is up to date')
    return values.check && changed.length > 0 ? 1 : 0
  },
})

/** Every generated list, and the file that holds it. */
export function generateDocs(): GeneratedDoc[] {
  const topology = topologyPicture(flow)
  return [
    { file: 'README.md', marker: 'topology', text: topology },
    { file: 'README.md', marker: 'environment', text: environmentTable() },
    { file: 'README.md', marker: 'errors', text: errorsTable() },
    { file: 'README.md', marker: 'rate-limits', text: rateLimitsTable() },
    { file: 'README.md', marker: 'topics', text: topicsTable() },
    { file: 'apps/api/sources/README.md', marker: 'signatures', text: signaturesTable() },
    { file: 'apps/api/sources/README.md', marker: 'events', text: webhookEventsTable() },
    { file: 'processors/README.md', marker: 'topology', text: topology },
  ]
}

/** Files that differ from what `generate` would write. */
export function outdatedDocs(): string[] {
  return rewrittenFiles().map(({ file }) => file)
}

/** Rewrites the generated sections; returns the changed files. */
export function writeDocs(): string[] {
  const rewritten = rewrittenFiles()
  for (const { file, text } of rewritten) writeFileSync(new URL(file, ROOT), text)
  return rewritten.map(({ file }) => file)
}

/** The page with one of its sections replaced. */
export function withSection(page: string, { file, marker, text }: GeneratedDoc): string {
  const open = `<!-- generated:${marker} -->`
  const close = `<!-- /generated:${marker} -->`
  const start = page.indexOf(open)
  const end = page.indexOf(close)
  if (start < 0 || end < start) throw new CommandFailed(`${file} has no section ${open} ${close}`)
  return `${page.slice(0, start)}${open}\n\n${text}\n\n${page.slice(end)}`
}

function rewrittenFiles(): { file: string; text: string }[] {
  const docs = generateDocs()
  return [...new Set(docs.map(({ file }) => file))].flatMap((file) => {
    const page = readFileSync(new URL(file, ROOT), 'utf8')
    const text = docs.filter((doc) => doc.file === file).reduce(withSection, page)
    return text === page ? [] : [{ file, text }]
  })
}

function environmentTable(): string {
  const rows = configTable().map(({ name, fallback, meaning }) => [code(name), fallback, meaning])
  return table(['variable', 'default', 'meaning'], rows)
}

function errorsTable(): string {
  const rows = Object.entries(errorTable).map(([name, { status, meaning }]) => [
    code(name),
    String(status),
    meaning,
  ])
  return table(['code', 'status', 'meaning'], rows)
}

const limitedCalls = {
  memorize: '`POST /memorize`, and what changes `/items`, all together',
  retrieve: '`POST /retrieve`',
  events: '`POST /events`',
  webhooks: '`POST /webhooks/:source`, each source',
  get: '`GET`, all together',
  forget: '`POST /forget`',
  config: 'what changes `/config/*`, and `POST /admin/*`, all together',
  maintenance: '`POST /maintenance`',
  batch: '`POST /batch`, of up to 1,000 writes each',
  mcp: '`/mcp`; what its tools call counts too',
  export: '`GET /export`',
  import: '`POST /import`, of up to 256 MiB each',
} as const satisfies Record<keyof typeof rateLimits, string>

function rateLimitsTable(): string {
  const { key, signature } = unverifiedBudgets
  const rows: [string, number, string][] = [
    ...Object.entries(rateLimits).map(([operation, limit]): [string, number, string] => [
      limitedCalls[operation as keyof typeof rateLimits],
      limit,
      'app',
    ]),
    ['refused before any of these could count it', otherLimits.refused, 'key'],
    ['what needs no key: `/metrics`, `/docs`, `/console`', otherLimits.open, 'address'],
    ['with a wrong key; then a wait that doubles', key.free, 'address'],
    [
      'webhooks that no secret verifies, of a binding or over 64 KiB; then the same',
      signature.free,
      'address and source',
    ],
  ]
  return table(
    ['calls', 'a minute', 'for each'],
    rows.map(([calls, limit, whose]) => [calls, String(limit), whose]),
  )
}

function signaturesTable(): string {
  return table(
    ['source', 'verified by'],
    sources.map(({ name, scheme }) => [code(name), scheme]),
  )
}

function webhookEventsTable(): string {
  const rows = sources.flatMap((source) =>
    Object.entries(source.events).map(([eventType, { template, category, importance }]) => [
      code(activityTypeOf(source, eventType)),
      code(template),
      category ?? '',
      importance,
    ]),
  )
  return table(['event type', 'sentence', 'category', 'importance'], rows)
}

/** The dead-letter topics differ only in name, so one row stands for all. */
function topicsTable(): string {
  const letters = firstOf(topics.filter(isDeadLetters))
  const shown = [
    ...topics.filter((topic) => !isDeadLetters(topic)),
    { ...letters, name: '<topic>.dlq', holds: 'what could not be handled of a topic, with why' },
  ]
  const rows = shown.map((topic) => [
    code(topic.name),
    topic.holds,
    String(topic.partitions),
    topic.retentionMs === null ? 'for ever' : `${topic.retentionMs / DAY_MS} days`,
  ])
  return table(['topic', 'holds', 'partitions', 'lifetime'], rows)
}

function isDeadLetters({ name }: Topic): boolean {
  return name.endsWith('.dlq')
}

/** Topics, processors and stores as a Mermaid flowchart; a dashed line is what a processor waits for. */
export function topologyPicture(processors: readonly Topology[]): string {
  const topicsShown = unique(processors.flatMap(({ reads, writes }) => [...reads, ...writes]))
  const storesShown = unique(processors.flatMap(({ stores }) => stores))
  const lines = [
    'flowchart LR',
    ...topicsShown.map((name) => `${node('topic', name)}[/${name}/]`),
    ...processors.map(({ name }) => `${node('processor', name)}([${name}])`),
    ...storesShown.map((name) => `${node('store', name)}[(${name})]`),
    ...processors.flatMap(({ name, state }) =>
      state ? `${node('state', name)}[(its own ${state})]` : [],
    ),
    ...processors.flatMap(arrowsOf),
  ]
  return `\`\`\`mermaid\n${lines.join('\n  ')}\n\`\`\``
}

function arrowsOf({ name, reads, writes, stores, state, awaits = [] }: Topology): string[] {
  const self = node('processor', name)
  return [
    ...reads.map((topic) => `${node('topic', topic)} --> ${self}`),
    ...writes.map((topic) => `${self} --> ${node('topic', topic)}`),
    ...stores.map((store) => `${self} --> ${node('store', store)}`),
    ...(state ? [`${self} <--> ${node('state', name)}`] : []),
    ...awaits.map((store) => `${node('store', store)} -.-> ${self}`),
  ]
}

/** Mermaid's identifiers may hold neither dots nor hyphens. */
function node(kind: string, name: string): string {
  return `${kind}_${name.replaceAll(/[^a-z0-9]/g, '_')}`
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

function code(text: string): string {
  return `\`${text}\``
}

/** Padded as the repository's formatter pads tables. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = (row: readonly string[]) => row.map((cell) => cell.replaceAll('|', '\\|'))
  const [top, body] = [escaped(head), rows.map(escaped)]
  const widths = head.map((_, column) =>
    Math.max(3, ...[top, ...body].map((row) => nth(row, column).length)),
  )
  const line = (row: readonly string[], fill: string) =>
    `| ${row.map((cell, column) => cell.padEnd(nth(widths, column), fill)).join(' | ')} |`
  const rule = head.map(() => '')
  return [line(top, ' '), line(rule, '-'), ...body.map((row) => line(row, ' '))].join('\n')
}
