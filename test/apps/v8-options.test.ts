// That each way of starting a main names the options with which it is measured and tested.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { V8_OPTIONS } from '../../apps/v8-options.ts'

const MAIN = /apps\/(?:api|worker|standalone)\/main\.ts/g

test.each([
  ['package.json', 3],
  ['docker-compose.yml', 2],
  ['infra/docker/Dockerfile', 4],
  ['infra/docker/README.md', 1],
  ['README.md', 1],
])(
  'given %s, when it starts %i mains, then each runs with the options of every main',
  (file, mains) => {
    const options = V8_OPTIONS.join(' ')
    // In whichever way the file writes a list of arguments.
    const text = readFileSync(file, 'utf8')
      .replaceAll(/["',]+ ?/g, ' ')
      .replaceAll(/ +/g, ' ')
    const started = [...text.matchAll(MAIN)].map(({ index }) => text.slice(0, index).trimEnd())
    const withOptions = started.filter((before) => before.endsWith(options))
    expect(withOptions).toHaveLength(mains)
    expect(started.filter((before) => before.endsWith('node'))).toEqual([])
  },
)
