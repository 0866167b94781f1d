// Settings in which an app has one webhook.
import { noSettings, type Settings } from '../../../processors/settings/evolve.ts'
import type { Webhook } from '../../../processors/settings/webhooks.ts'
import { noticeNames } from '../../../schemas/events/notices.ts'
import { LATER } from '../given.ts'

export function subscribed(more: Partial<Webhook> = {}): Settings {
  const webhook: Webhook = {
    id: 'hook',
    appId: 'app',
    url: 'https://receiver.example',
    events: noticeNames,
    createdAt: LATER,
    secret: 'secret',
    rotatedAt: null,
    previous: null,
    disabled: null,
    ...more,
  }
  return { ...noSettings, webhooks: new Map([[webhook.appId, new Map([[webhook.id, webhook]])]]) }
}

/** Settings that show `later` only to who asks for what is there now, and how often that was asked. */
export function settingsView(at: Settings, later = at) {
  const view = {
    asked: 0,
    current: () => (view.asked > 0 ? later : at),
    caughtUp: async () => {
      view.asked++
    },
  }
  return view
}
