// Hostile templates: as many places as 2,000 characters hold, each filled with as much as an event holds.
import { filled, type Kind, template } from './kind.ts'

const LENGTH = 2_000
const repeated = (text: string) => text.repeat(Math.floor(LENGTH / text.length))
const long = (bytes: number) => ({ a: 'x'.repeat(bytes - 20) })
const list = (bytes: number) => ({ a: Array.from({ length: bytes / 2 - 10 }, () => 1) })
const nested = (bytes: number) => ({
  a: Array.from({ length: bytes / 40 }, (_, n) => ({ key: [n, { b: 'x' }] })),
})

export const templates: readonly Kind[] = [
  template('660 places and one long value', repeated('{a}'), long),
  template('660 places and one long list', repeated('{a}'), list),
  template('660 places and nested objects', repeated('{a}'), nested),
  template('optional parts with long values', repeated('[{a}]'), long),
  template('optional parts that lack a value', repeated('[{a}{b}]'), long),
  template('optional parts that lack a value, lists', repeated('[{a}{b}]'), list),
  template('a place that lacks a value comes last', `${repeated('{a}').slice(0, -9)}{b}`, list),
  template('alternatives, of which the last has a value', `{${'b|'.repeat(990)}a}`, list),
  template('alternatives that are empty', `{${'a|'.repeat(990)}b}`, (bytes) => ({
    a: Array.from({ length: bytes / 5 - 10 }, () => null),
    b: 1,
  })),
  template('alternatives that are blank', `{${'a|'.repeat(990)}b}`, (bytes) => ({
    a: ' '.repeat(bytes - 30),
    b: 1,
  })),
  template('brackets that open', '['.repeat(LENGTH), long),
  template('brackets that close', ']'.repeat(LENGTH), long),
  template('brackets within brackets', `${'['.repeat(LENGTH / 2)}${']'.repeat(LENGTH / 2)}`, long),
  template('braces that open', '{'.repeat(LENGTH), long),
  template('braces within braces', `${'{'.repeat(LENGTH / 2)}${'}'.repeat(LENGTH / 2)}`, long),
  template('bars', `{${'|'.repeat(LENGTH - 2)}}`, list),
  template('points', `{${'.'.repeat(LENGTH - 2)}}`, list),
  template('a path a thousand deep', `{${'a.'.repeat(LENGTH / 2 - 2)}a}`, list),
  template('values that look like templates', repeated('{a}'), (bytes) => ({
    a: filled(bytes - 20, () => '{a}[{a}]$&'),
  })),
]
