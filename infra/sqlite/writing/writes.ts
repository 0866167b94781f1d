// What a thread may write for others, and the form of the requests.
import type { KeyWrites } from '../key-store.ts'
import type { ObjectWrites } from '../object-store.ts'
import type { LogWrites } from './log-writes.ts'

export type Writes = { log: LogWrites; keys: KeyWrites; objects: ObjectWrites }

export type WriteRequest = { [Store in keyof Writes]: CallOf<Store, Writes[Store]> }[keyof Writes]

type CallOf<Store, Methods> = { store: Store; method: keyof Methods; args: readonly unknown[] }
