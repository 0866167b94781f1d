// Items of a session, kept as facts that hold at no time: they are listed, and never recalled. An item is JSON, in as
// many parts as it needs and in base64, so that no search takes its words for the user's. What was said in it is also
// remembered as a conversation. Pure.
import type { components } from './openapi.ts'
import type { Item, Message } from './vocabulary.ts'

/** The place of a part: it belongs to the n-th item of those added together. */
type Place = { added: string; n: number; part: number; of: number }
export type Kept = { item: object; parts: readonly string[] }

type Write = Extract<components['schemas']['BatchRequest']['writes'][number], { kind: 'item' }>
/** As `POST /batch` takes it. */
export type Fact = Omit<Write, 'kind' | 'userId'>
type Adding = { items: readonly object[]; scope: string; added: string }

const ATTRIBUTE = 'session item'
/** Less than a fact's 4,000, so that there is room for the header of a part. */
const PART_CHARS = 3_900
/** A part is critical, so that maintenance never prunes it. */
const NEVER = { validFrom: '1970-01-01T00:00:00Z', validTo: '1970-01-01T00:00:00Z' }

export function factsOf({ items, scope, added }: Adding): Fact[] {
  return items.flatMap((item, n) => {
    const parts = partsOf(btoa(asciiJson(item)))
    return parts.map((text, part): Fact => {
      const place: Place = { added, n, part, of: parts.length }
      return {
        // With its number, because facts that read alike are taken for one.
        text: `${part + 1}/${parts.length} ${text}`,
        type: 'event',
        importance: 'critical',
        attribute: ATTRIBUTE,
        value: JSON.stringify(place),
        scopes: [scope, `${added}/${n}`],
        ...NEVER,
      }
    })
  })
}

/** Bytes as base64 takes them. */
function asciiJson(item: object): string {
  return JSON.stringify(item).replace(
    /[\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function partsOf(text: string): string[] {
  const count = Math.ceil(text.length / PART_CHARS)
  return Array.from({ length: count }, (_, n) => text.slice(n * PART_CHARS, (n + 1) * PART_CHARS))
}

/** The items in the order in which they were added; takes facts with the newest first. */
export function itemsIn(facts: readonly Item[]): Kept[] {
  const parts = facts.flatMap((fact) => partIn(fact) ?? [])
  const added = grouped(parts, (part) => part.added).reverse()
  return added.flatMap((together) => {
    const items = grouped(together, ({ n }) => n).sort(([a], [b]) => (a?.n ?? 0) - (b?.n ?? 0))
    return items.flatMap((own) => whole(own) ?? [])
  })
}

/** Some runtimes lack `Map.groupBy`. */
function grouped<T>(all: readonly T[], by: (each: T) => unknown): T[][] {
  const groups = new Map<unknown, T[]>()
  for (const each of all) {
    const group = groups.get(by(each))
    if (group) group.push(each)
    else groups.set(by(each), [each])
  }
  return [...groups.values()]
}

type Part = Place & { id: string; text: string }

function partIn({ id, content, attribute, value }: Item): Part | null {
  if (attribute !== ATTRIBUTE || value === null) return null
  return { ...(JSON.parse(value) as Place), id, text: content.slice(content.indexOf(' ') + 1) }
}

/** Null where a part is missing: it was taken back, or is still being added. */
function whole(parts: readonly Part[]): Kept | null {
  const sorted = parts.toSorted((a, b) => a.part - b.part)
  if (sorted.length !== sorted[0]?.of) return null
  const item = JSON.parse(atob(sorted.map(({ text }) => text).join('')))
  return { item, parts: sorted.map(({ id }) => id) }
}

/** The words of users and assistants, as text. */
export function messagesIn(items: readonly object[]): Message[] {
  return items.flatMap((item): Message[] => {
    if (!('role' in item) || !('content' in item)) return []
    const { role, content } = item
    const text = textOf(content).trim()
    const isSaid = (role === 'user' || role === 'assistant') && text !== ''
    return isSaid ? [{ role, content: text }] : []
  })
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.flatMap(({ text }) => (typeof text === 'string' ? text : [])).join('\n')
}
