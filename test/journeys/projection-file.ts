// Where the embedded setting keeps a projection of a service.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedProjection } from '../../apps/composition/embedded/embedded-projections.ts'
import type { ProjectionName } from '../../infra/ports/ports.ts'
import { present } from '../../infra/runtime/certain.ts'
import type { Service } from './service.ts'

/** Sealed or in plain: there is one of the two. */
export function projectionFile({ dataDir }: Pick<Service, 'dataDir'>, name: ProjectionName) {
  const paths = [true, false].map((sealed) =>
    join(dataDir, embeddedProjection(name).files({ sealed, generation: 1 }).file),
  )
  return present(paths.find(existsSync), `file of ${name}`)
}
