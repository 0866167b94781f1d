// A data directory in which an earlier version has written projections whose tables have another layout now.
import { existsSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { embeddedProjection } from '../../apps/composition/embedded/embedded-projections.ts'
import { projectionFile } from './projection-file.ts'
import { APP, eventually, startService } from './service.ts'

test('given projections of an earlier layout, when the service starts, then it has replayed them into files of its own', async () => {
  const service = await startService()
  onTestFinished(() => service.stop())
  await service.remember('anna', 'My sister Julia plays chess.')
  const told = async () => ({
    graph: (await service.call('GET', `/entities/${APP}/anna`)).body,
    audit: (await service.call('GET', `/audit/${APP}/anna`)).body,
  })
  await eventually('the graph and the audit have it', async () => {
    const { graph, audit } = await told()
    return graph.total > 0 && /SummaryEvolved/.test(JSON.stringify(audit))
  })
  const before = await told()
  await service.pause()
  const earlier = (['graph', 'audit'] as const).map((name) => {
    const file = projectionFile(service, name)
    const { others } = embeddedProjection(name).files({
      sealed: file.includes('-sealed'),
      generation: 1,
    })
    const path = join(service.dataDir, basename(file).replace(/-\d/, ''))
    expect(others).toContain(basename(path))
    renameSync(file, path)
    return path
  })
  await service.resume()
  expect(await told()).toEqual(before)
  expect(earlier.filter(existsSync)).toEqual([])
})
