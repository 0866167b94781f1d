// Texts in which a rule is: random walks through its regular expression, from a seed. What looks ahead is written out,
// what forbids is left out, so the caller keeps those samples in which the expression is found.

const LETTERS: Readonly<Record<string, string>> = { Lu: 'KM', Ll: 'ae', L: 'aeK', N: '37', M: '' }
const LONGEST = 3

/** `count` texts; most of them contain the expression. */
export function samplesOf({ source }: RegExp, count: number): string[] {
  let seed = 1
  const below = (n: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
    return Math.floor((seed / 2 ** 32) * n)
  }
  return Array.from({ length: count }, () => new Walk(source, below).alternatives())
}

class Walk {
  #at = 0
  readonly #source: string
  readonly #below: (n: number) => number

  constructor(source: string, below: (n: number) => number) {
    this.#source = source
    this.#below = below
  }

  /** One of "a|b|c", up to the end of its group. */
  alternatives(): string {
    const found = [this.#sequence()]
    while (this.#eat('|')) found.push(this.#sequence())
    return found[this.#below(found.length)] ?? ''
  }

  #sequence(): string {
    let text = ''
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? ''))
      text += this.#quantified()
    return text
  }

  /** What is repeated is walked once for each repetition. */
  #quantified(): string {
    const start = this.#at
    let text = this.#atom()
    const end = this.#at
    const [min, max] = this.#bounds()
    const after = this.#at
    const times = min + this.#below(Math.min(max, min + LONGEST) - min + 1)
    if (times === 0) text = ''
    for (let n = 1; n < times; n++) {
      this.#at = start
      text += this.#atom()
    }
    this.#at = times > 1 ? after : this.#at
    return end === start ? '' : text
  }

  #bounds(): [number, number] {
    // Most atoms are letters that come once.
    if (!'*+?{'.includes(this.#source[this.#at] ?? ' ')) return [1, 1]
    const found = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(this.#source.slice(this.#at))
    if (!found) return [1, 1]
    this.#at += found[0].length
    if (found[1]) return [found[1] === '+' ? 1 : 0, found[1] === '?' ? 1 : LONGEST]
    const min = Number(found[2])
    return [min, found[3] ? Number(found[4] || min + LONGEST) : min]
  }

  #atom(): string {
    const opening =
      this.#source[this.#at] === '(' &&
      /^\((?:\?(?:<?[=!]|<\w+>|-?\w*:))?/.exec(this.#source.slice(this.#at))?.[0]
    if (opening) {
      this.#at += opening.length
      const text = this.alternatives()
      this.#eat(')')
      return opening.endsWith('!') ? '' : text
    }
    if (this.#eat('[')) return this.#class()
    if (this.#eat('\\')) return this.#escaped()
    const char = this.#source[this.#at++] ?? ''
    if (char === '^' || char === '$') return ''
    return char === '.' ? 'x' : char
  }

  #escaped(): string {
    const char = this.#source[this.#at++] ?? ''
    const property = char === 'p' && /^\{(\w+)\}/.exec(this.#source.slice(this.#at))
    if (property) {
      this.#at += property[0].length
      return this.#oneOf(LETTERS[property[1] ?? ''] ?? 'a')
    }
    if (char === 'b') return ''
    return { d: this.#oneOf('379'), s: ' ', S: 'k', w: 'a' }[char] ?? char
  }

  #class(): string {
    const denied = this.#eat('^')
    let chars = ''
    while (!this.#eat(']')) {
      const range = /^([a-z\d])-([a-z\d])/.exec(this.#source.slice(this.#at))
      if (range) this.#at += range[0].length
      if (range) chars += `${range[1]}${range[2]}`
      else chars += this.#eat('\\') ? this.#escaped() : (this.#source[this.#at++] ?? '')
    }
    return denied ? this.#oneOf('aek') : this.#oneOf(chars)
  }

  #oneOf(chars: string): string {
    return chars[this.#below(chars.length)] ?? ''
  }

  #eat(char: string): boolean {
    const found = this.#source[this.#at] === char
    if (found) this.#at++
    return found
  }
}
