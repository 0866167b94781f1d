// Mutants that no test kills, and why none should. Named by their code instead of their line, so that the list outlives
// edits elsewhere in the file. A reason is what a reader can check; "hard to test" is none.

export type Survivor = {
  file: string
  /** A part of the line on which the mutant begins. */
  line: string
  /** What takes the place of the code, or its beginning; undefined: whatever does. */
  becomes?: string
  why: string
}

const ALWAYS_AN_ISSUE = 'an error of zod always has an issue with a path and a code'

export const survivors: readonly Survivor[] = [
  { file: 'runtime/codec.ts', line: 'issue?.path', becomes: 'issue', why: ALWAYS_AN_ISSUE },
  { file: 'runtime/codec.ts', line: "?? 'invalid'", becomes: '""', why: ALWAYS_AN_ISSUE },
]
