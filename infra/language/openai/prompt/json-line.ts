// Writes users' text as one line of JSON, so that nothing within it can pose as a line, a mark or a label of the prompt
// around it. Pure.

/**
 * Characters that end a line, or hide one, for some readers, and that JSON leaves unescaped: C1 controls, U+2028 and
 * U+2029.
 */
const LINE_ENDS = /[\u007f-\u009f\u2028\u2029]/g

/** One line of well-formed text with ASCII controls escaped, whatever the value holds. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(value, wellFormed).replace(LINE_ENDS, escaped)
}

function wellFormed(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
