// Where every text is cut between two tokens, whatever surrounds the place: so that the parts of a text can be counted
// by themselves, and a part that recurs only once. Follows from the pattern by which the o200k family splits texts
// (`PIECES` in infra/tokens); characters beyond ASCII are left to that pattern.

/** What a UTF-16 unit is. `MARK`: a sign that also ends what it does not begin ("'s", or slashes after a line's end). */
const [OTHER, LETTER, DIGIT, SPACE, SIGN, MARK] = [0, 1, 2, 3, 4, 5]
const ASCII = 128

const kinds = Uint8Array.from({ length: ASCII }, (_, unit) => kindOf(String.fromCharCode(unit)))

function kindOf(char: string): number {
  if (/[A-Za-z]/.test(char)) return LETTER
  if (/[0-9]/.test(char)) return DIGIT
  if (char === ' ') return SPACE
  if (char === "'" || char === '/') return MARK
  return /[!-~]/.test(char) ? SIGN : OTHER
}

/** The next cut after `from`; the end of the text if there is none. */
export function nextCut(text: string, from: number): number {
  let before = OTHER
  let last = kindAt(text, from)
  for (let at = from + 1; at < text.length; at++) {
    const next = kindAt(text, at)
    if (isBetween(before, last, next)) return at
    before = last
    last = next
  }
  return text.length
}

/** True if the text is always cut at this place, which is neither its beginning nor its end. */
export function isCut(text: string, at: number): boolean {
  return isBetween(at > 1 ? kindAt(text, at - 2) : OTHER, kindAt(text, at - 1), kindAt(text, at))
}

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit < ASCII ? (kinds[unit] ?? OTHER) : OTHER
}

function isBetween(before: number, last: number, next: number): boolean {
  switch (next) {
    // A token holds a space only where it begins.
    case SPACE:
      return last !== OTHER && last !== SPACE
    // How several spaces are cut depends on what follows them.
    case DIGIT:
      return last === SPACE ? before !== SPACE && before !== OTHER : isSign(last)
    case SIGN:
      return last === LETTER || last === DIGIT
    // A sign by itself is a token with the word behind it, but several in a row are tokens of their own.
    case LETTER:
      return isSign(last) && before === SIGN
    default:
      return false
  }
}

function isSign(kind: number): boolean {
  return kind === SIGN || kind === MARK
}
