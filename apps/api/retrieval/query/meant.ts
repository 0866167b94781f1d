// Whom "my wife" means: what was said of her by her name answers what is asked of her as a wife, and the other way
// round. Pure; English only.
import { firstOf } from '../../../../infra/runtime/certain.ts'
import { askedWith } from '../../../../processors/index-memory/asked-with.ts'

type Terms = (text: string) => string[]

const WHICH = 'best|older|younger|elder|little|big|late|step|twin|only|first|second'
const KIN = new RegExp(
  String.raw`\b(?:[Mm]y|[Oo]ur) (?:(?<which>${WHICH}) )?(?<noun>wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|sister|brother|mother|mom|mum|father|dad|son|daughter|grand(?:mother|father|son|daughter|ma|pa)|cousin|aunt|uncle|niece|nephew|boss|manager|friend|neighbou?r|flatmate|roommate|colleague|coworker|dog|cat|puppy|horse|pet)(?!-)\b(?! \p{Lu})`,
  'u',
)
/** It asks for the name itself: what is said by the name does not tell whose it is. */
const ASKS_A_NAME = /\bnames?\b|\bcalled\b|^who(?:['’]s|['’]re| is| are| was| were)\b/iu
const NAME_OR_WORD = /[\p{L}\p{M}-]+/gu
/** From the beginning of a word: else each letter of a long one begins another reading of all that follow it. */
const NAME = String.raw`(?<![\p{L}\p{M}-])(?<name>\p{Lu}[\p{L}\p{M}-]+)`
/** "My younger brother Ben", "my brother's name is Ben", "Ben is my younger brother". */
const TELLS_A_NAME = [
  String.raw`\b(?:[Mm]y|[Oo]ur|[Aa]n?) (?<which>(?:[\p{Ll}-]+ ){0,3}?)(?<noun>[\p{Ll}-]+)(?:['’]s name)?,? (?:is |was )?(?:called |named )?${NAME}`,
  String.raw`${NAME}(?:, who)? is (?:my|our) (?:(?<which>${WHICH}) )?(?:[\p{Ll}-]+ ){0,2}?(?<noun>[\p{Ll}-]+)`,
].map((pattern) => new RegExp(pattern, 'gu'))

/** "wife" where the query asks of "my wife" without her name. */
export function kinIn(query: string): string | null {
  return KIN.exec(query)?.groups?.noun ?? null
}

/** What a text tells of who is who. `which`: "younger" of "my younger brother Ben". */
export type ToldName = { noun: string; name: string; which?: string | undefined }

export function namesToldIn(text: string): ToldName[] {
  return TELLS_A_NAME.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ groups: { noun = '', name = '', which = '' } = {} }) => ({
      noun,
      name,
      which: which.trim(),
    })),
  )
}

/** One who has more sisters is asked about the nearest ones. */
const MAX_NAMES = 3

/** The query with the name in place of "my wife", or with those of all whom it may mean; null if none is told. */
export function withNameMeant(
  query: string,
  { told, terms }: { told: readonly ToldName[]; terms: Terms },
): string | null {
  const match = ASKS_A_NAME.test(query) ? null : KIN.exec(query)
  if (match === null) return null
  const kin = terms(match.groups?.noun ?? '')
  const isKin = (noun: string) => {
    const own = terms(noun)
    const asked = new Set([...own, ...askedWith(own, null, terms)])
    return kin.some((term) => asked.has(term))
  }
  const all = told.filter(({ noun }) => isKin(noun))
  const which = match.groups?.which ?? ''
  const meant = all.filter((each) => which !== '' && each.which?.split(' ').includes(which))
  const names = [...new Set((meant.length > 0 ? meant : all).map(({ name }) => name))]
  if (names.length === 0) return null
  return query.replace(firstOf(match), () => names.slice(0, MAX_NAMES).join(' '))
}

/** Of these one has several, whose facts would be taken for each other's. */
const SEVERAL = /^(?:friend|neighbou?r|colleague|coworker|cousin|flatmate|roommate)$/u

/** Whom the query names, where it is told that the name is the one wife's alone; null otherwise. */
export function kinNamedIn(query: string, told: readonly ToldName[]): ToldName | null {
  const words = new Set(query.toLowerCase().match(NAME_OR_WORD))
  const isOnly = ({ noun, name }: ToldName) =>
    told.every((each) => each.noun !== noun || each.name === name)
  const isOne = (each: ToldName) =>
    words.has(each.name.toLowerCase()) &&
    kinIn(`my ${each.noun}`) === each.noun &&
    !SEVERAL.test(each.noun) &&
    isOnly(each)
  return told.find(isOne) ?? null
}

/** The query with "my wife" in place of the name. */
export function withKinMeant(query: string, { noun, name }: ToldName): string {
  const isName = (word: string) => word.toLowerCase() === name.toLowerCase()
  return query.replace(NAME_OR_WORD, (word) => (isName(word) ? `my ${noun}` : word))
}
