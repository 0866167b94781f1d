// What the groups of a regular expression took. For groups without which the expression does not match: others may have
// taken nothing, and their callers say what holds then.

/** Of a match, by name. */
export type Groups = Readonly<Record<string, string | undefined>>

/** What a named group took. Throws if it took nothing. */
export function groupOf(groups: Groups, name: string): string {
  const taken = groups[name]
  if (taken === undefined) throw new TypeError(`the group ${name} took nothing`)
  return taken
}

/** What the group of a number took, counted from 1. Throws if it took nothing. */
export function nthGroupOf(match: RegExpMatchArray, n: number): string {
  const taken = match[n]
  if (taken === undefined) throw new TypeError(`the group ${n} took nothing`)
  return taken
}
