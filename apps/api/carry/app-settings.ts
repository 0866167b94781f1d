// The settings of an app as an export tells them, and how an import takes them over. Secrets and keys are no part of it.
import type { Settings } from '../../../processors/settings/evolve.ts'
import type { ImportedSettings } from '../../../schemas/api/operating/import.ts'
import type { ExportedSettings } from '../../../schemas/api/reading/export.ts'
import { changeSettings, setTemplate } from '../routes/settings/settings.ts'
import type { Services } from '../services.ts'

/** What the app has configured itself; defaults are left out. */
export function settingsLine(
  settings: Settings,
  appId: string,
  { withTrust }: { withTrust: boolean },
): ExportedSettings {
  const templates = [...(settings.templates.get(appId) ?? [])]
  return {
    kind: 'settings',
    categories: copied(settings.categories.get(appId)),
    templates: templates.map(([eventType, template]) => ({ eventType, template })),
    trusted: withTrust ? copied(settings.trusted.get(appId)) : null,
  }
}

const copied = <T>(list: readonly T[] | undefined): T[] | null => (list ? [...list] : null)

/** Configures what the app has not configured here. What it has stays, so the same import again changes nothing. */
export async function takeSettings(
  services: Pick<Services, 'ports' | 'settings' | 'now'>,
  appId: string,
  exported: ExportedSettings,
): Promise<ImportedSettings> {
  await services.settings.caughtUp()
  const told: ImportedSettings = { taken: [], kept: [] }
  for (const { name, isSet, take } of partsOf(services, appId, exported)) {
    if (!isSet) await take()
    told[isSet ? 'kept' : 'taken'].push(name)
  }
  return told
}

function partsOf(
  services: Pick<Services, 'ports' | 'settings' | 'now'>,
  appId: string,
  { categories, templates, trusted }: ExportedSettings,
): { name: string; isSet: boolean; take: () => Promise<void> }[] {
  const own = services.settings.current()
  const parts = templates.map((open) => ({
    name: `templates.${open.eventType}`,
    isSet: services.settings.templateOf(appId, open.eventType) !== undefined,
    take: () => setTemplate(services, appId, open),
  }))
  if (categories) {
    const take = () =>
      changeSettings(services, { type: 'CategoriesConfigured', appId, open: { categories } })
    parts.push({ name: 'categories', isSet: own.categories.has(appId), take })
  }
  if (trusted) {
    const take = () =>
      changeSettings(services, { type: 'TrustConfigured', appId, open: { trusted } })
    parts.push({ name: 'trusted', isSet: own.trusted.has(appId), take })
  }
  return parts
}
