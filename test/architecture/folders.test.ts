// Every folder has a README, and the processors are where the flow says they are.
import { describe, expect, it } from 'vitest'
import { flow } from '../../processors/flow.ts'
import { textFiles } from './source-files.ts'

const described = ['schemas', 'infra', 'processors', 'apps', 'test']

function textOf(path: string): string {
  return textFiles.find((file) => file.path === path)?.text ?? ''
}

describe('the folders', () => {
  it.each(described)('say what is in them, how to add to it, and why it is so: %s', (folder) => {
    const text = textOf(`${folder}/README.md`)
    expect(text).toMatch(/^# /)
    expect(text).toMatch(/^## Adding /m)
    expect(text).toMatch(/^- \d{4}-\d\d-\d\d: /m)
  })

  it('of schemas, infra, processors and apps are named in the README beside them', () => {
    for (const parent of ['schemas', 'infra', 'processors', 'apps']) {
      const folders = new Set(
        textFiles
          .filter(({ path }) => path.startsWith(`${parent}/`) && path.split('/').length > 2)
          .map(({ path }) => path.split('/')[1]!),
      )
      const text = textOf(`${parent}/README.md`)
      expect([...folders].filter((folder) => !text.includes(folder))).toEqual([])
    }
  })

  it.each([
    'infra/elasticsearch',
    'infra/kafka',
    'infra/local',
    'infra/runtime',
    'infra/sqlite',
    'infra/language/offline',
    'processors/extract-facts',
    'apps/cli',
  ])('show no more files than an eye can hold: %s', (folder) => {
    const files = textFiles.filter(
      ({ path }) => path.startsWith(`${folder}/`) && path.lastIndexOf('/') === folder.length,
    )
    expect(files.length).toBeGreaterThan(0)
    expect(files.map(({ path }) => path).slice(12)).toEqual([])
  })

  it('of processors are named as their topology, and the flow has them all', () => {
    const folders = textFiles.flatMap(
      ({ path }) => path.match(/^processors\/([^/]+)\/topology\.ts$/)?.[1] ?? [],
    )
    expect(folders.length).toBeGreaterThan(6)
    expect(flow.map(({ name }) => name).sort()).toEqual(folders.sort())
    for (const folder of folders) {
      expect(textOf(`processors/${folder}/processor.ts`)).not.toBe('')
    }
  })
})
