// A link to the page of a fact, whose sentence is its child.
import type { ComponentChildren } from 'preact'
import { userHref } from '../route.ts'
import type { Scope } from '../shapes.ts'

type Props = { scope: Scope; id: string; children: ComponentChildren }

export function FactLink({ scope, id, children }: Props) {
  return (
    <a class="sentence" href={userHref(scope, 'profile', { id })}>
      {children}
    </a>
  )
}
