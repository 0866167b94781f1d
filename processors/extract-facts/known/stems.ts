// Forms of a word that count as one where known facts are sought by their words.
import { foldedWords } from './fingerprint.ts'

/** The words of a text without their endings. */
export function stemsOf(text: string): ReadonlySet<string> {
  return new Set(foldedWords(text).split(' ').map(withoutEnding))
}

/** `volunteering`, `volunteers` and `volunteer` are one word. A crude cut is enough: it cuts both sides alike. */
export function withoutEnding(word: string): string {
  const cut = word.length < 4 ? word : word.replace(/(?:ing|ed|es|s|e)$/, '')
  return cut.replace(/([bdfglmnprst])\1$/, '$1').replace(/(?:ie|y)$/, 'i')
}
