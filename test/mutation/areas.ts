// What is mutated, which tests judge it, and how much must die. The tests are those that mirror the path of the code: a
// promise that only a story over the whole service guards is one without a narrow test, and takes minutes a mutant.

export type Area = {
  name: string
  mutate: readonly string[]
  tests: readonly string[]
  /** Per cent. */
  least: number
}

const RUNTIME = 'test/infra/runtime/**/*.test.ts'
const RUNNING = 'infra/runtime/{run,turns}/*.ts'

export const areas: readonly Area[] = [
  processor('forget', 95),
  {
    name: 'sealing',
    mutate: ['infra/runtime/envelope/{seal,wrap-key,codec,master-key}.ts'],
    tests: ['test/infra/runtime/envelope/{seal,wrap-key,codec,master-key}.test.ts'],
    least: 95,
  },
  {
    name: 'awaiting',
    mutate: ['infra/runtime/wait/{await-checkpoint,wait-for}.ts'],
    tests: ['test/infra/runtime/wait/{await-checkpoint,wait-for}.test.ts'],
    least: 95,
  },
  {
    name: 'giving up',
    mutate: ['infra/runtime/fail/{retry,dead-letter}.ts'],
    tests: ['test/infra/runtime/fail/{retry,dead-letter}.test.ts'],
    least: 95,
  },
  {
    name: 'running',
    mutate: [RUNNING],
    tests: [RUNTIME],
    least: 95,
  },
  {
    name: 'runtime',
    mutate: [
      'infra/runtime/**/*.ts',
      '!infra/runtime/envelope/{seal,wrap-key,codec,master-key}.ts',
      '!infra/runtime/wait/{await-checkpoint,wait-for}.ts',
      '!infra/runtime/fail/{retry,dead-letter}.ts',
      '!infra/runtime/snapshots/*.ts',
      `!${RUNNING}`,
    ],
    tests: [RUNTIME],
    least: 85,
  },
  {
    name: 'snapshots',
    mutate: ['infra/runtime/snapshots/*.ts', 'infra/sqlite/state/*.ts'],
    tests: ['test/infra/runtime/snapshots/*.test.ts', 'test/infra/sqlite/{state/*,states}.test.ts'],
    least: 85,
  },
  {
    name: 'embedded memory',
    mutate: [
      'infra/sqlite/memory/{text-index,threads}.ts',
      'infra/sqlite/memory/{held,writing}/*.ts',
    ],
    tests: [
      'test/infra/sqlite/{memory-store,past}.test.ts',
      'test/infra/sqlite/memory/**/*.test.ts',
    ],
    least: 85,
  },
  processor('accept-inbox'),
  processor('extract-facts'),
  processor('index-memory'),
  processor('update-graph'),
  processor('evolve-summaries'),
  processor('raise-notices'),
  {
    ...processor('deliver-webhooks'),
    // Sending over real connections, by processes that are killed, takes minutes a mutant.
    tests: [
      'test/processors/deliver-webhooks/{decide,attempt,send-loop,sign,processor,fatal}.test.ts',
      'test/processors/flow.test.ts',
    ],
  },
  processor('keep-audit'),
  processor('maintenance'),
  processor('audit-seals'),
  processor('carry'),
  {
    ...processor('reprocess'),
    // The random histories of same-engine take half a minute a mutant that no narrow test finds.
    tests: [
      'test/processors/reprocess/{compare,compare-merged,compare-twice,decide,plan,promote,settled,whole-memory}.test.ts',
      'test/processors/flow.test.ts',
    ],
  },
  processor('settings'),
  {
    name: 'flow',
    mutate: ['processors/*.ts'],
    // The random histories of replay-equals-live take more than a minute a mutant.
    tests: [
      'test/processors/{fences,flow,states,trust,watched}.test.ts',
      'test/processors/forget/reach.test.ts',
    ],
    least: 85,
  },
  api('plugins'),
  api('intake'),
  {
    name: 'standing',
    mutate: [
      'apps/api/routes/{writing/{where-it-stands,logged-write},operating/{write-letters,scan-log}}.ts',
    ],
    tests: [
      'test/apps/api/routes/{writing/where-it-stands,operating/write-letters,operating/scan-log}.test.ts',
    ],
    least: 85,
  },
  {
    name: 'writing',
    // The thread's own module is tested by hand: a mutant is active in one thread, and this code runs in another.
    mutate: ['infra/sqlite/writing/{log-writes,open-writer}.ts'],
    tests: ['test/infra/sqlite/event-log.test.ts', 'test/infra/sqlite/writing/*.test.ts'],
    least: 95,
  },
]

function processor(name: string, least = 85): Area {
  return {
    name,
    mutate: [`processors/${name}/**/*.ts`],
    tests: [`test/processors/${name}/**/*.test.ts`, 'test/processors/flow.test.ts'],
    least,
  }
}

function api(name: string): Area {
  return {
    name,
    mutate: [`apps/api/${name}/**/*.ts`],
    tests: [`test/apps/api/{${name},routes}/**/*.test.ts`],
    least: 85,
  }
}
