// What was just done, as a program or an agent does it.
import { useState } from 'preact/hooks'
import type { Call } from '../pure/curl.ts'
import { programsOf } from '../pure/programs.ts'
import { Choice, Code } from './pieces.tsx'

export function Programs({ calls }: { calls: readonly Call[] }) {
  const programs = programsOf(calls, location.origin)
  const [first] = programs
  const [name, setName] = useState(first.name)
  const chosen = programs.find((each) => each.name === name) ?? first
  return (
    <>
      <Choice
        legend="Show it for"
        options={programs.map((each) => each.name)}
        chosen={chosen.name}
        choose={setName}
      />
      <Code label={chosen.label} text={chosen.text} />
    </>
  )
}

export function FromProgram({ call }: { call: Call }) {
  return (
    <details>
      <summary>The same from your program</summary>
      <Programs calls={[call]} />
    </details>
  )
}
