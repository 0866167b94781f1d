// Refuses requests whose headers HTTP/1.1 does not allow: Node would answer some itself, without an error body, and
// take the first of two hosts, where a proxy may have taken the second.
import type { FastifyInstance } from 'fastify'
import { invalid } from '../errors.ts'

export function registerRequestHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw }, _, done) => {
    const { host, expect } = raw.headers
    if (hostsIn(raw.rawHeaders) > 1) throw invalid('Host', 'is given more than once')
    if (raw.httpVersion !== '1.1') return done()
    if (host === undefined) throw invalid('Host', 'is missing: name the host of the service')
    // As Node reads it: such a request is told to send its body before it comes here.
    if (expect !== undefined && !/(?:^|\W)100-continue(?:$|\W)/i.test(expect)) {
      throw invalid('Expect', 'must be 100-continue, or absent', 417)
    }
    done()
  })
}

/** Of names and values in turn. */
function hostsIn(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((text, n) => n % 2 === 0 && text.toLowerCase() === 'host').length
}
