// A number from 0 to 1 for a text: it looks random, and is the same everywhere.

export function numberOf(text: string): number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++)
    state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  state = Math.imul(state ^ (state >>> 15), 0x85ebca6b)
  return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
}
