// The partner systems that may write to the inbox, folded from their settings events; and their secrets. Pure but for
// randomness.
import { randomBytes } from 'node:crypto'
import type { SettingsEvent } from '../../schemas/events/catalogue.ts'
import { put, without } from './immutable-map.ts'

export type Partner = {
  id: string
  name: string
  /** `*` stands for every app. */
  appIds: readonly string[]
  createdAt: string
  rotatedAt: string | null
  /** Shown once, when it is created. */
  secret: string
  /** The previous secret: it may have signed what was written until then. */
  previous: { secret: string; until: string } | null
}

type Partners = ReadonlyMap<string, Partner>
type PartnerEvent = Extract<SettingsEvent, { type: `Partner${string}` }>

/** 256 random bits, with a prefix that secret scanners can look for. */
export function makePartnerSecret(): string {
  return `plmp_${randomBytes(32).toString('base64url')}`
}

export function isPartnerEvent(event: SettingsEvent): event is PartnerEvent {
  return event.type.startsWith('Partner')
}

/** An event whose sealed part has been erased, or of an unknown partner, changes nothing. */
export function evolvePartners(partners: Partners, event: PartnerEvent): Partners {
  const { partnerId: id } = event.open
  const known = partners.get(id)
  switch (event.type) {
    case 'PartnerCreated': {
      if (!event.sealed || known) return partners
      const { name, appIds, createdAt } = event.open
      const never = { rotatedAt: null, previous: null }
      return put(partners, id, { id, name, appIds, createdAt, ...event.sealed, ...never })
    }
    case 'PartnerSecretRotated': {
      // A repeated event, which a log may give, must not turn the new secret into the previous one.
      if (!known || !event.sealed || event.sealed.secret === known.secret) return partners
      const { rotatedAt, previousUntil } = event.open
      const previous = { secret: known.secret, until: previousUntil }
      return put(partners, id, { ...known, secret: event.sealed.secret, rotatedAt, previous })
    }
    case 'PartnerRemoved':
      return without(partners, id)
  }
}
