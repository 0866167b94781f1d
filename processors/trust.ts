// Which channel may close what another one said. Pure. The order and its reasons: README.md.
import { type Channel, channels } from '../schemas/channels.ts'

/** What has a lower rank never closes what has a higher one. */
const RANK: Readonly<Record<Channel, number>> = {
  user: 3,
  app: 3,
  partner: 2,
  webhook: 2,
  document: 1,
  assistant: 0,
  tool: 0,
}

/** True where `one` is trusted more than `other`, whatever an app has configured. */
export function outranks(one: Channel, other: Channel): boolean {
  return RANK[one] > RANK[other]
}

/** True where what `by` says may close what `of` said. `trusted`: channels that the app trusts as it trusts its user. */
export function mayClose(
  { by, of }: { by: Channel; of: Channel },
  trusted?: readonly Channel[],
): boolean {
  const rank = (channel: Channel) => (trusted?.includes(channel) ? RANK.user : RANK[channel])
  return rank(by) >= rank(of)
}

/** That of no channel at all is trusted the least. */
export function leastTrusted(some: readonly Channel[]): Channel {
  const last = some.reduce((most, each) => Math.max(most, channels.indexOf(each)), -1)
  return channels[last] ?? 'tool'
}
