// Where a step writes: a client, and the names of the build in use.
import type { Client } from '@elastic/elasticsearch'
import type { Names } from '../indices/indices.ts'

/** One build's indices: a step writes to one build from its first write to its last. */
export type Target<Table extends string = string> = {
  client: Client
  names: Names<Table>
  /** No search need find what is written before the build comes into use. */
  isFilled?: boolean | undefined
}
