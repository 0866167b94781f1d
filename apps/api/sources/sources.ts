// All sources of webhooks. A new one is a file and a line here.
import { custom } from './custom.ts'
import { github } from './github.ts'
import { hubspot } from './hubspot.ts'
import { netsuite } from './netsuite.ts'
import { salesforce } from './salesforce.ts'
import { slack } from './slack.ts'
import type { Source } from './source.ts'
import { stripe } from './stripe.ts'

export const sources: readonly Source[] = [
  stripe,
  github,
  slack,
  hubspot,
  salesforce,
  netsuite,
  custom,
]

const byName = new Map(sources.map((source) => [source.name, source]))

export function sourceNamed(name: string): Source | undefined {
  return byName.get(name)
}

/** The event type of the activity that an event of a source becomes: `stripe.charge.refunded`. */
export function activityTypeOf(source: Source, eventType: string): string {
  return `${source.name}.${eventType}`
}

const templates = new Map(
  sources.flatMap((source) =>
    Object.entries(source.events).map(([eventType, { template }]) => [
      activityTypeOf(source, eventType).toLowerCase(),
      template,
    ]),
  ),
)

export function sourceTemplate(eventType: string): string | undefined {
  return templates.get(eventType.toLowerCase())
}
