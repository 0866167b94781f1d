// The files of the repository as text, and what they import. Read without a compiler: the rules of style are strict
// enough (one import statement a line start, single quotes) for regular expressions.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

export type SourceFile = { path: string; text: string }
export type Import = {
  from: string
  /** A path from the root of the repository, or the name of a package or of a builtin. */
  target: string
  isPackage: boolean
  isTypeOnly: boolean
  /** Loaded when the code runs, not when the file is. */
  isLater: boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every text file that is not ignored by .gitignore, by path from the root. */
export const textFiles: readonly SourceFile[] = walk('')
  .map((path) => ({ path, bytes: readFileSync(join(root, path)) }))
  .filter(({ bytes }) => !bytes.includes(0))
  .map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }))

export const typescriptFiles = textFiles.filter(({ path }) => /\.tsx?$/.test(path))

/** The code of the service: everything but tests and configuration of tools. */
export const codeFiles = typescriptFiles.filter(({ path }) =>
  /^(schemas|infra|processors|apps)\//.test(path),
)

export function importsOf({ path, text }: SourceFile): Import[] {
  return statementsOf(text).map(({ specifier, isTypeOnly, isLater }) => {
    const isPackage = !specifier.startsWith('.')
    const target = isPackage ? specifier : normalize(join(dirname(path), specifier))
    return { from: path, target, isPackage, isTypeOnly, isLater }
  })
}

/** `@scope/name/part` is of the package `@scope/name`; builtins keep their parts. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

/** The text without comments, roughly: good for finding words that code may not use. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '')
}

type Statement = { specifier: string } & Pick<Import, 'isTypeOnly' | 'isLater'>

function statementsOf(text: string): Statement[] {
  const named = text.matchAll(/^(?:import|export) (type )?(?:[\w$*{][^'"=;(]*?) from '([^']+)'/gm)
  const bare = text.matchAll(/^import '([^']+)'/gm)
  const dynamic = withoutComments(text).matchAll(/\bimport\(\s*'([^']+)'/g)
  return [
    ...[...named].map((match) => ({
      specifier: match[2]!,
      isTypeOnly: match[1] !== undefined,
      isLater: false,
    })),
    ...[...bare].map((match) => ({ specifier: match[1]!, isTypeOnly: false, isLater: false })),
    ...[...dynamic].map((match) => ({ specifier: match[1]!, isTypeOnly: false, isLater: true })),
  ]
}

function walk(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (isIgnored(entry.name)) return []
    if (entry.isDirectory()) return walk(path)
    return entry.isFile() ? [path] : []
  })
}

/** .gitignore holds plain names and `*.suffix` only. */
function isIgnored(name: string): boolean {
  const ignored = readFileSync(join(root, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  return ['.git', ...ignored.map((line) => line.replace(/\/$/, ''))].some((rule) =>
    rule.startsWith('*') ? name.endsWith(rule.slice(1)) : name === rule,
  )
}
