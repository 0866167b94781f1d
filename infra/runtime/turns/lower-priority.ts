// Lets other processes of the machine go first.
import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

/**
 * Lowers a process's priority (a nice value), and leaves one that is as low already: an ordinary user may not raise it,
 * and who started a process under `nice` wants it so. Call it before the process has made many threads: each inherits the
 * priority of the thread that makes it.
 *
 * Linux mostly divides its time between sessions first. So where the process leads a session, this lowers the session's
 * priority too: otherwise the process's would count only among the processes of its session.
 */
export function lowerPriority(pid: number, priority: number): void {
  lower(pid, priority)
  try {
    if (sessionOf(pid) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(priority))
  } catch {
    // Not every system has it, and those need none.
  }
}

/** Lowers the priority of the thread that calls it. Only Linux has one for each thread. */
export function lowerThreadPriority(priority: number): void {
  if (process.platform === 'linux') lower(0, priority)
}

function lower(of: number, priority: number): void {
  if (getPriority(of) < priority) setPriority(of, priority)
}

/** The name of the program comes second, in brackets, and may hold anything. */
function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(session)
}
