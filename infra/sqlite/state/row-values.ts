// What the columns of a state's row hold, checked: a snapshot may be of another version, or damaged.
import type { StateRow, StateValue } from '../../ports/states.ts'

export function valueIn(row: StateRow, column: number): Exclude<StateValue, Int8Array> {
  const value = row[column]
  if (value === undefined || value instanceof Int8Array) throw unlike(column, 'value')
  return value
}

export function numberIn(row: StateRow, column: number): number {
  const value = row[column]
  if (typeof value !== 'number') throw unlike(column, 'number')
  return value
}

export function textIn(row: StateRow, column: number): string {
  const value = row[column]
  if (typeof value !== 'string') throw unlike(column, 'text')
  return value
}

export function vectorIn(row: StateRow, column: number): Int8Array {
  const value = row[column]
  if (!(value instanceof Int8Array)) throw unlike(column, 'vector')
  return value
}

function unlike(column: number, what: string): TypeError {
  return new TypeError(`column ${column} of a state's row holds no ${what}`)
}
