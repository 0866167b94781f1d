// Makes openapi.ts, the types of every call, from the service's OpenAPI document. A tool of this repository; it is not
// part of the package.
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

const HEADER = `// The types of every call, made by \`npm run generate\` from the service's OpenAPI document. Not to be edited.\n\n`

export async function typesOf(document: unknown): Promise<string> {
  // A request may leave out a field with a default; a field that an answer always has is required by its schema.
  const types = await openapiTS(document as OpenAPI3, { defaultNonNullable: false })
  return HEADER + astToString(types)
}
