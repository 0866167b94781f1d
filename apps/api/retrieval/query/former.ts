// Whether a query asks for what was before: "Where did I work before?", "my old address". Pure; English only.

/** The rest of a long query does not say of which time it asks. */
const MAX_CHARS = 200
const PAST = String.raw`\b(?:did|was|were|had|have|has|used)\b`
/** "Before bed" and "how old" ask for no earlier state. */
const ASKS = new RegExp(
  [
    String.raw`${PAST}[^.?!]*\b(?:before|earlier|originally|at first|back then|in the past)\b`,
    String.raw`\b(?:used? to|previous(?:ly)?|former(?:ly)?|ex-\p{L}+)\b`,
    String.raw`(?:\b(?:my|our|his|her|their)|['’]s|s['’]) (?:old|earlier|original|last) (?:\p{L}+ )?(?:address|home|house|flat|apartment|place|city|town|job|employer|work|workplace|company|firm|boss|manager|school|phone|mobile|number|e-?mail|password|pin|code|car|bike|vehicle|doctor|gp|dentist|landlord|rent|salary|name|plan|bank|partner|boyfriend|girlfriend|favou?rite|hobby)\b`,
    String.raw`\bdid \S+(?: \S+)? ever\b`,
    String.raw`\b(?:moved?|changed?|switched?) from\b`,
  ].join('|'),
  'iu',
)

export function asksOfBefore(query: string): boolean {
  return ASKS.test(query.slice(0, MAX_CHARS))
}
