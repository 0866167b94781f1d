// What a source of webhooks is: how its requests are verified, and what its payloads say. A source is a file with one
// of these and a line in sources.ts. Pure: a source is given the request and the time, and talks to nothing.
import type { EventRequest } from '../../../schemas/api/writing/events.ts'
import type { Importance } from '../../../schemas/identifiers.ts'
import type { Problem } from '../plugins/bodies/issue-words.ts'
import type { Proof } from './proof.ts'

export type WebhookRequest = {
  method: string
  /** The whole URL as the sender called it: some providers sign it. */
  url: string
  /** By name in lower case; a header that came several times counts as missing. */
  headers: Readonly<Record<string, string | undefined>>
  /** The bytes as they came. */
  body: Buffer
}

/** What one kind of event becomes. */
export type Understood = {
  /** The sentence, as in processors/extract-facts/reading/sentence.ts; an app may set its own. */
  template: string
  /** Null: the words decide. */
  category: string | null
  importance: Importance
}

/** One thing that happened; a request may tell of several. */
export type Message = {
  /** The provider's name of the event, a key of `events` if it is understood; null if there is none. */
  eventType: string | null
  /**
   * The same for every delivery of the message, and different for every other within a binding. Null: every delivery is
   * new.
   */
  deliveryId: string | null
  /** The provider's ids of the user, the most specific first: looked up in the binding's map. */
  users: readonly string[]
  /** User ids of ours that the application itself has put into the payload. */
  named: readonly string[]
  /** The user if the app gave no map: `github:583231`. Null: the provider names no user. */
  standIn: string | null
  /** Why it is ignored although its type is understood. */
  ignored?: string
  /** ISO 8601; null: now. */
  at: string | null
  /** What fills the template. */
  data: Record<string, unknown>
  entities: readonly { name: string; type: string }[]
  /** Set if the payload is an activity already: then the source's table does not apply. */
  itself?: {
    appId: string
    activity: Omit<EventRequest, 'appId' | 'userId' | 'timestamp'>
    /** Warnings of fields that an activity does not have. */
    unknown: readonly string[]
  }
}

export type Source = {
  name: string
  /** What is verified, for the documentation. */
  scheme: string
  /** An API key with memory:write lets a request in without a binding; its messages must name their app. */
  takesApiKeys?: boolean
  /**
   * What the request offers to be verified with a secret. Null: nothing that could be right, or, if the provider signs
   * the time, not recent.
   */
  proof(request: WebhookRequest, now: Date): Proof | null
  /**
   * The sender that the request claims (a hook, a workspace, an account; never a user), before anything is verified. It
   * only decides which secret is tried first.
   */
  senderIds?(request: WebhookRequest): readonly string[]
  /** By the provider's name; the event type of the activity is `<source>.<name>`. */
  events: Readonly<Record<string, Understood>>
  /** Reads a request that has been verified. Throws Unreadable. */
  messages(request: WebhookRequest): readonly Message[]
  /** The answer to a verified request that only checks that an endpoint answers; null: it is no such request. */
  challenge?(request: WebhookRequest): Record<string, unknown> | null
  /** True if the sender wants a SOAP acknowledgement instead of JSON. */
  wantsSoap?(request: WebhookRequest): boolean
}

const MAX_MESSAGES = 500

/** Before anything is made of them, because a body has room for a hundred thousand. */
export function refuseMany(messages: number): void {
  if (messages > MAX_MESSAGES) throw new Unreadable(`must hold at most ${MAX_MESSAGES} events`)
}

type Problems = readonly Problem[]

/** The request is not what the source sends. The message names the rule and quotes nothing. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable'
  /** The first is the one that the message names. */
  readonly problems: Problems
  constructor(issue: string, field = 'body', more: Problems = []) {
    super(issue)
    this.problems = [{ field, issue }, ...more]
  }
}

/** The body is no text, or no JSON. */
export class Malformed extends Unreadable {}
