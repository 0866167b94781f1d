// Finds a member that an object of a body has twice: readers differ in which of them counts, so what one system checked
// may not be what another takes. Costs a count of what was parsed; only a body with such a member is read again. Pure.
import { lastOf } from '../../../../infra/runtime/certain.ts'
import { MAX_NAME_CHARS } from './issue-words.ts'
import { endOfString } from './json-scan.ts'

/** `members`: of all objects as they were sent; `outer`: those of the body itself. */
type Sent = { bytes: Uint8Array; members: number; outer: number }

/**
 * Of a body with more members only its own are compared, which say whose it is: to count those of 40,000 names within
 * takes 4 ms, in which no other client is answered.
 */
const MOST_COMPARED = 10_000

/** The path of the first member that its object has twice, escaped or not; null if there is none. */
export function repeatedMember({ bytes, members, outer }: Sent, parsed: unknown): string | null {
  if (!isHolder(parsed)) return null
  if (members > MOST_COMPARED) return outer > Object.keys(parsed).length ? 'body' : null
  return membersOf(parsed) === members ? null : firstRepeated(bytes)
}

/** As deep as the scan of the body allows. Most values hold nothing, and a call for each costs as much as the rest. */
function membersOf(holder: Record<string, unknown>): number {
  let members = 0
  if (Array.isArray(holder)) {
    for (const value of holder) if (isHolder(value)) members += membersOf(value)
    return members
  }
  for (const name in holder) {
    members++
    const value = holder[name]
    if (isHolder(value)) members += membersOf(value)
  }
  return members
}

function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** An object or array that is being read. `part`: the name or index of what is read in it. */
type Open = { names: Set<string> | null; part: string | number }

/** The bytes are valid JSON. */
function firstRepeated(bytes: Uint8Array): string | null {
  const open: Open[] = []
  let isName = false
  for (let i = 0; i < bytes.length; i++) {
    switch (String.fromCharCode(bytes[i] ?? 0)) {
      case '{':
        open.push({ names: new Set(), part: '' })
        isName = true
        break
      case '[':
        open.push({ names: null, part: 0 })
        isName = false
        break
      case '}':
      case ']':
        open.pop()
        isName = false
        break
      case ',':
        isName = next(lastOf(open))
        break
      case '"': {
        const start = i
        i = endOfString(bytes, start)
        if (!isName) break
        const name = JSON.parse(Buffer.from(bytes.subarray(start, i + 1)).toString('utf8'))
        if (isRepeated(lastOf(open), name)) return pathOf(open)
        isName = false
      }
    }
  }
  return null
}

/** True if a name follows the comma. */
function next(holder: Open): boolean {
  if (typeof holder.part === 'number') holder.part++
  return holder.names !== null
}

function isRepeated(holder: Open, name: string): boolean {
  const { names } = holder
  holder.part = name
  if (names?.has(name)) return true
  names?.add(name)
  return false
}

function pathOf(open: readonly Open[]): string {
  return open.map(({ part }) => String(part).slice(0, MAX_NAME_CHARS)).join('.') || 'body'
}
