// Reads what a structured event says is so from now on: the order is shipped, the plan is Pro, the subscription has
// ended. Pure. Its type names the entity and what happened to it (`order_status`, `plan_changed`, `trial_cancelled`);
// its data says which entity, and the new value. An event that only happened (`purchase`) states nothing of the kind.
import { firstOf, isRecord, lastOf } from '../../../infra/runtime/certain.ts'
import type { Activity } from './sentence.ts'
import { createValueReader, words } from './show-value.ts'

export type State = {
  attribute: string
  /** `none`: what held has ended. */
  value: string
  /** Of what has ended: the attribute of a status that was told of it (`order_updated` with a `status`). */
  status?: string
  /** The keys of `data` that tell it; of a field, its own is the last. */
  keys: readonly string[]
}

const ENDED =
  /^(?:cancelled|canceled|deleted|removed|ended|closed|terminated|expired|revoked|unsubscribed)$/
/** The event gives the whole entity as it is now. */
const REPLACED =
  /^(?:changed|switched|upgraded|downgraded|moved|rescheduled|postponed|renamed|replaced|set|selected)$/
/** The event gives the fields that changed; the others are as they were. */
const PATCHED = /^(?:updated|edited|modified)$/
/** A step in the life of an entity. A user may have several such entities, and only ids tell them apart. */
const STEP =
  /^(?:created|scheduled|booked|started|placed|confirmed|shipped|delivered|returned|refunded|completed|paused|resumed|renewed|activated|deactivated|assigned|opened|reopened)$/
const STATUS = /^(?:status|state|stage)$/
/** A user has one of each, so no id tells them apart. */
const SINGLE =
  /^(?:subscription|plan|membership|trial|tier|account|profile|contract|session|address|shift|job|employer|company|position|role|home|phone|email|username|password|name|manager|language|currency|theme)$/
/** Collections of fields; the user has one of each. */
const COLLECTION =
  /^(?:(?:user|customer|account|contact|member|personal)? ?(?:profile|settings?|preferences?|details|info|information|account|user|customer|contact|member))$/

const NEW_VALUE = ['to', 'new', 'newValue', 'new_value', 'after', 'current', 'value']
const OLD_VALUE = ['from', 'old', 'oldValue', 'old_value', 'before', 'previous']
/** Says which one of a kind it is: a value only where nothing else is told. */
const ID = /(?:^| )(?:ids?|uuids?|guids?)$/
const CHANGED = /^(?:changed|set|updated|edited|modified)$/
const MAX_VALUE_CHARS = 500
/** Further fields are told together, and none of them is stated. */
export const MAX_STATES = 20

/** Attributes that people name differently when they tell them themselves. */
const SPOKEN: ReadonlyMap<string, string> = new Map([
  ['city', 'home'],
  ['phone number', 'phone'],
  ['mobile', 'phone'],
  ['email address', 'email'],
  ['e mail', 'email'],
  ['mail', 'email'],
  ['job title', 'occupation'],
  ['company', 'employer'],
  ['full name', 'name'],
  ['display name', 'name'],
  ['time zone', 'timezone'],
])

/** What the event states; empty for most events. */
export function statesOf({ eventType, data: given }: Activity): State[] {
  const told = words(eventType).split(' ')
  const { record, data } = recordIn(given)
  const verb = lastOf(told)
  const named = told
    .slice(0, -1)
    .filter((word) => !STATUS.test(word) || told.length < 3)
    .join(' ')
  if (named === '') return []
  // An account of a business is not the user's own.
  const noun = record === null ? named : `${named} record`
  const entity = record === null ? entityOf(noun, data) : { name: noun, id: record, idKey: null }
  if (ENDED.test(verb)) return one(entity, 'none', Object.keys(data))
  if (STATUS.test(noun) && CHANGED.test(verb)) return statusIn(noun, data)
  if (STATUS.test(verb)) return one(entity, shown(data[verb] ?? newValue(data)), [verb])
  // Of a collection those fields change that the event gives: the theme of the settings, and not their language.
  const isPatch = PATCHED.test(verb) || (CHANGED.test(verb) && COLLECTION.test(noun))
  if (isPatch) return patched(noun, entity, data)
  if (REPLACED.test(verb)) return one(entity, wholeOf(data, entity), Object.keys(data))
  if (!STEP.test(verb) || (entity.id === null && !SINGLE.test(noun))) return []
  return one(entity, `${verb} ${wholeOf(data, entity)}`.trim(), Object.keys(data))
}

/** `status_changed`: of what it is the status, the data says; without that it is the user's own. */
function statusIn(noun: string, data: Record<string, unknown>): State[] {
  const value = newValue(data) ?? data[noun]
  const [key, ...more] = Object.keys(data).filter(
    (each) => words(each) !== noun && ![...NEW_VALUE, ...OLD_VALUE].includes(each),
  )
  if (value === undefined || more.length > 0) return []
  const name = key ? `${words(key).replace(/ (?:id|number)$/u, '')} ${noun}` : noun
  const which = key ? { id: shown(data[key]), idKey: key } : { id: null, idKey: null }
  return one({ name, ...which }, shown(value), Object.keys(data))
}

type Entity = { name: string; id: string | null; idKey: string | null }

/** Where things are counted from one: their title may be that of another. */
const COUNTED_IN = /^(?:repository|repo)$/

/** Of a record of a CRM, which its source gives an id, the name tells nothing: another record may have the same. */
function recordIn({ crmRecord, ...data }: Record<string, unknown>) {
  if (crmRecord === undefined) return { record: null, data }
  const { name: _, ...rest } = data
  return { record: shown(crmRecord), data: rest }
}

/** The entity, and which one of its kind: by its own id, by its number in a repository, or by its name. */
function entityOf(noun: string, data: Record<string, unknown>): Entity {
  const own = lastOf(noun.split(' '))
  const within = Object.keys(data).find((key) => COUNTED_IN.test(words(key)))
  if (within !== undefined && data.number !== undefined) {
    return { name: noun, id: `${shown(data[within])} ${shown(data.number)}`, idKey: 'number' }
  }
  const keys = ['id', `${own} id`, `${own} number`, own, 'name', 'title', 'number', 'reference']
  const told = Object.keys(data)
  // The only key is the value that has changed: `email_changed` with an `email`.
  const idKey =
    told.find((key) => keys.includes(words(key)) && (told.length > 1 || words(key) !== own)) ?? null
  const id = idKey === null || SINGLE.test(noun) ? '' : shown(data[idKey])
  return id === '' ? { name: noun, id: null, idKey: null } : { name: noun, id, idKey }
}

function patched(noun: string, entity: Entity, data: Record<string, unknown>): State[] {
  const isOfUser = (key: string) => COLLECTION.test(noun) && COLLECTION.test(idOf(key) ?? '')
  const keys = Object.keys(data).filter((key) => key !== entity.idKey && !isOfUser(key))
  const field = data.field ?? data.property ?? data.setting
  if (typeof field === 'string' && newValue(data) !== undefined) {
    return one({ ...entity, name: fieldName(noun, entity, field) }, shown(newValue(data)), keys)
  }
  if (newValue(data) !== undefined) return one(entity, shown(newValue(data)), keys)
  // The sentence of a field says which entity it is of, as its attribute does.
  const which = entity.idKey === null || COLLECTION.test(noun) ? [] : [entity.idKey]
  return keys
    .flatMap((key) =>
      one({ name: fieldName(noun, entity, key), id: null, idKey: null }, shown(data[key]), [
        ...which,
        key,
      ]),
    )
    .slice(0, MAX_STATES)
}

function fieldName(noun: string, { id }: Entity, key: string): string {
  const field = words(key)
  if (COLLECTION.test(noun)) return SPOKEN.get(field) ?? field
  // `address_updated` with an `address`.
  if (field === noun && id === null) return field
  return [noun, id ?? '', field].filter((part) => part !== '').join(' ')
}

function wholeOf(data: Record<string, unknown>, { name, idKey }: Entity): string {
  const changed = newValue(data)
  if (changed !== undefined) return shown(changed)
  const own = ['', lastOf(name.split(' '))]
  const told = Object.keys(data).filter((key) => key !== idKey && !OLD_VALUE.includes(key))
  const rest = withoutIds(told, (of) => own.includes(of)).map((key) => [key, data[key]] as const)
  return shown(rest.length === 1 ? firstOf(rest)[1] : Object.fromEntries(rest))
}

/** What has the id under this key; null where it is no id. */
function idOf(key: string): string | null {
  const named = words(key)
  return ID.test(named) ? named.replace(ID, '') : null
}

/** The keys of values; where there are ids alone, of its own. */
function withoutIds(keys: readonly string[], isOwn: (of: string) => boolean): readonly string[] {
  const values = keys.filter((key) => idOf(key) === null)
  return values.length > 0 ? values : keys.filter((key) => isOwn(idOf(key) ?? ''))
}

function newValue(data: Record<string, unknown>): unknown {
  return NEW_VALUE.map((key) => data[key]).find((value) => value !== undefined)
}

function one({ name, id }: Entity, value: string, keys: readonly string[]): State[] {
  if (value === '') return []
  // Halves of surrogate pairs: the client's, or of a value that was cut.
  const of = (named: string) => (id === null ? named : `${named} ${id}`).toWellFormed()
  const status = value === 'none' ? { status: `${of(name)} status` } : {}
  return [{ attribute: of(SPOKEN.get(name) ?? name), value: value.toWellFormed(), ...status, keys }]
}

function shown(value: unknown): string {
  const { show } = createValueReader()
  if (!isRecord(value)) return show(value, MAX_VALUE_CHARS)
  return show(
    withoutIds(Object.keys(value), () => true).map(
      (key) => `${words(key)} ${show(value[key], MAX_VALUE_CHARS)}`,
    ),
    MAX_VALUE_CHARS,
  )
}
