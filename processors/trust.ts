// Which channel may close what another one said. Pure. For the order and its reasons see README.md.
import { type Channel, channels } from '../schemas/channels.ts'

/** A channel of lower rank never closes what one of higher rank said. */
const RANK: Readonly<Record<Channel, number>> = {
  user: 3,
  app: 3,
  partner: 2,
  webhook: 2,
  document: 1,
  assistant: 0,
  tool: 0,
}

/** True if `one` is trusted more than `other`, whatever an app has configured. */
export function outranks(one: Channel, other: Channel): boolean {
  return RANK[one] > RANK[other]
}

/** True if what `by` says may close what `of` said. `trusted`: channels that the app trusts as much as its user. */
export function mayClose(
  { by, of }: { by: Channel; of: Channel },
  trusted?: readonly Channel[],
): boolean {
  const rank = (channel: Channel) => (trusted?.includes(channel) ? RANK.user : RANK[channel])
  return rank(by) >= rank(of)
}

/** The least trusted of the channels; for none at all, `tool`. */
export function leastTrusted(some: readonly Channel[]): Channel {
  const last = some.reduce((most, each) => Math.max(most, channels.indexOf(each)), -1)
  return channels[last] ?? 'tool'
}
