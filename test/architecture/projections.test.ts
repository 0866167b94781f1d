// A projection is complete: what no type asks of a new one is asked here, by a message that names the file to change.
import { expect, test } from 'vitest'
import { projectionNames } from '../../apps/composition/projections.ts'
import { flow } from '../../processors/flow.ts'
import { topology as forget } from '../../processors/forget/topology.ts'
import { watchedProcessors } from '../../processors/watched.ts'
import { projectionNames as offered } from '../../schemas/api/operating/admin.ts'
import { inMemoryPorts } from '../processors/in-memory.ts'
import { textFiles } from './source-files.ts'

const replayed = flow.filter((each) => each.replayed)

function textOf(path: string): string {
  return textFiles.find((file) => file.path === path)?.text ?? ''
}

test('there are projections to ask about', () => {
  expect(projectionNames.length).toBeGreaterThan(2)
  expect(
    replayed.length,
    'each projection has a topology with `replayed: true` in processors/flow.ts',
  ).toBe(projectionNames.length)
})

test.each(projectionNames)('an operator can order a replay of %s', (name) => {
  expect(offered, 'add it to `projectionNames` in schemas/api/operating/admin.ts').toContain(name)
  const console = textOf('apps/console/page/views/service/replays.tsx')
  expect(console, 'add it to apps/console/page/views/service/replays.tsx').toContain(`  ${name}: '`)
})

test.each(projectionNames)('a forget waits for %s', (name) => {
  expect(forget.awaits, 'add it to `awaits` in processors/forget/topology.ts').toContain(name)
})

test.each(projectionNames)(
  'a command says of a damaged file of %s that it can be made again',
  (name) => {
    const path = 'infra/runtime/fail/damaged-file.ts'
    const [told = ''] = /is damaged\. If it is one of [^.]*, stop/.exec(textOf(path)) ?? []
    expect(told, `name it in the message about damaged files in ${path}`).toContain(name)
  },
)

test.each(replayed.map(({ name }) => name))(
  'the lag of %s is read from its store',
  async (name) => {
    const ports = inMemoryPorts()
    const watched = watchedProcessors(ports, [name])
    await ports.log.close()
    expect(
      watched[0]?.checkpoints,
      'add its store to `keepers` in processors/watched.ts',
    ).toBeDefined()
  },
)

test.each(projectionNames)('both adapters of %s run the contract of its port', (name) => {
  const contract = `${name}-store.contract.ts`
  const runs = textFiles
    .filter(({ path, text }) => path.endsWith('.test.ts') && text.includes(`/${contract}'`))
    .map(({ path }) => path.split('/')[2])
  expect(textOf(`test/contracts/${contract}`), `write test/contracts/${contract}`).not.toBe('')
  expect(runs, `run ${contract} in a test of test/infra/sqlite/`).toContain('sqlite')
  const servers = runs.filter((technology) => technology !== 'sqlite' && technology !== 'sealed')
  expect(servers, `run ${contract} in a test of the other setting's adapter`).not.toEqual([])
})

test.each(projectionNames)('the stores of %s can be sealed, in both settings', (name) => {
  for (const table of ['embedded/embedded', 'distributed/distributed']) {
    const path = `apps/composition/${table}-projections.ts`
    const text = textOf(path)
    const [entry = ''] =
      new RegExp(`^  ${name}: [^]*?(?=^  \\w+: |^\\} satisfies)`, 'm').exec(text) ?? []
    expect(entry, `${path}: seal ${name}, by a layer in infra/sealed/`).toMatch(/seal/)
  }
})

test.each(replayed.map(({ name }) => name))('%s has tests of its own', (name) => {
  const tests = textFiles.filter(({ path }) => path.startsWith(`test/processors/${name}/`))
  expect(
    tests.map(({ path }) => path),
    `write test/processors/${name}/`,
  ).not.toEqual([])
})

test('what removes or finds the stores of Elasticsearch knows every family', () => {
  const families = textOf('infra/elasticsearch/indices/mappings.ts').match(/\w+Family\b(?=[:(])/g)
  expect(new Set(families).size).toBeGreaterThan(2)
  const [, listed = ''] =
    /^const families = \[(.*)\]/m.exec(textOf('infra/elasticsearch/indices/drop.ts')) ?? []
  for (const family of new Set(families)) {
    if (family === 'memoryFamily') continue
    expect(listed, 'add it to `families` in infra/elasticsearch/indices/drop.ts').toContain(family)
  }
})
