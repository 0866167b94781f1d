// House rules that no linter checks. An exception is declared here, with its reason, or does not exist.
import { describe, expect, it } from 'vitest'
import {
  codeFiles,
  type SourceFile,
  textFiles,
  typescriptFiles,
  withoutComments,
} from './source-files.ts'

const MAX_LINES = 300

/** File, lines that it may have, why. */
const longFiles: readonly [string, number, string][] = [
  ['apps/clients/typescript/openapi.ts', 20_000, 'generated, and read by nobody'],
]

const paths = (files: readonly SourceFile[]) => files.map(({ path }) => path)

/** Files whose code, without comments, has the pattern. */
function using(files: readonly SourceFile[], pattern: RegExp): string[] {
  return paths(files.filter(({ text }) => pattern.test(withoutComments(text))))
}

function nameOf(path: string): string {
  return path.split('/').at(-1)!
}

describe('the files', () => {
  it('were seen', () => {
    expect(codeFiles.length).toBeGreaterThan(150)
    expect(paths(textFiles)).toEqual(
      expect.arrayContaining([
        'package.json',
        'package-lock.json',
        'biome.json',
        'schemas/topics.ts',
        'schemas/events/facts.avsc',
        'processors/flow.ts',
        'test/architecture/tidy.test.ts',
      ]),
    )
    expect(paths(textFiles).filter((path) => /node_modules|^\.git\//.test(path))).toEqual([])
  })

  it('say what they are for right above their imports, as all others do', () => {
    const apart = typescriptFiles.filter(({ text }) => /^(?:\/\/.*\n)+\nimport /.test(text))
    expect(paths(apart)).toEqual([])
  })

  it('hold code in TypeScript alone, which the other rules read', () => {
    expect(paths(textFiles).filter((path) => /\.[cm]?jsx?$/.test(path))).toEqual([])
  })

  it('name a user of an app by schemas/scope-name.ts: parts that are only joined may be another’s', () => {
    const joined = /\$\{[^}`]*appId\}.\$\{[^}`]*userId\}/
    const ours = codeFiles.filter(({ path }) => !path.startsWith('test/'))
    expect(using(ours, joined).sort()).toEqual([
      // For people to read.
      'apps/cli/operate/verifying/audit.ts',
      // The hash of a partition, which users may share, and a partner's key that leads to the same one.
      'apps/examples/partner-producer.ts',
      'infra/kafka/topics/partition.ts',
    ])
  })

  it('begin with a comment that says what they are for', () => {
    const silent = codeFiles.filter(
      ({ text }) => !/^(#!.*\n)?(\/\/ \S.{10,}|\/\*\*?[\s\S])/.test(text),
    )
    expect(paths(silent)).toEqual([])
  })

  it(`have at most ${MAX_LINES} lines`, () => {
    const limits = new Map(longFiles.map(([path, lines]) => [path, lines]))
    const long = codeFiles.filter(
      ({ path, text }) => text.split('\n').length - 1 > (limits.get(path) ?? MAX_LINES),
    )
    expect(paths(long)).toEqual([])
  })

  it('that are declared long are still there and still long', () => {
    const short = longFiles.filter(([path]) => {
      const file = codeFiles.find((each) => each.path === path)
      return !file || file.text.split('\n').length - 1 <= MAX_LINES
    })
    expect(short).toEqual([])
  })

  it('have kebab-case names', () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.(test|contract|config))?\.tsx?$/
    const odd = paths(typescriptFiles).filter((path) => !kebab.test(nameOf(path)))
    expect(odd).toEqual([])
  })

  it('are neither barrels nor drawers', () => {
    const drawer = /^(.*-)?(index|utils?|helpers?|common|types|manager|service|misc|shared)\.tsx?$/
    const named = paths(codeFiles).filter((path) => drawer.test(nameOf(path)) && !OWN.has(path))
    expect(named).toEqual([])
    expect(using(codeFiles, /^export (type )?\*/m)).toEqual([])
  })
})

/** Their names end like those of a drawer for leftovers, but each says one thing. */
const OWN = new Set(['infra/sqlite/memory/text-index.ts', 'apps/cli/bench/load/own-service.ts'])

describe('the code', () => {
  it('reads the environment in one file, and the tool that starts servers in one of its own', () => {
    const readers = using(codeFiles, /\bprocess\.env\b/)
    expect(
      readers.filter(
        (path) =>
          path !== 'infra/local/machine/environment.ts' &&
          // A program of its own, on its user's machine.
          path !== 'apps/mcp/main.ts' &&
          // A variable of Node's own, which threads inherit.
          path !== 'apps/keep-compiled.ts' &&
          !path.startsWith('apps/examples/'),
      ),
    ).toEqual(['infra/config.ts'])
  })

  it('is erasable TypeScript: no enum, no namespace, no parameter property', () => {
    expect(using(typescriptFiles, /^\s*(export )?(declare )?(const )?enum \w/m)).toEqual([])
    expect(using(typescriptFiles, /^\s*(export )?(declare )?namespace \w/m)).toEqual([])
    const property = /constructor\([^)]*\b(private|public|protected|readonly) \w/
    expect(using(typescriptFiles, property)).toEqual([])
  })

  it('has default exports in configuration files and in the runner of the tests only', () => {
    const exported = using(typescriptFiles, /^export (default\b|\{[^}]*\bas default\b)/m)
    const runner = 'test/journeys/told-by-services.ts'
    expect(exported.filter((path) => !path.endsWith('.config.ts') && path !== runner)).toEqual([])
  })

  it('prints in mains, in the command line and in examples only', () => {
    const printing = using(codeFiles, /\bconsole\.(log|info|warn|error|debug|trace|table|dir)\b/)
    const allowed =
      /\/(main|program)\.ts$|^apps\/(cli|examples)\/|^apps\/run-main\.ts$|^infra\/local\//
    expect(printing.filter((path) => !allowed.test(path))).toEqual([])
  })

  it('leaves no note to do something later', () => {
    // In two parts, because this file is read too.
    const note = new RegExp(`\\b(${['TO', 'FIX'].map((a, i) => a + ['DO', 'ME'][i]).join('|')})\\b`)
    const noted = textFiles.filter(
      ({ path, text }) => path !== 'package-lock.json' && note.test(text),
    )
    expect(paths(noted)).toEqual([])
  })
})

describe('what is published', () => {
  it('names no folder of a machine', () => {
    const folder = /(?<![\w.~*])\/(home|Users|root|work)\/[\w.-]|\b[A-Z]:\\{1,2}Users/
    expect(paths(textFiles.filter(({ text }) => folder.test(text)))).toEqual([])
  })

  it('names no package registry, so that it installs from any', () => {
    const host =
      /npm[j]s\.(org|com)|yarn[p]kg\.com|artifact[o]ry|jfr[o]g|verdacci[o]|py[p]i\.org|python[h]osted\.org/
    expect(paths(textFiles.filter(({ text }) => host.test(text)))).toEqual([])
    const lock = textFiles.find(({ path }) => path === 'package-lock.json')!
    expect(lock.text).not.toMatch(/"resolved": "https?:/)
  })

  it('pins exactly what is imported from the inside of a package, for no version number speaks for that', () => {
    const inside = codeFiles.flatMap(({ text }) =>
      [...withoutComments(text).matchAll(/'((?:@[\w-]+\/)?[\w-]+)\/src\//g)].map(
        ([, name]) => name!,
      ),
    )
    const { text } = textFiles.find(({ path }) => path === 'package.json')!
    const { dependencies } = JSON.parse(text) as { dependencies: Record<string, string> }
    const versions = [...new Set(inside)].map((name) => [name, dependencies[name]])
    expect(versions).toEqual([['kafkajs', expect.stringMatching(/^\d+\.\d+\.\d+$/)]])
  })

  it('installs native code for the machine alone: npm asks the lock file which C library a package needs', () => {
    const { text } = textFiles.find(({ path }) => path === 'package-lock.json')!
    const { packages } = JSON.parse(text) as { packages: Record<string, { libc?: string[] }> }
    const asked = Object.entries(packages).filter(([path]) => /-linux-.*(gnu|musl)$/.test(path))
    expect(asked.length).toBeGreaterThan(4)
    // Of those that do not say it themselves `npm install` takes what stands there.
    expect(asked.flatMap(([path, { libc }]) => (libc ? [] : path))).toEqual([])
  })

  it('has no second Node where the tests are left out, because the image brings one', () => {
    const { text } = textFiles.find(({ path }) => path === 'package-lock.json')!
    const { packages } = JSON.parse(text) as { packages: Record<string, { dev?: true }> }
    expect(packages['node_modules/node']?.dev).toBe(true)
  })
})
