// Every folder has a README, and the processors are where the flow says they are.
import { describe, expect, it } from 'vitest'
import { flow } from '../../processors/flow.ts'
import { textFiles } from './source-files.ts'

const described = ['schemas', 'infra', 'processors', 'apps', 'test']

const MOST = 12

/** Folders with more files, how many, and why. The list only becomes shorter. */
const crowdedFor: Readonly<Record<string, readonly [most: number, why: string]>> = {
  'apps/clients/python/palimpsest_client': [18, 'published under these names'],
  'apps/clients/typescript': [25, 'published under these names'],
  'schemas/events': [22, 'a family of events is two files'],
}

/** What a README tells a newcomer to add a file for: these files do not count, so that following it breaks no rule. */
const added: Readonly<Record<string, RegExp>> = {
  'apps/api/sources': /^export const \w+: Source = /m,
  'infra/ports': /^export interface \w+Store extends ProjectionStore /m,
}

/** Every folder of code, with its files. Tests follow the code, and golden files are one an event. */
const filesOf = Map.groupBy(
  textFiles.filter(
    ({ path, text }) =>
      /^(schemas|infra|processors|apps)\//.test(path) && !added[folderOf(path)]?.test(text),
  ),
  ({ path }) => folderOf(path),
)

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

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

  it(`show no more files than an eye can hold: ${MOST}, and no crowded one grows`, () => {
    expect(filesOf.size).toBeGreaterThan(100)
    const grown = [...filesOf].filter(
      ([folder, files]) => files.length > (crowdedFor[folder]?.[0] ?? MOST),
    )
    expect(grown.map(([folder, files]) => [folder, files.length])).toEqual([])
    const split = Object.keys(crowdedFor).filter(
      (folder) => (filesOf.get(folder)?.length ?? 0) <= MOST,
    )
    expect(split).toEqual([])
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
