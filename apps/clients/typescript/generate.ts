// Makes openapi.ts, the types of every call, from the service's OpenAPI document. A tool of this repository; it is not
// part of the package.
import openapiTS, { astToString } from 'openapi-typescript'

const HEADER = `// The types of every call, made by \`npm run generate\` from the service's OpenAPI document. Not to be edited.\n\n`

/** What a call does not have needs no line. */
const ABSENT = /^ +\w+\?: never;\n/gm

/** What is read here of a document; a path of the service's holds nothing but its operations, by their methods. */
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: object }
  webhooks?: object
}
type Operation = { responses: Record<string, Answer | { $ref: string }> }
type Answer = { description: string; content?: Record<string, { schema: object }> }

export async function typesOf(document: string): Promise<string> {
  // A request may leave out a field with a default; a field that an answer always has is required by its schema.
  const options = { defaultNonNullable: false }
  const types = astToString(await openapiTS(asCalled(JSON.parse(document)), options))
  return HEADER + types.replaceAll(ABSENT, '')
}

/** What a client can be typed by: every error is an ErrorResponse, and no call reads headers or has examples. */
function asCalled({ paths, components, webhooks: _, ...document }: Document): string {
  const { schemas } = components
  const schema = { $ref: '#/components/schemas/ErrorResponse' }
  const failed = { description: 'An error', content: { 'application/json': { schema } } }
  return JSON.stringify({
    ...document,
    paths: mapped(paths, (calls) => mapped(calls, withOneError)),
    components: { schemas, responses: { Failed: failed } },
  })
}

/** Errors that all calls share are references; an answer of its own, such as an empty context with 404, stays. */
function withOneError({ responses, ...operation }: Operation) {
  const own = Object.entries(responses).flatMap(([status, answer]) =>
    '$ref' in answer ? [] : [[status, answerOf(answer)]],
  )
  const failed = { $ref: '#/components/responses/Failed' }
  return { ...operation, responses: { ...Object.fromEntries(own), default: failed } }
}

function answerOf({ description, content = {} }: Answer) {
  return { description, content: mapped(content, ({ schema }) => ({ schema })) }
}

function mapped<T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
