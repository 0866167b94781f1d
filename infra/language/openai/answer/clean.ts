// What a model wrote as text that may be stored and shown: one line, bounded, and no sign that is not seen. Pure.

/** Zero-width signs and those that turn the direction of writing. Joiners stay: scripts and pictographs need them. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

/** One line of well-formed text without control characters, bounded, no surrogate pair cut. */
export function clean(text: string, maxChars: number): string {
  const line = text
    .toWellFormed()
    .replace(UNSEEN, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  if (line.length <= maxChars) return line
  const cut = line.slice(0, maxChars)
  return (cut.isWellFormed() ? cut : cut.slice(0, -1)).trimEnd()
}
