// What a request offers as proof of who sent it.

/** What a request offers as proof that it was made with a secret. Read from the request alone, before any secret. */
export type Proof =
  | { kind: 'bearer'; token: string }
  | {
      kind: 'signed'
      /** What is signed, concatenated. */
      parts: readonly (string | Uint8Array)[]
      encoding: 'hex' | 'base64'
      /** The signatures that the request claims: any of them may be right. */
      given: readonly string[]
    }
