// What the routes work with. Built once, by the main that knows the setting.
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from '../../infra/config.ts'
import type { Ports } from '../../infra/ports/ports.ts'
import type { RetryState } from '../../infra/runtime/fail/failure-log.ts'
import type { Spending } from '../../infra/runtime/spending.ts'
import type { PipelineWatch } from '../../infra/runtime/watch/pipeline-watch.ts'
import type { SettingsView } from '../../processors/settings/settings-view.ts'
import type { Component } from '../../processors/watched.ts'
import type { Scope } from '../../schemas/identifiers.ts'
import type { Intake } from './intake/intake.ts'
import type { Replays } from './replays.ts'
import type { Retrieval } from './retrieval/retrieval.ts'

export type Services = {
  ports: Ports
  settings: SettingsView
  intake: Intake
  retrieval: Retrieval
  logger: Logger
  now: () => Date
  version: string
  config: Pick<Config, 'BOOTSTRAP_API_KEY' | 'PUBLIC_URL' | 'RATE_LIMIT_SCALE'> &
    Partial<
      Pick<
        Config,
        | 'TRUST_PROXY'
        | 'CORS_ORIGINS'
        | 'MAX_CONNECTIONS'
        | 'MAX_CONNECTIONS_PER_ADDRESS'
        | 'METRICS'
        | 'DOCS'
        | 'CONSOLE'
      >
    >
  /** What this thread measures of itself. */
  registry: Registry
  /** Prometheus text of what else runs in this process. */
  metrics: () => Promise<string>
  /** What models have used for apps. */
  spending: Pick<Spending, 'totals' | 'ofApps'>
  /** What processors of this process are retrying for a write; null if they know of nothing. */
  retryOf: (scope: Scope, id: string) => Promise<RetryState | null>
  watch: PipelineWatch<Component>
  replays: Replays
  /** True once everything that the service needs has started; false again while it stops. */
  ready: () => boolean
}
