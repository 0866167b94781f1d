// Code that decides is pure: time, ids and random numbers are arguments, and it does no I/O. So a test needs values
// alone, and a replay decides as the first run did.
import { describe, expect, it } from 'vitest'
import { codeFiles, importsOf, withoutComments } from './source-files.ts'

const pure = codeFiles.filter(
  ({ path }) =>
    /^processors\/[^/]+\/(decide|evolve)\.ts$/.test(path) ||
    path === 'processors/fences.ts' ||
    path === 'processors/accept-inbox/plan.ts' ||
    /^processors\/maintenance\/(age|lifetime|duplicates)\.ts$/.test(path) ||
    (path.startsWith('apps/api/retrieval/') &&
      !/\/(retrieve|search-(?:arms|meant|told)|former-items|answering-graph|rank-again)\.ts$/.test(
        path,
      )) ||
    path.startsWith('apps/api/sources/') ||
    path.startsWith('infra/tokens/') ||
    path.startsWith('schemas/'),
)

const impure: Readonly<Record<string, RegExp>> = {
  'the clock': /\bDate\.now\b|\bnew Date\(\s*\)|\bDate\(\s*\)|\bperformance\b/,
  chance: /\bMath\.random\b|\brandomUUID\b|\brandomBytes\b|\brandomInt\b|\buuidV7\b/,
  timers: /\bset(Timeout|Interval|Immediate)\b/,
  waiting: /\bawait\b|\basync\b|\bnew Promise\b/,
  'the process': /\bprocess\.|\bconsole\.|\bfetch\(/,
}

describe('pure files', () => {
  it('were seen', () => {
    expect(pure.length).toBeGreaterThan(35)
    expect(pure.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        'processors/extract-facts/decide.ts',
        'processors/extract-facts/evolve.ts',
        'processors/index-memory/evolve.ts',
        'processors/forget/decide.ts',
        'processors/accept-inbox/plan.ts',
        'processors/maintenance/lifetime.ts',
        'processors/maintenance/decide.ts',
        'apps/api/retrieval/ranking/rank.ts',
        'apps/api/retrieval/ranking/fuse.ts',
        'apps/api/retrieval/packing/pack.ts',
        'apps/api/retrieval/ranking/decay.ts',
        'apps/api/sources/stripe.ts',
        'apps/api/sources/understand.ts',
        'schemas/events/writes.ts',
      ]),
    )
  })

  it.each(Object.entries(impure))('do not touch %s', (_, words) => {
    const touching = pure.filter(({ text }) => words.test(withoutComments(text)))
    expect(touching.map(({ path }) => path)).toEqual([])
  })

  it('import no builtin but hashes (and, for the Avro schemas, their files)', () => {
    const builtins = pure
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith('node:') && target !== 'node:crypto')
      .map(({ from, target }) => `${from} imports ${target}`)
    expect(builtins).toEqual(['schemas/events/avro.ts imports node:fs'])
  })

  it('take ports for their types alone, or for pure helpers beside them', () => {
    const values = pure
      .flatMap(importsOf)
      .filter(
        ({ target, isTypeOnly }) => !isTypeOnly && /^(infra|apps\/api\/routes)\//.test(target),
      )
      .filter(({ target }) => !PURE_HELPERS.has(target))
      .map(({ from, target }) => `${from} imports ${target}`)
    expect(values).toEqual([])
  })
})

/** Files with values that a pure file may use: functions of their arguments, and constants. */
const PURE_HELPERS = new Set([
  'infra/ports/rules/by-score.ts',
  'infra/ports/rules/entity-name.ts',
  'infra/ports/rules/item-times.ts',
  'infra/ports/rules/kept.ts',
  'infra/ports/rules/place-order.ts',
  'infra/ports/rules/time.ts',
  'infra/ports/language-model.ts',
  'infra/ports/memory-store.ts',
  'infra/ports/object-store.ts',
  'infra/ports/rules/traits.ts',
  'infra/runtime/certain.ts',
  'infra/runtime/envelope/ids.ts',
  'infra/runtime/envelope/vectors.ts',
  'infra/tokens/byte-pairs.ts',
  'infra/tokens/count-tokens.ts',
  'infra/tokens/token-ranks.ts',
])
