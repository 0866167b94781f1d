// The directory of one server: its configuration, data and log, and the note of what was started.
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lastLines } from '../start/stack-failure.ts'

/** What was started; `pid` leads the server's process group. */
export type Started = { pid: number; port: number; candidate: string }

export const logPath = (run: string): string => join(run, 'server.log')
const notePath = (run: string) => join(run, 'pid')

/** The note of the last start; undefined when there is none, or it cannot be read. */
export async function readStarted(run: string): Promise<Started | undefined> {
  return parseStarted(await readFile(notePath(run), 'utf8').catch(() => ''))
}

/** Three words: pid, port, candidate. */
export function parseStarted(text: string): Started | undefined {
  const [, pid, port, candidate] = /^(\d+) (\d+) (\S+)\s*$/.exec(text) ?? []
  return pid && port && candidate ? { pid: Number(pid), port: Number(port), candidate } : undefined
}

export async function writeStarted(run: string, { pid, port, candidate }: Started): Promise<void> {
  await writeFile(notePath(run), `${pid} ${port} ${candidate}\n`)
}

export async function forgetStarted(run: string): Promise<void> {
  await rm(notePath(run), { force: true })
}

/** Writes configuration files and makes directories; existing data stays. */
export async function prepareDirectory(
  run: string,
  { files = {}, directories = [] }: { files?: Record<string, string>; directories?: string[] },
): Promise<void> {
  await mkdir(run, { recursive: true })
  for (const directory of directories) await mkdir(join(run, directory), { recursive: true })
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(run, path)), { recursive: true })
    await writeFile(join(run, path), text)
  }
}

/** Opens an empty log; the log of the previous start is kept beside it. */
export async function freshLog(run: string) {
  await rename(logPath(run), join(run, 'server.previous.log')).catch(() => {})
  return open(logPath(run), 'w')
}

export async function logTail(run: string, count: number): Promise<string> {
  return lastLines(await readFile(logPath(run), 'utf8').catch(() => ''), count)
}
