// Finds which process listens on a port of this machine: for the message that says why a server cannot have the port,
// and for measurements.
import { readdir, readFile, readlink } from 'node:fs/promises'

const listening = '0A'

/** "pid 123 (name)", or undefined if that cannot be seen. */
export async function portOwner(port: number): Promise<string | undefined> {
  const pid = await listenerOn(port)
  return pid === undefined
    ? undefined
    : `pid ${pid} (${(await readText(`/proc/${pid}/comm`)).trim()})`
}

/** The process that listens on the port, or undefined if that cannot be seen. */
export async function listenerOn(port: number): Promise<number | undefined> {
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readText))
  const inodes = new Set(tables.flatMap((table) => listenerInodes(table, port)))
  if (inodes.size === 0) return undefined
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    if (await holds(pid, inodes)) return Number(pid)
  }
  return undefined
}

/** Socket inodes that listen on the port, from a table in the format of /proc/net/tcp. */
export function listenerInodes(table: string, port: number): string[] {
  return table.split('\n').flatMap((line) => {
    const [, local, , state, , , , , , inode] = line.trim().split(/\s+/)
    const localPort = Number.parseInt(local?.split(':')[1] ?? '', 16)
    return state === listening && localPort === port && inode ? [inode] : []
  })
}

async function holds(pid: string, inodes: Set<string>): Promise<boolean> {
  const handles = await readdir(`/proc/${pid}/fd`).catch(() => [])
  for (const handle of handles) {
    const target = await readlink(`/proc/${pid}/fd/${handle}`).catch(() => '')
    if (inodes.has(/^socket:\[(\d+)\]$/.exec(target)?.[1] ?? '')) return true
  }
  return false
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
