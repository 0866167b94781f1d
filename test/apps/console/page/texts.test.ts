// The texts that the console makes: commands, prompts, addresses; and which facts a filter lets through.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { curlOf } from '../../../../apps/console/page/pure/curl.ts'
import { isWanted, noFilter } from '../../../../apps/console/page/pure/fact-filter.ts'
import { sampleScope, sampleWrites } from '../../../../apps/console/page/pure/sample.ts'
import { always } from '../../../../apps/console/page/pure/times.ts'
import { money } from '../../../../apps/console/page/pure/words.ts'
import { hrefOf, readRoute, userHref } from '../../../../apps/console/page/route.ts'
import type { Item } from '../../../../apps/console/page/shapes.ts'
import { batchRequest } from '../../../../schemas/api/writing/batch.ts'

describe('a call as a command', () => {
  /** The arguments that a shell passes to `curl`. */
  const argumentsOf = (command: string) =>
    execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], {
      env: { PATH: process.env.PATH, PALIMPSEST_KEY: 'k' },
      encoding: 'utf8',
    })
      .split('\0')
      .slice(0, -1)

  test('reaches curl as it was, whatever is quoted in it', () => {
    const body = { content: `It's "mine": $HOME \`id\` \\ \n!` }
    const call = { method: 'POST', path: `/items/it's/a$b`, body }
    const given = argumentsOf(curlOf(call, 'http://localhost:8080'))
    expect(given.slice(0, 5)).toEqual([
      '-s',
      `http://localhost:8080/v1/items/it's/a$b`,
      '-H',
      'Authorization: Bearer k',
      '-H',
    ])
    expect(JSON.parse(given.at(-1)!)).toEqual(body)
  })

  test('names a method that curl would not choose, and never the key', () => {
    const command = curlOf({ method: 'DELETE', path: '/config/keys/1' }, 'http://h')
    expect(argumentsOf(command)).toEqual([
      '-s',
      '-X',
      'DELETE',
      'http://h/v1/config/keys/1',
      '-H',
      'Authorization: Bearer k',
    ])
    expect(command).toContain('$PALIMPSEST_KEY')
  })
})

describe('an address', () => {
  const scope = { appId: 'a/b c', userId: 'ä#?%' }

  test('leads back to where it was made for, whatever the names', () => {
    for (const id of [null, 'an id/with #']) {
      const route = { view: 'graph', scope, id, time: always } as const
      expect(readRoute(hrefOf(route))).toEqual(route)
    }
    expect(readRoute(userHref(scope))).toEqual({
      view: 'profile',
      scope,
      id: null,
      time: always,
    })
    expect(readRoute('#/pipeline')).toEqual({ view: 'pipeline' })
    for (const appId of [null, 'a/b c']) {
      expect(readRoute(hrefOf({ view: 'users', appId }))).toEqual({ view: 'users', appId })
    }
  })

  test.each(['', '#/', '#/nowhere', '#/user/only-an-app', '#/user//x'])(
    'that leads nowhere leads to the users: %j',
    (fragment) => {
      expect(readRoute(fragment)).toEqual({ view: 'users', appId: null })
    },
  )

  test('that is no encoding, or names no page, is read as it can be', () => {
    const read = readRoute('#/user/app/100%/nothing')
    expect(read).toMatchObject({
      view: 'profile',
      scope: { appId: 'app', userId: '100%' },
      id: null,
    })
  })
})

describe('a filter', () => {
  const fact = {
    content: 'I live in Porto.',
    confidence: 0.6,
    current: true,
    provenance: { channel: 'user' },
  } as Item

  test('lets through what has its words, its channel and its confidence', () => {
    expect(isWanted(fact, noFilter)).toBe(true)
    expect(isWanted(fact, { ...noFilter, text: ' porto' })).toBe(true)
    expect(isWanted(fact, { ...noFilter, text: 'Lisbon' })).toBe(false)
    expect(isWanted(fact, { ...noFilter, channel: 'user' })).toBe(true)
    expect(isWanted(fact, { ...noFilter, channel: 'tool' })).toBe(false)
    expect(isWanted(fact, { ...noFilter, minConfidence: 0.6 })).toBe(true)
    expect(isWanted(fact, { ...noFilter, minConfidence: 0.65 })).toBe(false)
  })

  test('lets closed facts through only where they are asked for', () => {
    const closed = { ...fact, current: false }
    expect(isWanted(closed, noFilter)).toBe(false)
    expect(isWanted(closed, { ...noFilter, closed: true })).toBe(true)
  })
})

test('the sample is made of requests that the API takes, each dated before the next', () => {
  const { writes } = batchRequest.parse({
    appId: sampleScope.appId,
    writes: sampleWrites(new Date('2026-11-22T00:00:00Z')),
  })
  const at = writes.flatMap((write) => {
    if (write.kind === 'event') return write.timestamp
    return write.kind === 'memorize' ? String(write.metadata?.timestamp) : []
  })
  expect(at).toHaveLength(6)
  expect(at).toEqual([...at].sort())
  expect(at.at(-1)! < '2026-11-22').toBe(true)
})

test('money is told in hundredths, and of less what there is', () => {
  const told = [12.5, 0.01, 0.000044, 0].map((cost) => money(cost).replace(',', '.'))
  expect(told).toEqual(['12.50', '0.01', '0.000044', '0'])
})
