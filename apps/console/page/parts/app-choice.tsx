// Which app a page is about: one of those listed, and where there are more than are listed, any that is typed.
import { useId } from 'preact/hooks'
import { apps as askApps } from '../api.ts'
import { number } from '../pure/words.ts'
import type { App } from '../shapes.ts'
import { type Loaded, useLoaded } from './loaded.tsx'
import { Field, Options } from './pieces.tsx'

const PAGE = 200
const MOST_PAGES = 10

/** `more`: there are others, which are not listed. */
export type Apps = { listed: readonly App[]; more: boolean }

export function useApps(): Loaded<Apps> {
  return useLoaded(async (leaving) => {
    const listed: App[] = []
    let cursor: string | null = null
    for (let pages = 0; pages < MOST_PAGES; pages++) {
      const asked = { limit: PAGE, cursor }
      const page: Awaited<ReturnType<typeof askApps>> = await askApps(asked, leaving)
      listed.push(...page.data)
      cursor = page.pagination.nextCursor
      if (cursor === null) break
    }
    return { listed, more: cursor !== null }
  }, 'apps')
}

type Props = { apps: Apps; appId: string; choose: (appId: string) => void }

export function AppChoice({ apps: { listed, more }, appId, choose }: Props) {
  const names = useId()
  const options = listed.map(
    (each) => [each.appId, `${each.appId} (${number(each.userCount)})`] as const,
  )
  const control = {
    name: 'appId',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      choose(value.trim()),
  }
  if (more) {
    return (
      <Field
        label="App"
        hint={`The first ${number(listed.length)} are listed; you can type any other.`}
      >
        <input {...control} list={names} required autocomplete="off" defaultValue={appId} />
        <datalist id={names}>
          <Options of={options} />
        </datalist>
      </Field>
    )
  }
  const isKnown = listed.some((each) => each.appId === appId)
  return (
    <Field label="App">
      <select {...control} value={appId}>
        {!isKnown && <option value={appId}>{appId}</option>}
        <Options of={options} />
      </select>
    </Field>
  )
}
