// Finds the binding whose secret verifies a request that names none. Every binding of the source is tried before a
// request is refused, so that other apps' bindings cost no app a delivery; the cost is limited another way. Bindings
// that have verified before are tried at once. The rest is tried one request at a time, in turns between addresses and
// in short pieces, between which the event loop serves others. An address that has caused too much hashing in vain has
// to wait.
import { createHash } from 'node:crypto'
import { nextTurn } from '../../../../infra/runtime/turns/next-turn.ts'
import { TooManyWaiting } from '../../../../infra/threads/failures.ts'
import type { SourceBinding } from '../../../../processors/settings/evolve.ts'
import { tooMany } from '../../errors.ts'
import { createBoundedTable } from '../../plugins/limits/bounded-table.ts'
import { clientOf } from '../../plugins/limits/client-address.ts'
import type { Proof } from '../../sources/proof.ts'
import { hashedBytes, proves } from '../../sources/signature.ts'
import { type Bindings, createCandidates, inTurns } from './candidates.ts'
import { createFairTurns } from './fair-turns.ts'

type Search = {
  source: string
  bindings: () => Bindings
  proof: Proof
  senderIds: readonly string[]
  /** The client's address, as the connection gives it. */
  address: string
}

export type FindBinding = (search: Search) => Promise<SourceBinding | null>

/** The cost of trying a secret beyond its bytes, in bytes. */
const OVERHEAD_BYTES = 4 * 1024
/** About a quarter of a millisecond. */
const PIECE_BYTES = 256 * 1024
/**
 * How much is hashed at once for bindings that have verified before: enough for some of them even with the largest
 * body.
 */
const KNOWN_BYTES = 4 * 1024 * 1024
const WINDOW_MS = 60_000
/** Bytes that may be hashed in vain per minute for an address and source: some 40 ms of a processor. */
export const MAX_VAIN_BYTES = 64 * 1024 * 1024
/** No address waits longer than a few minutes for the hashing that it caused. */
const MAX_DEBT_BYTES = 4 * MAX_VAIN_BYTES
const MAX_ADDRESSES = 10_000
const MAX_WAITING = 64
const SHORT_WAIT_MS = 1_000
const MAX_WAITING_OF_AN_ADDRESS = 8

/** `unlimited`: no address has to wait. */
export function createFindBinding(parts: { now: () => Date; unlimited: boolean }): FindBinding {
  const candidates = createCandidates(parts.now)
  const turns = createFairTurns({
    maxWaiting: MAX_WAITING,
    maxWaitingOfOne: MAX_WAITING_OF_AN_ADDRESS,
  })
  const vain = createVainWork(parts.now)
  return async function findBinding({ source, senderIds, proof, bindings, address }) {
    const likely = affordable(proof, candidates.known(source, senderIds, bindings()))
    const who = `${source} ${clientOf(address)}`
    const amongOthers = async () => {
      if (!parts.unlimited) vain.refuseIfSpent(who)
      const others = inTurns(bindings().values()).filter((each) => !likely.includes(each))
      const found = await tryInPieces(proof, others)
      if (!found) vain.add(who, others.length * costOf(proof))
      return found
    }
    const inTurn = async () => {
      if (!parts.unlimited) vain.refuseIfSpent(who)
      return turns.run(who, amongOthers)
    }
    const found = firstThatProves(proof, likely) ?? (await inTurn().catch(refuseWhoCannotWait))
    const oldest = found && oldestWithSecretOf(found, bindings())
    if (oldest) candidates.verified(source, senderIds, oldest)
    return oldest
  }
}

function refuseWhoCannotWait(error: unknown): never {
  if (!(error instanceof TooManyWaiting)) throw error
  throw tooMany('too many requests wait to be verified', { waitMs: SHORT_WAIT_MS })
}

/**
 * As many as may be tried at once. The rest is tried with the others: otherwise a large body of theirs would be
 * refused.
 */
function affordable(proof: Proof, known: readonly SourceBinding[]): readonly SourceBinding[] {
  return known.slice(0, Math.floor(KNOWN_BYTES / costOf(proof)))
}

async function tryInPieces(
  proof: Proof,
  bindings: readonly SourceBinding[],
): Promise<SourceBinding | null> {
  const perPiece = Math.max(1, Math.floor(PIECE_BYTES / costOf(proof)))
  for (let from = 0; from < bindings.length; from += perPiece) {
    const found = firstThatProves(proof, bindings.slice(from, from + perPiece))
    if (found) return found
    await nextTurn()
  }
  return null
}

function firstThatProves(proof: Proof, bindings: readonly SourceBinding[]): SourceBinding | null {
  return bindings.find(({ secret }) => proves(proof, secret)) ?? null
}

function costOf(proof: Proof): number {
  return OVERHEAD_BYTES + hashedBytes(proof)
}

/**
 * If several apps have bound one secret, the oldest binding gets the request, in whatever order they were tried: an app
 * that learns a secret later must not draw its deliveries. Null: it was removed meanwhile.
 */
function oldestWithSecretOf(found: SourceBinding, bindings: Bindings): SourceBinding | null {
  const wanted = fingerprintOf(found)
  const same = [...bindings.values()].filter((each) => fingerprintOf(each) === wanted)
  // Ids sort in the order in which they were made.
  return same.reduce<SourceBinding | null>(
    (oldest, each) => (oldest && oldest.id < each.id ? oldest : each),
    null,
  )
}

const fingerprints = new WeakMap<SourceBinding, string>()

function fingerprintOf(binding: SourceBinding): string {
  const known = fingerprints.get(binding)
  if (known !== undefined) return known
  const made = createHash('sha256').update(binding.secret).digest('base64')
  fingerprints.set(binding, made)
  return made
}

/** Counts what was hashed in vain, by sender; the count decays with time. */
function createVainWork(now: () => Date) {
  const leftOf = ({ bytes, at }: { bytes: number; at: number }, time: number) =>
    Math.max(0, bytes - (Math.max(0, time - at) / WINDOW_MS) * MAX_VAIN_BYTES)
  // An entry that still counts is not evicted for addresses that come after it.
  const spent = createBoundedTable<{ bytes: number; at: number }>({
    max: MAX_ADDRESSES,
    isOver: (entry, time) => leftOf(entry, time) === 0,
  })
  const bytesOf = (who: string) => {
    const time = now().getTime()
    const entry = spent.get(who, time)
    return entry ? leftOf(entry, time) : 0
  }
  return {
    add: (who: string, bytes: number) => {
      const at = now().getTime()
      spent.put(who, { bytes: Math.min(bytesOf(who) + bytes, MAX_DEBT_BYTES), at }, at)
    },
    refuseIfSpent: (who: string) => {
      const over = bytesOf(who) - MAX_VAIN_BYTES
      if (over < 0) return
      const waitMs = (over / MAX_VAIN_BYTES) * WINDOW_MS + 1
      const resetAt = Math.ceil((now().getTime() + waitMs) / 1000)
      throw tooMany('too many requests of this address could not be verified', { waitMs, resetAt })
    },
  }
}
