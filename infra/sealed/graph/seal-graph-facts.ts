// How each word of a fact is sealed for a graph store, and how the store's answers are opened. Pure. Names stay
// comparable and are found by their words. Types, kinds of relationships, attributes and values are compared, so each
// is sealed about its kind and nothing more: equal ones of a user are sealed equally.
import type {
  EntityContext,
  EntityDetail,
  EntityListed,
  FirstMentions,
  GraphFact,
} from '../../ports/graph-store.ts'
import {
  foldName,
  nameKey,
  readSealedName,
  writeSealedName,
} from '../../ports/rules/entity-name.ts'
import type { Keys } from '../keys/keyring.ts'
import { openedOnce } from '../keys/opened-once.ts'
import { keyThatSealed } from '../keys/sealing.ts'
import type { UserKeys } from '../keys/user-keys.ts'

type About = 'entity' | 'type' | 'relation' | 'attribute' | 'value' | 'mention'

/** A user's facts name the same things again and again, so all but their contexts are sealed once. */
export function sealFact(fact: GraphFact, key: UserKeys): GraphFact {
  const nameOf = (name: string) => key.once('name', name, (text) => sealName(text, key))
  const sealed = (about: About, text: string) => key.once(about, text, () => key.seal(about, text))
  return {
    ...fact,
    context: key.seal('mention', fact.context),
    entities: fact.entities.map(({ name, type }) => ({
      name: nameOf(name),
      type: sealed('type', type),
    })),
    relationships: fact.relationships.map(({ source, type, target }) => ({
      source: nameOf(source),
      type: sealed('relation', type),
      target: nameOf(target),
    })),
    properties: fact.properties.map(({ entity, attribute, value }) => ({
      entity: nameOf(entity),
      attribute: sealed('attribute', attribute),
      value: sealed('value', value),
    })),
  }
}

export function sealType(type: string, key: UserKeys): string {
  return key.seal('type', type)
}

/** The longest word comes first: a store may look a name up by it. */
export function sealName(name: string, key: UserKeys): string {
  const words = [...new Set(foldName(name).split(' ').filter(Boolean))]
  return writeSealedName({
    key: key.key('entity', nameKey(name)),
    words: key.terms(words.toSorted((a, b) => b.length - a.length)),
    sealed: key.seal('entity', name),
  })
}

/** Opens a store's answers. What no living key opens is left out: it is being forgotten. */
export function createOpener(keys: Keys) {
  const open = (about: About, sealed: string): string => {
    const plain = keyThatSealed(keys, sealed)?.open(about, sealed) ?? null
    if (plain === null) throw new Unreadable()
    return plain
  }
  const nameOf = (name: string) => open('entity', readSealedName(name)?.sealed ?? '')
  const propertiesOf = (sealed: Record<string, string>) =>
    Object.fromEntries(
      readable(Object.entries(sealed), ([attribute, value]) => [
        open('attribute', attribute),
        open('value', value),
      ]),
    )
  const opened = <T extends { name: string; type: string }>(entity: T): T => ({
    ...entity,
    name: nameOf(entity.name),
    type: open('type', entity.type),
  })
  const listed = <T extends EntityOf>(entity: T): T => ({
    ...opened(entity),
    properties: propertiesOf(entity.properties),
  })
  const context = (entity: EntityContext): EntityContext => ({
    ...listed(entity),
    relationships: readable(entity.relationships, ({ type, target }) => ({
      type: open('relation', type),
      target: nameOf(target),
    })).toSorted(byTypeAndName),
  })
  return {
    listed: (entities: readonly EntityListed[]) => readable(entities, listed),
    contexts: (entities: readonly EntityContext[]) => readable(entities, context),
    details: (entities: readonly EntityDetail[]) =>
      readable(entities, (entity) => ({
        ...listed(entity),
        relationships: readable(entity.relationships, (each) => ({
          ...each,
          type: open('relation', each.type),
          target: nameOf(each.target),
          targetType: open('type', each.targetType),
        })).toSorted(byDirection),
        mentions: readable(entity.mentions, (each) => ({
          ...each,
          context: open('mention', each.context),
        })),
      })),
    firstMentions: ({ entities, relationships, updated }: FirstMentions): FirstMentions => ({
      entities: readable(entities, opened),
      relationships: readable(relationships, (each) => ({
        ...each,
        source: nameOf(each.source),
        type: open('relation', each.type),
        target: nameOf(each.target),
      })),
      updated: readable(updated, listed),
    }),
  }
}

/** The same object for the same object, as long as the key is in use. */
export function openContexts(entities: readonly EntityContext[], keys: Keys): EntityContext[] {
  return openedOnce(entities, keys, (entity) => {
    const key = keyThatSealed(keys, readSealedName(entity.name)?.sealed ?? '')
    const [plain] = createOpener(keys).contexts([entity])
    return key && plain ? { key, plain } : null
  })
}

type EntityOf = { name: string; type: string; properties: Record<string, string> }

type Related = { type: string; target: string }

/** The order of a store that can read names. If there are too many, only the store below knows which are shown. */
function byTypeAndName(a: Related, b: Related): number {
  return compare(a.type, b.type) || compare(nameKey(a.target), nameKey(b.target))
}

function byDirection(
  a: EntityDetail['relationships'][number],
  b: EntityDetail['relationships'][number],
): number {
  return compare(b.direction, a.direction) || byTypeAndName(a, b)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

class Unreadable extends Error {}

function readable<T, Opened>(sealed: readonly T[], open: (each: T) => Opened): Opened[] {
  return sealed.flatMap((each) => {
    try {
      return [open(each)]
    } catch (error) {
      if (error instanceof Unreadable) return []
      throw error
    }
  })
}
