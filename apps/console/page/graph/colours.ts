// The colour of an entity type or of a line, from a small palette with distinct colours in the light and in the dark theme. Pure.
import { present } from '../pure/certain.ts'

export const palette = [
  '#2f8577',
  '#b8703a',
  '#6379c0',
  '#a9629a',
  '#83913d',
  '#4f93ad',
  '#b0645a',
  '#857aa8',
]

export function typesOf(entities: readonly { type: string }[]): string[] {
  return [...new Set(entities.map(({ type }) => type))].sort()
}

export function colourOf(entities: readonly { type: string }[]): (type: string) => string {
  const types = typesOf(entities)
  return (type) => present(palette[Math.max(0, types.indexOf(type)) % palette.length], 'colour')
}
