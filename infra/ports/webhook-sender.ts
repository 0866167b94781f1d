// The port that sends a webhook to a receiver.
//
// Contract:
// - One POST, to one address that was checked, and nothing else: no redirect is followed, no second look-up made.
// - It ends within the sender's time-out, whatever the receiver does, and never throws.
// - Neither a failure nor its duration distinguishes one unreached private address from another.
// - The body is made when the connection stands, so that what has been forgotten meanwhile is not sent.

/**
 * Why there was no answer, or no valid one. Never a message: that could quote an address or an answer.
 * `unreachable` stands for every failure that a private address may be behind (refused, closed, silent, or not HTTP),
 * and for a name that does not resolve.
 */
export const sendFailures = [
  'invalid-url',
  'unreachable',
  'tls',
  'timeout',
  'connection-lost',
  'invalid-answer',
] as const
export type SendFailure = (typeof sendFailures)[number]

export type Outgoing = { headers: Readonly<Record<string, string>>; body: Uint8Array }

export type SendResult =
  | { outcome: 'answered'; status: number }
  | { outcome: 'failed'; error: SendFailure }
  /** Nothing was sent: `make` gave null, or the signal was aborted. */
  | { outcome: 'withdrawn' }

export interface WebhookSender {
  /**
   * Why a url can never be sent to, or null. Judges without any look-up: the form of the url, and an address that is
   * written in it. Names are judged at each `send`.
   */
  refusalOf(url: string): string | null
  send(request: {
    url: string
    /** Called once, when the connection stands. Null: nothing is sent. */
    make: () => Promise<Outgoing | null>
    signal: AbortSignal
  }): Promise<SendResult>
  close(): Promise<void>
}
