// Over HTTP each request makes a server, which describes its tools as JSON Schema. The description of a schema never
// changes, so it is kept here.
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'

type Kept<S extends StandardSchemaWithJSON> = StandardSchemaWithJSON<
  StandardSchemaWithJSON.InferInput<S>,
  StandardSchemaWithJSON.InferOutput<S>
>

export function describedOnce<S extends StandardSchemaWithJSON>(schema: S): Kept<S> {
  const standard = (schema as unknown as Kept<S>)['~standard']
  let described: Record<string, unknown> | undefined
  const input: typeof standard.jsonSchema.input = (options) => {
    described ??= standard.jsonSchema.input(options)
    return described
  }
  return { '~standard': { ...standard, jsonSchema: { ...standard.jsonSchema, input } } }
}
