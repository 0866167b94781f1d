// A call of the API as a person would make it in a shell. The key stands in a variable, never in the text. Pure.
export type Call = { method: string; path: string; body?: unknown }

export function curlOf({ method, path, body }: Call, origin: string): string {
  const url = quoted(`${origin}/v1${path}`)
  const head = `curl -s ${method === 'GET' || method === 'POST' ? '' : `-X ${method} `}${url}`
  const parts = [head, '-H "Authorization: Bearer $PALIMPSEST_KEY"']
  if (body !== undefined) {
    parts.push("-H 'Content-Type: application/json'")
    parts.push(`-d ${quoted(JSON.stringify(body, null, 2))}`)
  }
  return parts.join(' \\\n  ')
}

/** Within single quotes a shell takes every character literally, except a single quote. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
