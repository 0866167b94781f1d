// One waiter, one batcher, one time-out: infra/runtime/wait has them. Elsewhere a timer is an exception with a reason.
import { describe, expect, it } from 'vitest'
import { codeFiles, withoutComments } from './source-files.ts'

const HELPERS = 'infra/runtime/wait/'
/** They contain no code of the service. */
const APART = /^apps\/(clients|mcp|examples|console\/page)\//
const TIMER = /(?<!\.)\b(setTimeout|setInterval)\(|\bPromise\.race\(|'(node:)?timers(\/promises)?'/g

/** File, how many timers of its own it has, and why none of the helpers is enough. The list only becomes shorter. */
const own: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'apps/api/plugins/limits/body-deadline.ts': [3, 'a deadline that moves with what has arrived'],
  'apps/cli/bench/load/own-service.ts': [1, 'a process may also say that it has failed'],
  'apps/cli/reprocess/journal.ts': [1, 'keeps the command alive'],
  'apps/cli/reprocess/read-again.ts': [1, 'waits for progress or a failure'],
  'apps/operate/start-replay.ts': [1, 'ends a thread that does not stop'],
  'apps/retrieving/let-go.ts': [1, 'one call for many, a moment later'],
  'apps/run-main.ts': [1, 'ends a process that does not stop'],
  'infra/elasticsearch/projection/cleaning.ts': [1, 'begins again with each forget'],
  'infra/http/send-webhook.ts': [2, 'deadlines of a connection that is cut'],
  'infra/kafka/consume/subscription.ts': [1, 'an event of the member’s states'],
  'infra/runtime/fail/counted-lines.ts': [1, 'a summary a minute for each cause'],
  'infra/runtime/run/committer.ts': [1, 'a commit may become due sooner'],
  'infra/runtime/watch/pipeline-watch.ts': [1, 'one look after another'],
  'infra/runtime/turns/next-turn.ts': [1, 'the end of a turn, which is no time'],
  'infra/kafka/topics/compaction.ts': [1, 'one for each partition, begun over with each erasure'],
  'infra/sealed/keys/keyring.ts': [1, 'looks only while keys are held'],
  'infra/sqlite/log/log-subscription.ts': [1, 'a safety net beside appends'],
  'infra/sqlite/log/recent-records.ts': [1, 'drops what was held'],
  'infra/sqlite/states.ts': [1, 'several that are cancelled together'],
  'infra/threads/crew.ts': [1, 'several that are cancelled together'],
  'infra/threads/cpu/watch-cpu.ts': [2, 'a deadline that moves with the work'],
  'processors/extract-facts/extract.ts': [1, 'is cancelled where the work was short'],
}

const timersOf = (text: string) => withoutComments(text).match(TIMER)?.length ?? 0

describe('timers', () => {
  it('are seen', () => {
    const text = [
      "import { setTimeout as sleep } from 'node:timers/promises'",
      'const timer = setTimeout(() => stop(), 5)',
      'await Promise.race([work, late]) // setTimeout(',
      'server.setTimeout(3)',
    ]
    expect(text.map(timersOf)).toEqual([1, 1, 1, 0])
    const helpers = codeFiles.filter(({ path }) => path.startsWith(HELPERS))
    expect(helpers.filter(({ text }) => timersOf(text) > 0).length).toBeGreaterThan(3)
  })

  it('are where the helpers are, and in few other places, which have a reason', () => {
    const found = codeFiles
      .filter(({ path }) => !path.startsWith(HELPERS) && !APART.test(path))
      .map(({ path, text }) => [path, timersOf(text)] as const)
      .filter(([, count]) => count > 0)
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(Object.entries(own).map(([path, [count]]) => [path, count])),
    )
  })
})
