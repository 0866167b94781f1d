// Where a step is written to: a client, and the names of the build in use.
import type { Client } from '@elastic/elasticsearch'
import type { Names } from '../indices/indices.ts'

/** One build's indices: a step goes to one of them from its first write to its last. */
export type Target = { client: Client; names: Names }
