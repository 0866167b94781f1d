// An instant as answers write it: whole seconds without their zero milliseconds, which would be paid for in tokens.

export function shortInstant(at: string): string {
  return at.replace('.000Z', 'Z')
}
