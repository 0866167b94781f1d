// The packs that were read last, for a moment: consumers read one after another what was written together, and a
// backlog of many users reads from many packs by turns.

type Body = Promise<Uint8Array | null>

type KeptPacks = {
  /** The pack as it was read less than two seconds ago; otherwise as `read` finds it. A failure is not kept. */
  get(pack: string, read: () => Body): Body
  drop(pack: string): void
}

const KEPT_MS = 2_000
const MOST_BYTES = 16 * 1024 * 1024
/** Also bounds packs that are still being read, whose size is not known. */
const MOST_PACKS = 512

export function createKeptPacks(now: () => number = () => performance.now()): KeptPacks {
  // The oldest first.
  const kept = new Map<string, { at: number; bytes: number; body: Body }>()
  let bytes = 0
  const drop = (pack: string) => {
    bytes -= kept.get(pack)?.bytes ?? 0
    kept.delete(pack)
  }
  const dropOld = () => {
    for (const [pack, { at }] of kept) {
      const isOld = now() - at >= KEPT_MS
      if (!isOld && bytes <= MOST_BYTES && kept.size <= MOST_PACKS) return
      drop(pack)
    }
  }
  return {
    get: (pack, read) => {
      dropOld()
      const known = kept.get(pack)
      if (known) return known.body
      const body = read()
      const entry = { at: now(), bytes: 0, body }
      kept.set(pack, entry)
      body.then(
        (found) => {
          if (kept.get(pack) !== entry) return
          entry.bytes = found?.byteLength ?? 0
          bytes += entry.bytes
          dropOld()
        },
        () => kept.get(pack) === entry && drop(pack),
      )
      return body
    },
    drop,
  }
}
