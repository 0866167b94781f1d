// The cases of `npm run eval -- --supersession FILE`, and how one is scored. Pure but for the reading of the file.
//
// A case is a few writes of one user. Afterwards every pattern of `cur` must stand in a current fact, every pattern of
// `sup` in a closed one and in no current one, and no fact may be closed that no pattern of `sup` names.
import { z } from 'zod'
import { listIn } from '../command/text-file.ts'

const pattern = z.string().refine(isPattern, 'is no regular expression')
const event = z.object({
  eventType: z.string(),
  source: z.string(),
  timestamp: z.string(),
  data: z.record(z.string(), z.unknown()),
})
const write = z.union([
  z.object({ content: z.string(), ts: z.string().optional() }),
  z.object({ event }),
])
const supersessionCase = z.object({
  id: z.string(),
  group: z.string(),
  writes: z.array(write).min(1),
  cur: z.array(pattern),
  sup: z.array(pattern),
})
export type SupersessionCase = z.infer<typeof supersessionCase>

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp
  } catch {
    return false
  }
}

export function readSupersessionCases(path: string): SupersessionCase[] {
  return listIn(path, supersessionCase, `the cases ${path} are`)
}

/** A fact as the service shows it afterwards. */
type ShownFact = { content: string; current: boolean }

export type CaseScore = {
  id: string
  group: string
  /** Patterns that no current fact holds. */
  missing: string[]
  /** Patterns that still stand in a current fact, or in no closed one. */
  open: string[]
  wronglyClosed: string[]
}

export function scoreCase(
  { id, group, cur, sup }: Pick<SupersessionCase, 'id' | 'group' | 'cur' | 'sup'>,
  facts: readonly ShownFact[],
): CaseScore {
  const textsOf = ({ isCurrent }: { isCurrent: boolean }) =>
    facts.filter(({ current }) => current === isCurrent).map(({ content }) => content)
  const [current, closed] = [textsOf({ isCurrent: true }), textsOf({ isCurrent: false })]
  const stands = (text: string, among: readonly string[]) =>
    among.some((each) => new RegExp(text).test(each))
  return {
    id,
    group,
    missing: cur.filter((text) => !stands(text, current)),
    open: sup.filter((text) => stands(text, current) || !stands(text, closed)),
    wronglyClosed: closed.filter((content) => !sup.some((text) => stands(text, [content]))),
  }
}

export function isPassed({ missing, open, wronglyClosed }: CaseScore): boolean {
  return missing.length + open.length + wronglyClosed.length === 0
}
