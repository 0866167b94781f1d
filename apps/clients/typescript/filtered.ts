// Which stored values a search returns, and which namespaces a list shows. Pure; decides as LangGraph's own stores do.

export type Match = { matchType: 'prefix' | 'suffix'; path: readonly string[] }
type Listing = { matchConditions?: readonly Match[] | undefined; maxDepth?: number | undefined }

/** Every field in the filter must match; operators begin with `$`. */
export function isWanted(value: Record<string, unknown>, filter: Record<string, unknown> = {}) {
  return Object.entries(filter).every(([field, wanted]) => isAsWanted(value[field], wanted))
}

function isAsWanted(value: unknown, wanted: unknown): boolean {
  if (!isObject(wanted)) return isEqual(value, wanted)
  const asked = Object.entries(wanted)
  if (!asked.some(([name]) => name.startsWith('$'))) return isEqual(value, wanted)
  return asked.every(([operator, operand]) => holds(operator, value, operand))
}

function holds(operator: string, value: unknown, operand: unknown): boolean {
  if (operator === '$eq') return isEqual(value, operand)
  if (operator === '$ne') return !isEqual(value, operand)
  if (operator === '$gt') return Number(value) > Number(operand)
  if (operator === '$gte') return Number(value) >= Number(operand)
  if (operator === '$lt') return Number(value) < Number(operand)
  if (operator === '$lte') return Number(value) <= Number(operand)
  const among = Array.isArray(operand) && operand.some((each) => isEqual(value, each))
  if (operator === '$in') return among
  if (operator === '$nin') return !among
  throw new TypeError(`a filter has no operator ${operator}`)
}

/** Compares contents, whatever the order of fields. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, n) => isEqual(each, b[n]))
  }
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  if (names.length !== Object.keys(b).length) return false
  return names.every((name) => Object.hasOwn(b, name) && isEqual(a[name], b[name]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Each namespace once, in order. */
export function listedNamespaces(
  namespaces: readonly (readonly string[])[],
  { matchConditions = [], maxDepth }: Listing,
): string[][] {
  const matching = namespaces.filter((each) => matchConditions.every((one) => matches(one, each)))
  const cut = matching.map((each) => JSON.stringify(each.slice(0, maxDepth)))
  const once: string[][] = [...new Set(cut)].map((text) => JSON.parse(text))
  return once.sort(compareNames)
}

/** A `*` matches any label. */
function matches({ matchType, path }: Match, namespace: readonly string[]): boolean {
  if (path.length > namespace.length) return false
  const from = matchType === 'prefix' ? 0 : namespace.length - path.length
  return path.every((label, n) => label === '*' || label === namespace[from + n])
}

function compareNames(a: readonly string[], b: readonly string[]): number {
  const n = a.findIndex((label, at) => label !== b[at])
  const [label, other] = [a[n], b[n]]
  if (label === undefined) return a.length - b.length
  return other === undefined || label > other ? 1 : -1
}
