// The port that sends a webhook to a receiver.
//
// Contract:
// - One POST, to one address that was checked, and nothing else: no redirect is followed, no second look-up made.
// - It ends within the sender's time-out, whatever the receiver does, and never throws.
// - Neither a failure nor how long it took tells one private address that was not reached from another.
// - What is sent is made when the connection stands, so that what has been forgotten meanwhile does not leave.

/**
 * Why there was no answer, or none that counts. Never a message: that could quote an address or an answer.
 * `unreachable` is all that is told where a private address may be behind it: refused, closed, silent, or not HTTP; and
 * where a name leads nowhere.
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
  /** Nothing was sent: it is not wanted any more, or the signal was aborted. */
  | { outcome: 'withdrawn' }

export interface WebhookSender {
  /**
   * Why a url can never be sent to, or null. Only what can be told without asking anybody: the form of the url, and an
   * address that is written in it. Names are judged whenever something is sent.
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
