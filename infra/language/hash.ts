// The hash of a part of a text, for features without a table of their own. Pure.

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** FNV-1a over UTF-16 units, then mixed, so that low and high bits are both usable. Seeds tell kinds of features apart. */
export function hash(text: string, start: number, end: number, seed: number): number {
  let value = FNV_OFFSET ^ seed
  for (let i = start; i < end; i++) value = Math.imul(value ^ text.charCodeAt(i), FNV_PRIME)
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b)
  return (value ^ (value >>> 16)) >>> 0
}
