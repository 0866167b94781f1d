/**
 * What a store's technology keeps on its disks of removed data that no reader sees. `goneWithinMs`: null where only the
 * operator of its server can say.
 */
export type Remainder = { what: string; goneWithinMs: number | null }
