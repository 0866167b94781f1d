// The shape of an example in the document.

/** Answers by status. */
export type Example = { request?: unknown; answers: Readonly<Record<string, unknown>> }
