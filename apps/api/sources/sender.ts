// Who a request says it is from, before it is verified: only good for choosing which secret to try first. The text is
// searched, not parsed, and only its beginning.

const MAX_SEARCHED_BYTES = 64 * 1024
const ID = /^[\w.:-]{1,64}$/

/** The first value of each field, in JSON or as an XML element. Never a user's field: the values are remembered. */
export function idsIn(body: Buffer, ...fields: readonly string[]): string[] {
  const text = body.subarray(0, MAX_SEARCHED_BYTES).toString('latin1')
  return fields.flatMap((field) => {
    const found = new RegExp(`(?:"${field}"\\s{0,8}:\\s{0,8}"?|<${field}>)([\\w.:-]{1,64})`).exec(
      text,
    )
    return found ? [`${field} ${found[1]}`] : []
  })
}

/** Those that have the form of an id. */
export function idsOf(...given: readonly (string | undefined)[]): string[] {
  return given.filter((each) => each !== undefined).filter((each) => ID.test(each))
}
