// How the rules write their patterns and lists of words: as templates in which a backslash is one, so that a pattern reads
// as it does between slashes, and what is put in is part of it.

function withFlags(flags: string) {
  return (parts: TemplateStringsArray, ...inserted: readonly string[]): RegExp =>
    new RegExp(String.raw(parts, ...inserted), flags)
}

/** Capitals do not count, but in `(?-i:...)`. */
export const anyCase = withFlags('iu')

/** Capitals count. */
export const asWritten = withFlags('u')

/** For the head of a rule, which is found wherever it stands. */
export const rule = withFlags('giu')

export function any({ raw }: TemplateStringsArray): string[] {
  return raw.join('').split(' ')
}
