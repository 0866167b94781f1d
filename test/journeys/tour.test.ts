// The tour of README.md gives the answers of README.md, their fields in the same order. Ids, instants, durations,
// estimates, scores and the order of facts with equal scores may differ.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isDeepStrictEqual, promisify } from 'node:util'
import { expect, test } from 'vitest'
import { eventually } from './service.ts'
import { sharedService } from './shared-service.ts'

const run = promisify(execFile)

const service = sharedService('tour')

type Step = { command: string; answer: unknown }

function stepsOf(readme: string): Step[] {
  const blocks = [...readme.matchAll(/```console\n\$ ([\s\S]*?)\n```/g)].map((match) => match[1]!)
  return blocks.map((block) => {
    // The command ends where its quotes are closed at the end of a line; what follows is JSON.
    const lines = block.split('\n')
    const end = lines.findIndex((_, index) => balanced(lines.slice(0, index + 1).join('\n')))
    return {
      command: lines.slice(0, end + 1).join('\n'),
      answer: JSON.parse(lines.slice(end + 1).join('\n')),
    }
  })
}

function balanced(command: string): boolean {
  return (command.match(/'/g) ?? []).length % 2 === 0
}

const CHANGING = new Set([
  'score',
  'processingTime',
  'estimatedProcessingTime',
  'tokenCount',
  'id',
  'itemId',
  'resourceId',
  'eventId',
  'supersededBy',
  'supersedes',
  'path',
  'receiptId',
])

/** The answer without what differs from run to run. */
function lasting(value: unknown): unknown {
  // Facts with equal scores come in any order.
  if (Array.isArray(value)) return value.map(lasting).sort(byContent)
  if (typeof value === 'string') return value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '(instant)')
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      CHANGING.has(key) && each !== null ? typeof each : lasting(each),
    ]),
  )
}

function byContent(a: unknown, b: unknown): number {
  const contentOf = (each: unknown) => (each as { content?: string })?.content ?? ''
  return contentOf(a) < contentOf(b) ? -1 : contentOf(a) > contentOf(b) ? 1 : 0
}

test('step by step', async () => {
  const steps = stepsOf(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'))
  expect(steps.length).toBeGreaterThan(8)
  for (const { command, answer } of steps) {
    const env = {
      ...process.env,
      URL: `${service.url}/v1`,
      AUTH: `Authorization: Bearer ${service.key}`,
      JSON: 'Content-Type: application/json',
    }
    const ask = async () => JSON.parse((await run('bash', ['-c', command], { env })).stdout)
    let latest = await ask()
    // A write is sent once; the reads that follow it succeed within the second.
    if (
      !command.includes('/memorize') &&
      !command.includes('/events') &&
      !command.includes('/forget')
    ) {
      await eventually(`${command} answers as written`, async () => {
        if (isDeepStrictEqual(lasting(latest), lasting(answer))) return true
        latest = await ask()
        return false
      }).catch(() => expect(lasting(latest)).toEqual(lasting(answer)))
    } else expect(lasting(latest)).toEqual(lasting(answer))
    expect(fieldsIn(latest), command).toEqual(fieldsIn(answer))
  }
})

/** Their names are those of categories and of attributes, and follow the order of facts. */
const BY_FACTS = new Set(['summaries', 'properties'])

/** Each object’s fields in their order; of a list, those of its first entry. */
function fieldsIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(fieldsIn)
  if (typeof value !== 'object' || value === null) return null
  return Object.entries(value).map(([name, each]) =>
    BY_FACTS.has(name) ? name : [name, fieldsIn(each)],
  )
}
