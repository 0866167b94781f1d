// Shows any JSON as words, and stops when there is no more room or too much was read: data is a client's, and a
import { isRecord } from '../../../infra/runtime/certain.ts'

// template may name the same part of it hundreds of times. Pure.

/** Reads the values of one activity. It counts how much it has read, so each activity needs its own. */
type ValueReader = {
  /** The first `room` characters of the value in words; '' if it says nothing. */
  show(value: unknown, room: number): string
}

/** Deeper values are left out. */
const MAX_DEPTH = 50
/** Characters, keys and values read for one activity: a few readings of the largest activity that is accepted. */
const MAX_READ = 4 * 1024 * 1024

export function createValueReader(mostRead = MAX_READ): ValueReader {
  let left = mostRead
  const read = (text: string) => {
    left -= text.length
    return text
  }
  const show = (value: unknown, room: number, depth = 0): string => {
    left--
    if (value === null || value === undefined || depth > MAX_DEPTH || left < 0) return ''
    if (Array.isArray(value))
      return showEach(value, room, (each, free) => show(each, free, depth + 1))
    if (!isRecord(value)) return read(String(value)).trim().slice(0, room)
    const name = [value.name, value.title, value.id].find(saysSomething)
    if (typeof name === 'string' || typeof name === 'number')
      return read(String(name)).slice(0, room)
    const keys = Object.keys(value)
    left -= keys.length
    return showEach(keys, room, (key, free) => {
      const shown = show(value[key], free, depth + 1)
      return shown === '' ? '' : `${words(read(key))} ${shown}`
    })
  }
  const showEach = <T>(
    parts: readonly T[],
    room: number,
    one: (part: T, room: number) => string,
  ) => {
    const list = createBoundedText(room, ', ')
    for (const part of parts) {
      if (list.room() === 0 || left <= 0) break
      list.add(one(part, list.room()))
    }
    return list.text()
  }
  return { show }
}

function saysSomething(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** A text that takes no more than it has room for. */
type BoundedText = {
  /** Takes the part, or as much of it as fits; a part that says nothing gets no separator either. */
  add(part: string): void
  /** How many characters still fit. */
  room(): number
  text(): string
}

export function createBoundedText(limit: number, separator = ''): BoundedText {
  let text = ''
  return {
    add: (part) => {
      if (part === '') return
      text = `${text}${text === '' ? '' : separator}${part}`.slice(0, limit)
    },
    room: () => limit - text.length,
    text: () => text,
  }
}

/** `orderShipped` and `order_shipped` read `order shipped`. */
export function words(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim()
    .toLowerCase()
}
