// Whom "my wife" means: what was said of her by her name answers what is asked of her as a wife. Pure; English only.
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { askedWith } from '../../../../processors/index-memory/asked-with.ts'

type Terms = (text: string) => string[]

const KIN =
  /\b(?:[Mm]y|[Oo]ur) (?:(?:best|older|younger|elder|little|big|late|step|twin|only|first|second) )?(wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|sister|brother|mother|mom|mum|father|dad|son|daughter|grand(?:mother|father|son|daughter|ma|pa)|cousin|aunt|uncle|niece|nephew|boss|manager|friend|neighbou?r|flatmate|roommate|colleague|coworker|dog|cat|puppy|horse|pet)(?!-)\b(?! \p{Lu})/u
/** It asks for the name itself: what is said by the name does not tell whose it is. */
const ASKS_A_NAME = /\bnames?\b|\bcalled\b|^who\b/iu
/** From the beginning of a word: else each letter of a long one begins another reading of all that follow it. */
const NAME = String.raw`(?<![\p{L}\p{M}-])(?<name>\p{Lu}[\p{L}\p{M}-]+)`
/** "My younger brother Ben", "Ben is my younger brother". */
const TELLS_A_NAME = [
  String.raw`\b(?:[Mm]y|[Oo]ur|[Aa]n?) (?:[\p{Ll}-]+ ){0,3}?(?<noun>[\p{Ll}-]+),? (?:is |was )?(?:called |named )?${NAME}`,
  String.raw`${NAME}(?:, who)? is (?:my|our) (?:[\p{Ll}-]+ ){0,2}?(?<noun>[\p{Ll}-]+)`,
].map((pattern) => new RegExp(pattern, 'gu'))

/** "wife" where the query asks of "my wife" without her name. */
export function kinIn(query: string): string | null {
  return KIN.exec(query)?.[1] ?? null
}

/** The query with the name in place of "my wife", by the first text that tells it; null if none does. */
export function withNameMeant(
  query: string,
  { texts, terms }: { texts: readonly string[]; terms: Terms },
): string | null {
  const match = ASKS_A_NAME.test(query) ? null : KIN.exec(query)
  if (match === null) return null
  const kin = terms(match[1] ?? '')
  const isKin = (noun: string) => {
    const own = terms(noun)
    const asked = new Set([...own, ...askedWith(own, null, terms)])
    return kin.some((term) => asked.has(term))
  }
  for (const text of texts) {
    const told = TELLS_A_NAME.flatMap((pattern) => [...text.matchAll(pattern)])
    for (const { groups: { noun = '', name = '' } = {} } of told)
      if (isKin(noun)) return query.replace(firstOf(match), () => name)
  }
  return null
}
