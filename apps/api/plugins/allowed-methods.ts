// Answers a known path with an unsupported method with 405 and the methods that it has, instead of 404.
import type { FastifyInstance } from 'fastify'
import { firstOf } from '../../../infra/runtime/certain.ts'

/** Returns the methods of a path; empty if the path is unknown. */
type MethodsOf = (url: string) => string[]

/** Register it before all routes: it learns of each as it is added. Ask it once the application is ready. */
export function learnMethods(app: FastifyInstance): MethodsOf {
  const urls = new Set<string>()
  const used = new Set<string>()
  app.addHook('onRoute', ({ url, method }) => {
    urls.add(url)
    for (const each of [method].flat()) used.add(each)
  })
  // The router knows more than the hook was told: the first route of a prefix is also served with a slash behind it.
  const methodsAt = (url: string) => [...used].filter((method) => app.hasRoute({ method, url }))
  let known: readonly { path: RegExp; methods: readonly string[] }[] | undefined
  return (url) => {
    known ??= [...urls].map((each) => ({ path: patternOf(each), methods: methodsAt(each) }))
    const path = firstOf(url.split('?'))
    const found = known.filter((route) => route.path.test(path))
    return [...new Set(found.flatMap(({ methods }) => methods))].sort()
  }
}

/** A `:name` is one segment of a path, and a `*` the rest of it. */
function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`)
}
