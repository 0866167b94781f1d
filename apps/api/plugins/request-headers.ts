// Refuses requests whose headers HTTP/1.1 does not allow: Node would answer some itself, without an error body, and
// take the first of two hosts, or of two keys, where a proxy may have taken the second.
import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

export function registerRequestHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    const { host, expect } = raw.headers
    for (const name of ONCE) {
      if (countIn(raw.rawHeaders, name) > 1) throw invalid(name, 'is given more than once')
    }
    if (raw.httpVersion !== '1.1') return done()
    if (host === undefined) throw invalid('Host', 'is missing: name the host of the service')
    // As Node reads it: such a request is told to send its body before it comes here.
    if (expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
      throw invalid('Expect', 'must be 100-continue, or absent', 417)
    }
    done()
  })
}

const ONCE = ['Host', 'Authorization']

/** Of names and values in turn. */
function countIn(rawHeaders: readonly string[], name: string): number {
  const wanted = name.toLowerCase()
  return rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === wanted).length
}
