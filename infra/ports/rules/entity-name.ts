// When two names are the same entity: never by likeness, only by the same letters once case, accents and spacing
// are folded. A wrong merge is worse than a duplicate.

/**
 * A name whose letters are hidden (infra/sealed): what stands for its key, what stands for its words, and the name
 * itself as only its user's key opens it. Stores take it for any other name.
 */
export type SealedName = { key: string; words: readonly string[]; sealed: string }

/** Never part of what it separates: letters, digits and spaces. A client that writes one misleads only itself. */
const SEALED = '\u0001'

export function writeSealedName({ key, words, sealed }: SealedName): string {
  return [SEALED + key, words.join(' '), sealed].join(SEALED)
}

/** Null where the name is in letters. */
export function readSealedName(name: string): SealedName | null {
  if (!name.startsWith(SEALED)) return null
  const [, key, words, sealed, ...more] = name.split(SEALED)
  if (!key || words === undefined || !sealed || more.length > 0) return null
  return { key, words: words.split(' ').filter(Boolean), sealed }
}

/** The form that all spellings of one entity's name share. */
export function foldName(name: string): string {
  return readSealedName(name)?.words.join(' ') ?? foldLetters(name)
}

function foldLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .normalize('NFC')
}

/** The folded name; a name without letters or digits (an emoji) stands for itself. */
export function nameKey(name: string): string {
  return readSealedName(name)?.key ?? (foldLetters(name) || name.trim())
}

/** The key of an entity within one user. */
export function entityKey({ name, type }: { name: string; type: string }): string {
  return `${nameKey(name)}\u0000${type}`
}

/** A name as the text writes it, where it occurs there: subjects of facts are keys in lower case. */
export function asWritten(key: string, text: string): string {
  const at = text.toLowerCase().indexOf(key)
  const written = text.slice(at, at + key.length)
  return at >= 0 && nameKey(written) === nameKey(key) ? written : key
}
