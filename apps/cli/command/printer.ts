// What a command prints as its result.
import type { Io } from './command.ts'

/** As JSON with `--json`, or else in lines for people. */
export type Print = (result: unknown, lines: string | readonly string[]) => void

export function printerOf(io: Io, { json = false }: { json?: boolean | undefined }): Print {
  return (result, lines) => {
    for (const line of json ? [JSON.stringify(result)] : [lines].flat()) io.out(line)
  }
}
