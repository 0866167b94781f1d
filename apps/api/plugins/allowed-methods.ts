// Answers a known path with an unsupported method with 405 and the methods that it has, instead of 404.
import type { FastifyInstance } from 'fastify'
import { firstOf } from '../../../infra/runtime/certain.ts'

/** Returns the methods of a path; empty if the path is unknown. */
type MethodsOf = (url: string) => string[]

/** Register it before all routes: it learns of each as it is added. */
export function learnMethods(app: FastifyInstance): MethodsOf {
  const known = new Map<string, { path: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = known.get(url) ?? { path: patternOf(url), methods: new Set() }
    known.set(url, route)
    for (const each of [method].flat()) route.methods.add(each)
  })
  return (url) => {
    const path = firstOf(url.split('?'))
    const found = [...known.values()].filter((route) => route.path.test(path))
    return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort()
  }
}

/** A `:name` is one segment of a path, and a `*` the rest of it. */
function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
}
