// What a technology keeps of what was removed.

/**
 * What the technology of a store keeps on its disks of what was removed and no reader is given. `goneWithinMs`: null where
 * only the operator of its server can say.
 */
export type Remainder = { what: string; goneWithinMs: number | null }
