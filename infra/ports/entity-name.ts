// When two names are the same entity: never by likeness, only by the same letters once case, accents and spacing
// are folded. A wrong merge is worse than a duplicate.

/** The form under which names of one entity meet. */
export function foldName(name: string): string {
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
  return foldName(name) || name.trim()
}

/** The key of an entity within one user. */
export function entityKey({ name, type }: { name: string; type: string }): string {
  return `${nameKey(name)}\u0000${type}`
}

/** A name as the text writes it, where it does: subjects of facts are keys in lower case. */
export function asWritten(key: string, text: string): string {
  const at = text.toLowerCase().indexOf(key)
  const written = text.slice(at, at + key.length)
  return at >= 0 && nameKey(written) === nameKey(key) ? written : key
}
