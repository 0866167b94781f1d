// What a thread may write for others, and the form of the requests.
import type { KeyWrites } from '../key-store.ts'
import type { ObjectWrites } from '../object-store.ts'
import type { LogWrites } from './log-writes.ts'

export type Writes = { log: LogWrites; keys: KeyWrites; objects: ObjectWrites }

/** `method`: one of the store's. */
export type WriteRequest = { store: keyof Writes; method: string; args: readonly unknown[] }
