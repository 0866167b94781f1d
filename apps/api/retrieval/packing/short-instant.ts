// An instant as answers write it: whole seconds without zero milliseconds, which would cost tokens.

export function shortInstant(at: string): string {
  return at.replace('.000Z', 'Z')
}
