// The shape of an example in the document, and what several examples show.

/** Answers by status. */
export type Example = { request?: unknown; answers: Readonly<Record<string, unknown>> }

export const at = '2026-03-01T10:00:00.000Z'
export const id = '01a1f8d2-01b2-755a-8f5d-53b432c64dc7'
export const pagination = { total: 1, limit: 50, hasMore: false, nextCursor: null }

export const gives = (answer: unknown) => ({ answers: { 200: answer } })
/** A page of a list, with one of its entries. */
export const lists = (entry: unknown) => gives({ data: [entry], pagination })
