// `import`: brings the export of another memory or assistant into a running service, with its ids and dates. Prints
// what it would write; with `--write` it writes. Each call has an idempotency key, and accepted writes are noted beside
// the file, so that a second run continues where the first stopped and stores nothing twice.
import { statSync } from 'node:fs'
import { appId, userId } from '../../schemas/identifiers.ts'
import { CommandFailed, defineCommand, UsageError, type ValuesOf } from './command/command.ts'
import { counted } from './command/counted.ts'
import { flag, option } from './command/option.ts'
import { printerOf } from './command/printer.ts'
import { addressOptions, serviceAddress } from './command/service-address.ts'
import { bytesOf, jsonOrLinesOf } from './command/text-file.ts'
import { readChatgpt } from './import/formats/chatgpt.ts'
import { readClaude } from './import/formats/claude.ts'
import { readHindsight } from './import/formats/hindsight.ts'
import { BrokenExport, type Export, type Reader } from './import/formats/import-record.ts'
import { readLetta } from './import/formats/letta.ts'
import { readMem0 } from './import/formats/mem0.ts'
import { readPalimpsest } from './import/formats/palimpsest.ts'
import { readZep } from './import/formats/zep.ts'
import { InvalidZip, isZip, jsonFilesIn } from './import/formats/zip.ts'
import { openJournal } from './import/journal.ts'
import { planned } from './import/planned.ts'
import { shownLeftOut, shownPlan } from './import/shown-plan.ts'
import { writeAll } from './import/write-all.ts'

const readers: ReadonlyMap<string, Reader> = new Map([
  ['mem0', readMem0],
  ['zep', readZep],
  ['graphiti', readZep],
  ['hindsight', readHindsight],
  ['chatgpt', readChatgpt],
  ['claude', readClaude],
  ['letta', readLetta],
  ['palimpsest', readPalimpsest],
])
const names = [...readers.keys()].join('|')

/** Node limits the length of a string; longer exports have to be split. */
const MAX_BYTES = 500 * 1024 * 1024

const options = {
  from: option(names, 'what the file comes from'),
  app: option('APP', 'the app that the memories go to'),
  user: option(
    'USER',
    'whose they are, where the file does not say; else it overrides what it says',
  ),
  write: flag('write; without it only what would be written is told'),
  ...addressOptions,
  json: flag('print JSON'),
} as const

export const command = defineCommand({
  positionals: 'paths',
  usage: `--from ${names} FILE --app APP [--user USER] [--write] [--url URL] [--key KEY] [--json]`,
  options,
  run: async (values, positionals, io) => {
    const { file, from, app, read } = requestOf(values, positionals)
    const sorted = planned(readExport(file, { from, read }), values.user)
    const print = printerOf(io, values)
    if (!values.write) {
      const plan = shownPlan(sorted)
      const note = `Nothing was written. With --write these come from ${from} into the service.`
      print(plan, [...plan.lines, note])
      return sorted.records.length > 0 ? 0 : 1
    }
    const target = { ...serviceAddress(values), appId: app, from, signal: io.signal }
    const journal = openJournal(`${file}.imported`)
    const result = await writeAll(sorted.records, { ...target, journal }, io)
    const { leftOut } = sorted
    const lines = [...shownLeftOut(leftOut), sentence(result, `${file}.imported`)]
    print({ ...result, leftOut }, lines)
    return result.refused === 0 && sorted.records.length > 0 ? 0 : 1
  },
})

type Given = ValuesOf<typeof options>

function requestOf({ from, app, user }: Given, [file, ...more]: readonly string[]) {
  const read = readers.get(from ?? '')
  if (from === undefined || !read) {
    throw new UsageError(`--from must be one of ${names.replaceAll('|', ', ')}`)
  }
  if (file === undefined || more.length > 0) throw new UsageError('give one FILE')
  if (app === undefined || !appId.safeParse(app).success) {
    throw new UsageError('--app APP is needed, an identifier')
  }
  if (user !== undefined && !userId.safeParse(user).success) {
    throw new UsageError('--user must be an identifier')
  }
  return { file, from, app, read }
}

function readExport(file: string, { from, read }: { from: string; read: Reader }): Export {
  const bytes = exportOf(file)
  const text = isZip(bytes) ? '' : bytes.toString('utf8')
  const parsed = isZip(bytes) ? parsedArchive(file, bytes) : jsonOrLinesOf(file, text)
  try {
    return readAny(read, parsed, text)
  } catch (error) {
    if (error instanceof BrokenExport) throw new CommandFailed(`${file} ${error.message}`)
    // The parser's message would quote the file.
    throw new CommandFailed(
      `${file} is no export of ${from} that is known (apps/cli/import/README.md)`,
    )
  }
}

/** JSON lines of one record look like one JSON. */
function readAny(read: Reader, parsed: unknown, text: string): Export {
  try {
    return read(parsed, text)
  } catch (error) {
    if (error instanceof BrokenExport || Array.isArray(parsed)) throw error
    const one = read([parsed], text)
    if (one.records.length === 0) throw error
    return one
  }
}

/** Assistants put their conversations into one file of the archive, or into numbered ones. */
const CONVERSATIONS = /(^|\/)conversations(-\d+)?\.json$/
const APPLE_DOUBLE = /(^|\/)__MACOSX\//

function parsedArchive(file: string, bytes: Buffer): unknown {
  try {
    const files = [...jsonFilesIn(bytes, MAX_BYTES)].filter(([name]) => !APPLE_DOUBLE.test(name))
    const conversations = files.filter(([name]) => CONVERSATIONS.test(name))
    if (conversations.length > 0)
      return conversations.flatMap(([, text]) => jsonOrLinesOf(file, text))
    // Of any other archive the reader gets all files by name.
    return Object.fromEntries(files.map(([name, text]) => [name, jsonOrLinesOf(file, text)]))
  } catch (error) {
    if (error instanceof InvalidZip) throw new CommandFailed(`${file} ${error.message}`)
    throw error
  }
}

function exportOf(file: string): Buffer {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > MAX_BYTES) throw new CommandFailed(`${file} is larger than 500 MiB: split it`)
  return bytesOf(file)
}

type Result = Awaited<ReturnType<typeof writeAll>>

function sentence({ written, before, refused }: Result, journal: string): string {
  const known = before > 0 ? `, ${counted(before, 'was', 'were')} before` : ''
  const not = refused > 0 ? `, ${counted(refused, 'was', 'were')} refused: ${journal} says why` : ''
  return `${counted(written, 'write was', 'writes were')} accepted${known}${not}. Processing goes on in the background.`
}
