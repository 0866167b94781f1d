// What lifts an item beside how well it matches: its importance, how sure it is, how much of it tells something, whom it is
// about, and how it fits what is asked for. Pure.
//
// Decision: of someone who speaks in the memory, their own words tell. What others say to them by name ("Thanks, Ada!")
// tells little, and filled a third of an answer about Ada. Reactions ("That's great!") and questions tell
// little too: they stand beside what tells and share its words.
import type { ToldShare } from '../../../../infra/ports/language-model.ts'
import type { Asked } from '../query/asked.ts'
import { createMemory } from '../remembered.ts'
import { fitOf, isOfKin } from './fits.ts'

/** The factors of an item's score. */
type Lifts = { importance: number; confidence: number; told: number; named: number; fits: number }

/** Whom the query names, as keys: those who speak in the memory, and others. */
type Named = { speakers: ReadonlySet<string>; others: ReadonlySet<string> }

export type Liftable = {
  text: string
  importance: 'low' | 'medium' | 'high' | 'critical'
  /** 0 to 1. */
  confidence: number
  /** Names of whom or what the item is about. */
  entities: readonly string[]
  /** Who said it, where its words are labelled so. */
  speaker?: string | null
  /** Whom it is about, where that is known. */
  subject?: string | null
  /** What `keysOf` makes of it, if it brings that. */
  keys?: Keys
}

/** Whom an item names, as names are compared. */
type Keys = { speaker: string | null; subject: string | null; entities: readonly string[] }

const OWN_WORDS_LIFT = 2.5
const NAMED_ENTITY_LIFT = 1.8
const IMPORTANCE_LIFT = { low: 0.95, medium: 1, high: 1.1, critical: 1.2 } as const
const UNSURE_LIFT = 0.9
const UNTOLD_LIFT = 0.5

function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().trim()
}

type Naming = Pick<Liftable, 'speaker' | 'subject' | 'entities'>

export function keysOf({ speaker, subject, entities }: Naming): Keys {
  return {
    speaker: speaker ? nameKey(speaker) : null,
    subject: subject ? nameKey(subject) : null,
    entities: entities.map(nameKey),
  }
}

export function namedIn(queryEntities: readonly string[], items: readonly Liftable[]): Named {
  const others = new Set(queryEntities.map(nameKey))
  const speakers = new Set<string>()
  for (const item of others.size > 0 ? items : []) {
    const { speaker } = item.keys ?? keysOf(item)
    if (speaker !== null && others.delete(speaker)) speakers.add(speaker)
  }
  return { speakers, others }
}

/** `toldShare`: how much of an item's words tells something; missing: all of them. `asks`: missing where it is unknown. */
type Lifting = { named: Named; toldShare?: ToldShare | undefined; asks?: Asks | undefined }

/** What the query asks for, and how texts are read for it. */
export type Asks = { asked: Asked; terms: (text: string) => string[] }

export function liftsOf(item: Liftable, { named, toldShare, asks }: Lifting): Lifts {
  return {
    importance: IMPORTANCE_LIFT[item.importance],
    confidence: UNSURE_LIFT + (1 - UNSURE_LIFT) * Math.min(1, Math.max(0, item.confidence)),
    told: toldShare ? UNTOLD_LIFT + (1 - UNTOLD_LIFT) * toldOf(item, toldShare) : 1,
    named: namedLift(item, named, asks),
    fits: asks ? fitOf(item, asks.asked, asks.terms) : 1,
  }
}

/** By item, so that each is read once. */
const shares = createMemory<{ by: ToldShare; share: number }>()

function toldOf(item: Liftable, toldShare: ToldShare): number {
  const known = shares.get(item)
  if (known?.by === toldShare) return known.share
  const { text, speaker } = item
  const share = toldShare(speaker ? text.slice(`${speaker}: `.length) : text)
  shares.set(item, { by: toldShare, share })
  return share
}

function namedLift(item: Liftable, { speakers, others }: Named, asks: Asks | undefined): number {
  if (speakers.size === 0 && others.size === 0) return 1
  const { speaker, subject, entities } = item.keys ?? keysOf(item)
  // What has no speaker, such as a correction, counts as the words of the one whom it is about.
  const whose = speaker ?? subject
  if (whose !== null && speakers.has(whose)) return OWN_WORDS_LIFT
  if (entities.some((name) => others.has(name))) return NAMED_ENTITY_LIFT
  // "My husband is allergic" tells as much of Omar as what names him.
  return asks && isOfKin(item, asks.asked, asks.terms) ? NAMED_ENTITY_LIFT : 1
}
