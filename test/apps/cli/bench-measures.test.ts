// The parts of a measurement that need no service: percentiles, samples, texts, tables, client
// addresses, progress.
import { describe, expect, it } from 'vitest'
import { baseOf } from '../../../apps/cli/api-client.ts'
import { chosenParts } from '../../../apps/cli/bench.ts'
import { benchTable, isMet } from '../../../apps/cli/bench-report.ts'
import { createTexts } from '../../../apps/cli/bench-texts.ts'
import { inParallel, markdownTable, mean, percentile, sample } from '../../../apps/cli/measures.ts'
import { createProgress } from '../../../apps/cli/progress.ts'

describe('percentile', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i)

  it('is the smallest value that reaches the share', () => {
    expect(percentile(hundred, 0.5)).toBe(50)
    expect(percentile(hundred, 0.99)).toBe(99)
    expect(percentile(hundred, 1)).toBe(100)
    expect(percentile(hundred, 0)).toBe(1)
    expect(percentile([7], 0.99)).toBe(7)
  })

  it('is not a number where nothing was measured', () => {
    expect(percentile([], 0.5)).toBeNaN()
    expect(mean([])).toBeNaN()
  })
})

describe('sample', () => {
  it('spreads over all values', () => {
    expect(sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], 5)).toEqual([0, 2, 4, 6, 8])
    expect(sample([1, 2], 5)).toEqual([1, 2])
  })
})

describe('inParallel', () => {
  it('keeps the order and the width', async () => {
    let running = 0
    let most = 0
    const doubled = await inParallel([1, 2, 3, 4, 5], 2, async (value) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5 - value))
      running--
      return value * 2
    })
    expect(doubled).toEqual([2, 4, 6, 8, 10])
    expect(most).toBe(2)
  })

  it('begins nothing more after a failure', async () => {
    const begun: number[] = []
    const failing = inParallel([1, 2, 3], 1, async (value) => {
      begun.push(value)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(begun).toEqual([1])
  })
})

describe('the texts of the load', () => {
  it('are distinct, of about twenty words, and the same for the same seed', () => {
    const make = () => {
      const texts = createTexts(7)
      return Array.from({ length: 5_000 }, () => texts.sentence())
    }
    const made = make()
    expect(new Set(made).size).toBe(made.length)
    expect(make()).toEqual(made)
    const words = made.map((text) => text.split(' ').length)
    expect(mean(words)).toBeGreaterThan(17)
    expect(mean(words)).toBeLessThan(24)
  })

  it('ask questions of varied length', () => {
    const texts = createTexts(7)
    const lengths = Array.from({ length: 300 }, () => texts.question().split(' ').length)
    expect(Math.min(...lengths)).toBeLessThan(5)
    expect(Math.max(...lengths)).toBeGreaterThan(20)
  })
})

describe('the table of the bench', () => {
  it('sets figures beside their targets', () => {
    const table = benchTable({
      profile: 'embedded',
      quick: true,
      seconds: 12.3,
      machine: { cpu: 'CPU', cores: 2, memoryGiB: 4, node: 'v24.0.0' },
      figures: [
        {
          part: 'ack',
          measure: 'writes',
          value: 1234.4,
          unit: '/s',
          target: { at: 'least', value: 1000 },
        },
        { part: 'ack', measure: 'p99', value: 25, unit: 'ms', target: { at: 'below', value: 25 } },
        { part: 'ack', measure: 'p50', value: 2.25, unit: 'ms' },
      ],
      notes: ['replay not available'],
      unfinished: null,
    })
    expect(table.split('\n')).toEqual([
      '| measure |   figure |      target | met |',
      '| ------- | -------: | ----------: | --: |',
      '| writes  | 1,234 /s | >= 1,000 /s | yes |',
      '| p99     |  25.0 ms |   < 25.0 ms |  no |',
      '| p50     |   2.3 ms |             |     |',
      '',
      'Profile embedded, quick, 12.3 s. CPU, 2 cores, 4 GiB of memory, Node v24.0.0; ' +
        'the load comes from the same machine',
      'replay not available',
    ])
  })

  it('meets a target that is not set', () => {
    expect(isMet({ value: 1 })).toBe(true)
  })

  it('measures the parts asked for, in their order', () => {
    expect(chosenParts('replay, ack')).toEqual(['ack', 'replay'])
    expect(chosenParts(undefined)).toHaveLength(6)
    expect(() => chosenParts('')).toThrow('--only knows no part')
  })
})

describe('markdownTable', () => {
  it('aligns its columns', () => {
    expect(markdownTable(['a', 'bb'], [['long', '1']])).toBe(
      '| a    | bb |\n| ---- | -: |\n| long |  1 |',
    )
  })
})

describe('baseOf', () => {
  it.each(['http://h:1', 'http://h:1/', 'http://h:1/v1', 'http://h:1/v1/'])('%s', (url) => {
    expect(baseOf(url)).toBe('http://h:1/v1')
  })
})

describe('progress without a terminal', () => {
  it('is a line every tenth', () => {
    const lines: string[] = []
    const io = {
      out: () => {},
      err: (line: string) => void lines.push(line),
      isTerminal: false,
      signal: new AbortController().signal,
    }
    const progress = createProgress(io, { label: 'writing', total: 40 })
    for (let i = 0; i < 40; i++) progress.advance()
    progress.reached(99)
    progress.finish()
    expect(lines).toHaveLength(10)
    expect(lines[0]).toMatch(/^writing: 10 % \(4\/40, \d+\.\d s\)$/)
    expect(lines[9]).toMatch(/^writing: 100 % \(40\/40, /)
  })
})
