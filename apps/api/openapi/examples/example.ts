// What an example of the document is.

/** Answers by status. */
export type Example = { request?: unknown; answers: Readonly<Record<string, unknown>> }
