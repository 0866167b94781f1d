// The catalogue itself: enough kinds, each of the requested size, and the same every time.
import { describe, expect, it } from 'vitest'
import { kinds } from './catalogue.ts'

const SCOPE = { appId: 'app', userId: 'user' }
const BYTES = 4_096

describe('the catalogue', () => {
  it('has at least sixty kinds, each with a name of its own, in every family', () => {
    expect(kinds.length).toBeGreaterThanOrEqual(60)
    expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length)
    expect(new Set(kinds.map(({ family }) => family)).size).toBe(6)
  })

  it.each(kinds)('makes the same of the same: $name', ({ request, prepare }) => {
    expect(request(BYTES, SCOPE)).toEqual(request(BYTES, SCOPE))
    expect(prepare?.(SCOPE)).toEqual(prepare?.(SCOPE))
  })

  it.each(kinds)('makes about as much as it is asked for: $name', ({ request, maxBytes }) => {
    const sizes = [maxBytes / 16, maxBytes / 4, maxBytes].map((bytes) =>
      Buffer.byteLength(JSON.stringify(request(Math.floor(bytes), SCOPE).body)),
    )
    expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
    // Escaped characters take up to six bytes of JSON.
    expect(sizes[2]).toBeLessThan(6 * maxBytes + 40_000)
    expect(sizes[2]).toBeGreaterThan(maxBytes / 40)
  })

  it.each(kinds.filter(({ prepare }) => prepare))(
    'keeps the template within its limit: $name',
    ({ prepare }) => {
      const { template } = prepare!(SCOPE)
      expect(template.length).toBeLessThanOrEqual(2_000)
      expect(template.length).toBeGreaterThan(1_000)
    },
  )
})
