// Numbers of things in sentences.

/** `1 user`, `2 users`; `more`: several of it, where that is not `one` with an `s`. */
export function counted(many: number, one: string, more = `${one}s`): string {
  return `${many} ${many === 1 ? one : more}`
}
