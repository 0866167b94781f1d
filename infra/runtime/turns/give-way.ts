// Lets other processes of the machine go first.
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * Lowers a process's priority (a nice value). To be called before it has made many threads: they inherit it from the
 * one that makes them.
 *
 * Linux mostly shares its time between sessions first. Whoever leads one has its priority lowered too: else the
 * process's would count among the processes of its session only.
 */
export function giveWay(pid: number, priority: number): void {
  setPriority(pid, priority)
  try {
    if (sessionOf(pid) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(priority))
  } catch {
    // Not there on every system, and not needed then.
  }
}

/** The name of the program comes second, in brackets, and may hold anything. */
function sessionOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(session)
}
