// What the page is certain to find: a missing value throws by name. Pure.

/** Throws if there is no value; `what` names it. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new TypeError(`there is no ${what}`)
  return value
}

/** The names of a table, in order; for tables that have no members beyond those of their type. */
export function memberNamesOf<Table extends object>(table: Table): (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}

/** The name in a table that reads as the text; undefined if it has none. */
export function nameIn<Table extends object>(table: Table, text: string | null | undefined) {
  return memberNamesOf(table).find((name) => name === text)
}
