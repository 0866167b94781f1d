// Judges a record by the current settings. A partner may use its secret at once, so before a record is refused for its
// signature, every setting that exists by then has been read.
import type { InboxEvent } from '../../schemas/events/catalogue.ts'
import type { SettingsView } from '../settings/settings-view.ts'
import { type Decision, decide } from './decide.ts'

export type CurrentSettings = Pick<SettingsView, 'current' | 'caughtUp'>

export function createJudge(settings: CurrentSettings): (event: InboxEvent) => Promise<Decision> {
  const partnerOf = (id: string) => settings.current().partners.get(id)
  return async (event) => {
    const at = new Date(event.recordedAt)
    const decision = decide(event, partnerOf, at)
    if (!('refuse' in decision) || decision.refuse !== 'Unauthorized') return decision
    await settings.caughtUp()
    return decide(event, partnerOf, at)
  }
}
