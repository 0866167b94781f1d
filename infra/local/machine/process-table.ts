// What the operating system says about processes: from /proc where there is one, else from `ps`.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

export type ProcessEntry = {
  pid: number
  group: number
  /** One letter: R, S and D are alive, T is stopped, Z is dead but not reaped. */
  state: string
  residentBytes: number
  command: string
}

export async function listProcesses(): Promise<ProcessEntry[]> {
  if (!existsSync('/proc/self/stat')) return parsePs(await runPs())
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const entries = await Promise.all(pids.map((pid) => readProcess(Number(pid))))
  return entries.filter((entry) => entry !== undefined)
}

/** The living members of the group that a pid leads, if the group is ours. */
export async function ownProcesses(pid: number, run: string): Promise<ProcessEntry[]> {
  return ownGroup(await listProcesses(), pid, run)
}

/**
 * A recorded pid may since belong to another program. The group counts as ours if one of its members was started with
 * our directory in its command line.
 */
export function ownGroup(entries: ProcessEntry[], pid: number, run: string): ProcessEntry[] {
  const alive = entries.filter((entry) => entry.group === pid && entry.state !== 'Z')
  return alive.some((entry) => entry.command.includes(`${run}/`)) ? alive : []
}

async function readProcess(pid: number): Promise<ProcessEntry | undefined> {
  try {
    const [stat, statm, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/statm`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    return parseProc({ stat, statm, command })
  } catch {
    // It ended while we looked.
    return undefined
  }
}

const pageBytes = 4096

/**
 * The second field of `stat` is a name that may hold spaces and brackets, so fields are counted from the last bracket.
 */
export function parseProc(files: { stat: string; statm: string; command: string }): ProcessEntry {
  const [state = '?', , group = '0'] = files.stat.slice(files.stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid: Number.parseInt(files.stat, 10),
    group: Number(group),
    state,
    residentBytes: Number(files.statm.split(' ')[1] ?? 0) * pageBytes,
    command: files.command.split('\0').join(' ').trim(),
  }
}

async function runPs(): Promise<string> {
  const args = ['-A', '-ww', '-o', 'pid=,pgid=,stat=,rss=,args=']
  return (await promisify(execFile)('ps', args, { maxBuffer: 1 << 26 })).stdout
}

export function parsePs(output: string): ProcessEntry[] {
  const row = /^\s*(\d+)\s+(\d+)\s+(\S)\S*\s+(\d+)\s+(.*)$/
  return output.split('\n').flatMap((line) => {
    const [, pid, group, state = '?', kilobytes, command = ''] = row.exec(line) ?? []
    if (pid === undefined) return []
    const residentBytes = Number(kilobytes) * 1024
    return [{ pid: Number(pid), group: Number(group), state, residentBytes, command }]
  })
}
