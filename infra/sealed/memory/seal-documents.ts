// Documents of the memory store, sealed and opened: which of their fields are a user's words, and what the store holds
// in their place. Pure.
import { OWN_MARKS } from '../../../schemas/threads.ts'
import type {
  Item,
  ItemDocument,
  MemoryDocument,
  Resource,
  ResourceDocument,
  Summary,
} from '../../ports/memory-store.ts'
import { keeping } from '../../ports/rules/kept.ts'
import type { Keys } from '../keys/keyring.ts'
import { openedListOnce, openedOnce } from '../keys/opened-once.ts'
import { keyFor, keyThatSealed } from '../keys/sealing.ts'
import type { UserKeys } from '../keys/user-keys.ts'

/** The words of an item. They are sealed together and stored in place of its text. */
const WORDS = [
  'text',
  'subject',
  'attribute',
  'value',
  'exclusive',
  'entities',
  'relationships',
  'saidBy',
  'aliases',
  'scopes',
] as const satisfies readonly (keyof Item)[]

type Words = Pick<Item, (typeof WORDS)[number] | 'threadId'>
/** What an item's text holds in the store. */
type Inside = { words: Words; fingerprint: string; slot: string | null }

const WORDLESS = { subject: null, attribute: null, value: null, exclusive: false, entities: [] }
const IN_THREADS = 'thread'
const IN_SCOPES = 'scope'

/** Terms as they are stored, and what sealed them: a caller that writes a document again passes them unchanged. */
const storedTerms = new WeakMap<readonly string[], { generation: number }>()

/** Null if the key that it would be sealed under is gone. */
export function sealDocument(document: MemoryDocument, keys: Keys): MemoryDocument | null {
  if (document.kind === 'item') return sealItemDocument(document, keys)
  return document.kind === 'resource' ? sealResource(document, keys) : sealSummary(document, keys)
}

function sealItemDocument(document: ItemDocument, keys: Keys): ItemDocument | null {
  const { item, terms, vector, fingerprint, slot } = document
  const stored = storedTerms.get(terms)
  const key = keyFor(keys, stored?.generation ?? document.keyGeneration)
  if (!key) return null
  return {
    ...document,
    item: sealItem(item, key, { fingerprint, slot }),
    terms: stored ? terms : key.terms(terms),
    vector: key.turn(vector),
    fingerprint: fingerprintKey(key, fingerprint),
    slot: slot === null ? null : slotKey(key, slot),
  }
}

function sealItem(item: Item, key: UserKeys, keys: Omit<Inside, 'words'>): Item {
  refuseChangedWords(item)
  const { text, subject, attribute, value, exclusive, entities, relationships, ...others } = item
  const { saidBy, aliases, scopes, ...open } = others
  const stated = { text, subject, attribute, value, exclusive, entities, relationships }
  const said = { ...stated, saidBy, aliases, scopes }
  const threadId = item.threadId !== undefined && isClients(item.threadId) ? item.threadId : null
  const inside: Inside = { words: threadId === null ? said : { ...said, threadId }, ...keys }
  return {
    ...open,
    ...WORDLESS,
    text: key.seal(aboutItem(item), JSON.stringify(inside)),
    ...(scopes && { scopes: scopes.map((scope) => scopeKey(key, scope)) }),
    ...(threadId !== null && { threadId: sealThread(key, threadId) }),
  }
}

/** Changes of an item never include its words: if they ever do, they must not be stored in plain. */
function refuseChangedWords({ changes = [] }: Item): void {
  for (const { before } of changes) {
    const word = [...WORDS, 'threadId' as const].find((field) => before[field] !== undefined)
    if (word) throw new Error(`a change of the field ${word} of an item cannot be sealed`)
  }
}

/** Those that a living key opens. The same object for the same object, as long as the key is in use. */
export function openItems(items: readonly Item[], keys: Keys): Item[] {
  return openedOnce(items, keys, (item) => {
    const opened = insideOf(item, keys)
    return opened && { key: opened.key, plain: keeping({ ...item, ...opened.inside.words }) }
  })
}

export function openItemDocument(document: ItemDocument, keys: Keys): ItemDocument | null {
  const { item, terms, vector } = document
  const opened = insideOf(item, keys)
  if (!opened) return null
  const { key, inside } = opened
  const { words, fingerprint, slot } = inside
  storedTerms.set(terms, key)
  return {
    ...document,
    item: { ...item, ...words },
    vector: key.turnBack(vector),
    fingerprint,
    slot,
  }
}

function insideOf(item: Item, keys: Keys): { key: UserKeys; inside: Inside } | null {
  const key = keyThatSealed(keys, item.text)
  const inside = key?.read(aboutItem(item), item.text) as Inside | null | undefined
  return key && inside ? { key, inside } : null
}

function aboutItem({ id }: Pick<Item, 'id'>): string {
  return `item ${id}`
}

function sealResource(document: ResourceDocument, keys: Keys): ResourceDocument | null {
  const { resource, keyGeneration } = document
  const { threadId, reason } = resource
  if ((threadId === null || !isClients(threadId)) && reason === null) return document
  const key = keyFor(keys, keyGeneration)
  if (!key) return null
  const sealed: Resource = {
    ...resource,
    threadId: threadId === null ? null : sealThread(key, threadId),
    reason: reason === null ? null : key.seal(aboutResource(resource), reason),
  }
  return { ...document, resource: sealed }
}

export function openResource(resource: Resource, keys: Keys): Resource | null {
  const threadId = resource.threadId === null ? null : openThread(keys, resource.threadId)
  const reason = openOptional(keys, aboutResource(resource), resource.reason)
  if (reason === undefined || (threadId === null && resource.threadId !== null)) return null
  return { ...resource, threadId, reason }
}

/** Undefined if it does not open. */
function openOptional(keys: Keys, about: string, sealed: string | null): string | null | undefined {
  return sealed === null ? null : (keyThatSealed(keys, sealed)?.open(about, sealed) ?? undefined)
}

function aboutResource({ id }: Pick<Resource, 'id'>): string {
  return `resource ${id}`
}

function sealSummary(
  document: Extract<MemoryDocument, { kind: 'summary' }>,
  keys: Keys,
): MemoryDocument | null {
  const { summary } = document
  const key = keyFor(keys, document.keyGeneration)
  // An empty text says that there is no summary.
  if (summary.text === '') return document
  return (
    (key && {
      ...document,
      summary: { ...summary, text: key.seal(about(summary), summary.text) },
    }) ??
    null
  )
}

export function openSummaries(summaries: readonly Summary[], keys: Keys): Summary[] {
  return openedListOnce(summaries, keys, (list) =>
    openedOnce(list, keys, (summary) => {
      const key = keyThatSealed(keys, summary.text)
      const text = key?.open(about(summary), summary.text)
      return key && typeof text === 'string' ? { key, plain: { ...summary, text } } : null
    }),
  )
}

function about({ category }: Pick<Summary, 'category'>): string {
  return `summary ${category}`
}

/** False for threads that the service named itself: their names are ids. */
export function isClients(threadId: string): boolean {
  return !OWN_MARKS.some((mark) => threadId.startsWith(mark))
}

/** The name of a thread as it is stored: always the same, so that it can be looked up. */
export function sealThread(key: UserKeys, threadId: string): string {
  return isClients(threadId) ? key.seal(IN_THREADS, threadId) : threadId
}

/** Null if no living key opens it. */
export function openThread(keys: Keys, threadId: string): string | null {
  if (!isClients(threadId)) return threadId
  return keyThatSealed(keys, threadId)?.open(IN_THREADS, threadId) ?? null
}

export function scopeKey(key: UserKeys, scope: string): string {
  return key.key(IN_SCOPES, scope)
}

export function fingerprintKey(key: UserKeys, fingerprint: string): string {
  return key.key('fingerprint', fingerprint)
}

export function slotKey(key: UserKeys, slot: string): string {
  return key.key('slot', slot)
}
