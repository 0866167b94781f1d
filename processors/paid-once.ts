// Asks what costs money once, however often the work is tried: a later step may fail while the model answers.

/** The answer to a question, named by `key`: that of an earlier attempt where there is one. */
export async function paidOnce<T>(
  paid: Map<string, unknown> | undefined,
  key: string,
  ask: () => Promise<T>,
): Promise<T> {
  if (paid?.has(key)) return paid.get(key) as T
  const answer = await ask()
  paid?.set(key, answer)
  return answer
}
