// The registry has exactly those projections that a replay rebuilds according to the flow.
import { expect, it } from 'vitest'
import { openProjections } from '../../../apps/composition/embedded/embedded-projections.ts'
import { projectionNames, projectors } from '../../../apps/composition/projections.ts'
import { offlineQueryLanguage } from '../../../infra/language/offline/query-language.ts'
import type { ProjectionName } from '../../../infra/ports/ports.ts'
import { flow } from '../../../processors/flow.ts'

function projectorOf<Name extends ProjectionName>(name: Name) {
  const stores = openProjections(() => ':memory:')
  return projectors[name](stores[name], offlineQueryLanguage)
}

it('builds each by the processor that writes to its store, and leaves none out', () => {
  const registered = projectionNames.map((name) => ({
    name: projectorOf(name).name,
    stores: [name],
  }))
  const replayed = flow.filter((each) => each.replayed)

  expect(registered.length).toBeGreaterThan(2)
  expect(registered).toEqual(replayed.map(({ name, stores }) => ({ name, stores })))
})
