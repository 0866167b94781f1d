// Writes what others said as one line of JSON, so that nothing within it can pose as a line, a mark or a label of the
// prompt around it. Pure.

/** What ends a line, or hides one, for some reader or other, and what JSON leaves as it is: C1 controls, U+2028 and U+2029. */
const LINE_ENDS = /[\u007f-\u009f\u2028\u2029]/g

/** One line of ASCII controls escaped and well-formed text, whatever the value holds. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value, wellFormed).replace(LINE_ENDS, escaped)
}

function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
