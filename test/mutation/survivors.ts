// Mutants that no test kills, and why none should. Named by their code instead of their line, so that the list outlives
// edits elsewhere in the file. A reason is something that a reader can check; "hard to test" is not one.

export type Survivor = {
  file: string
  /** A part of the line on which the mutant begins. */
  line: string
  /** What takes the place of the code, or its beginning; undefined: whatever does. */
  becomes?: string
  why: string
}

const ALWAYS_AN_ISSUE = 'an error of zod always has an issue with a path and a code'
const FOR_THE_SHAPE =
  'undefined says as much as what it begins with; it is declared so that all requests have one shape'
const API_IS_NONE =
  'the API is no channel, so the least trusted of the others stays; the types ask for the condition'
const TOLD_NONE =
  'an engine that asks for none is told none; the condition saves taking the passage apart'
const NONE_LEFT = 'an empty list says as much as none; the condition only gives memory back'
const READ_AGAIN = 'what is remembered of an event is what reading it again gives'
const HAS_AN_EVENT = 'what is read of one user has an event; the types ask for the condition'
const NOT_BOUND_AGAIN = 'an id that was unbound is not bound again, and a binding says no basis'
const NO_FACT_THERE = 'a forget has that position, so no fact has it'

const NO_FACT_OF_THAT_ID = 'no fact has that id'
const NO_SUCH_TERM = 'no fact has that term, so it finds nothing more'
const NULL_IS_NO_INSTANT =
  'null is neither before nor after an instant; the types ask for the condition'
const SEEKS_NOTHING = 'what has no kind seeks nothing'

const BUILT_ONCE = 'a table that is built again is the same; the line only saves time'

const INBOX_EXPIRES = 'the inbox is a topic with a retention; the types ask for the condition'

const AT_LEAST_ONE = 'a split gives at least one part; the types ask for a default'

const NONE_IS_TOO_MANY = 'where none was listed, none is too many; the condition saves the look'
const TOO_MANY_DROP =
  'more than are listed are dropped with the revision of their own, which voids all; the condition saves writing them'

const IN_A_THREAD =
  'a thread of its own tests it, and Stryker activates a mutant in the thread of the tests alone; each was tried by hand'

export const survivors: readonly Survivor[] = [
  {
    file: 'runtime/envelope/codec.ts',
    line: 'issue?.path',
    becomes: 'issue',
    why: ALWAYS_AN_ISSUE,
  },
  {
    file: 'forget/decide.ts',
    line: "resourceIds.has(resourceId ?? '')",
    becomes: '"Stryker',
    why: 'a listed key has four segments, of which the last is the resource',
  },
  {
    file: 'forget/places.ts',
    line: "nameIn(forget, 'pages', attempt",
    becomes: '""',
    why: 'only the list says where its pages are',
  },
  {
    file: 'forget/source-maps.ts',
    line: 'if (before === null) return',
    becomes: 'false',
    why: 'nothing stands before no place, and what is overtaken has no effect',
  },
  {
    file: 'forget/source-maps.ts',
    line: 'event?.open.sourceId === id',
    becomes: 'event.open',
    why: HAS_AN_EVENT,
  },
  {
    file: 'forget/source-maps.ts',
    line: "(event.type === 'SourceUserForgotten'",
    becomes: 'true',
    why: NOT_BOUND_AGAIN,
  },
  {
    file: 'forget/source-maps.ts',
    line: '? position < before || isOvertaken',
    becomes: 'false',
    why: 'what stands earlier changes an earlier map, so it is overtaken',
  },
  {
    file: 'forget/source-maps.ts',
    line: ": event.type === 'SourceBound'",
    becomes: 'true',
    why: NOT_BOUND_AGAIN,
  },
  {
    file: 'forget/source-maps.ts',
    line: 'event?.id === id',
    becomes: 'event.id',
    why: HAS_AN_EVENT,
  },
  {
    file: 'carry/take-in.ts',
    line: "present(record.event, 'event')",
    becomes: '""',
    why: HAS_AN_EVENT,
  },
  {
    file: 'forget/verify-forget.ts',
    line: "present(record.event, 'event')",
    becomes: '""',
    why: HAS_AN_EVENT,
  },
  {
    file: 'forget/verify-forget.ts',
    line: '({ source }) => source < before',
    becomes: 'source <= before',
    why: NO_FACT_THERE,
  },
  {
    file: 'forget/verify-forget.ts',
    line: '!permanent && source < before',
    becomes: 'source <= before',
    why: NO_FACT_THERE,
  },
  {
    file: 'runtime/envelope/owners.ts',
    line: 'userId.slice(MARK.length)',
    becomes: 'userId',
    why: 'the decoder passes over what is no letter of base64url',
  },
  {
    file: 'runtime/envelope/bounded.ts',
    line: 'name === newest',
    becomes: 'false',
    why: 'the newest that is set again is the newest; the condition saves setting it',
  },
  {
    file: 'runtime/watch/unread.ts',
    line: 'const foundsOf =',
    becomes: '["Stryker',
    why: 'what is no look has found nothing, so it is passed over',
  },
  {
    file: 'runtime/random.ts',
    line: 'used + count > supply.length',
    why: 'a supply that is filled earlier gives random bytes as well; the condition saves asking the system',
  },
  {
    file: 'runtime/signing/signer.ts',
    line: "'public key'",
    becomes: '""',
    why: 'a key of Ed25519 has an x; the types ask for the condition',
  },
  {
    file: 'runtime/envelope/codec.ts',
    line: 'if (decoded.ok && decoded.event.sealed !== null) opened.set',
    why: READ_AGAIN,
  },
  { file: 'runtime/envelope/codec.ts', line: 'const isToday = event.version', why: READ_AGAIN },
  {
    file: 'runtime/envelope/codec.ts',
    line: 'if (known) return known',
    becomes: 'false',
    why: READ_AGAIN,
  },
  { file: 'runtime/envelope/codec.ts', line: 'if (isToday) opens.set', why: READ_AGAIN },
  {
    file: 'runtime/fail/dead-letter.ts',
    line: "'topic with dead letters'",
    becomes: '""',
    why: 'processors read no dead letters, so no record is without such a topic',
  },
  {
    file: 'runtime/fail/retry.ts',
    line: "typeof code === 'number'",
    becomes: 'true',
    why: 'undefined & 0xff is 0, which is no code of an outage; the types ask for the condition',
  },
  { file: 'runtime/envelope/codec.ts', line: "?? 'invalid'", becomes: '""', why: ALWAYS_AN_ISSUE },
  {
    file: 'settings/settings-view.ts',
    line: 'waiting.delete(waiter)',
    why: 'a promise settles once; the line only gives memory back',
  },
  {
    file: 'settings/evolve.ts',
    line: '(a.id < b.id ? -1 : 1)',
    becomes: 'a.id <= b.id',
    why: 'no two have one id',
  },
  {
    file: 'settings/immutable-map.ts',
    line: 'index < key.length',
    becomes: 'index <= key.length',
    why: 'any function of the key is a hash: one step more gives another one',
  },
  {
    file: 'maintenance/age.ts',
    line: 'days > 0',
    becomes: 'days >= 0',
    why: 'no days are no half-lives, by either way',
  },
  {
    file: 'maintenance/duplicates.ts',
    line: '(a.id < b.id ? -1 : 1)',
    becomes: 'a.id <= b.id',
    why: 'no two have one id',
  },
  {
    file: 'accept-inbox/nonces.ts',
    line: 'key < oldest',
    becomes: 'key <= oldest',
    why: 'no key is the name of a folder',
  },
  {
    file: 'accept-inbox/nonces.ts',
    line: "name === 'memory.inbox.v1'",
    becomes: 'true',
    why: 'the inbox is the first of the topics',
  },
  {
    file: 'accept-inbox/nonces.ts',
    line: "name === 'memory.inbox.v1'",
    becomes: 'topics.find',
    why: INBOX_EXPIRES,
  },
  {
    file: 'accept-inbox/nonces.ts',
    line: "'retention of the inbox'",
    becomes: '""',
    why: INBOX_EXPIRES,
  },
  {
    file: 'runtime/turns/line.ts',
    line: 'position < record.position',
    becomes: 'position <= record.position',
    why: 'no two records of a partition stand at one position',
  },
  {
    file: 'sqlite/memory/text-index.ts',
    line: 'at < entries.length; at += ENTRY_BYTES',
    becomes: 'at <= entries.length',
    why: 'nothing is left of the entries at their end, whether it is kept or not',
  },
  {
    file: 'memory/held/held-reads.ts',
    line: "user.unchanged('summaries'",
    becomes: '""',
    why: 'it only has to be another name than those of the other reads',
  },
  {
    file: 'memory/held/held-users.ts',
    line: 'at < places.length',
    becomes: 'at <= places.length',
    why: 'behind the last place there is no item; the types ask for that condition',
  },
  {
    file: 'memory/held/revisions.ts',
    line: 'if (numbers.length > MOST_LISTED)',
    becomes: 'false',
    why: TOO_MANY_DROP,
  },
  {
    file: 'memory/held/revisions.ts',
    line: 'if (numbers.length > MOST_LISTED)',
    becomes: '{}',
    why: TOO_MANY_DROP,
  },
  {
    file: 'memory/held/revisions.ts',
    line: 'if (numbers.length > 0) dropOldest',
    becomes: 'true',
    why: NONE_IS_TOO_MANY,
  },
  {
    file: 'memory/held/revisions.ts',
    line: 'if (numbers.length > 0) dropOldest',
    becomes: 'numbers.length >= 0',
    why: NONE_IS_TOO_MANY,
  },
  {
    file: 'writing/memory-store-writes.ts',
    line: 'if (fences.length === 0) return [...documents]',
    becomes: 'false',
    why: 'where there is no fence none forbids anything; the condition saves looking at each document',
  },
  {
    file: 'runtime/run/committer.ts',
    line: "signal.removeEventListener('abort', withdraw)",
    why: 'what is published waits no longer, so it is not withdrawn; the line gives memory back',
  },
  {
    file: 'runtime/run/committer.ts',
    line: 'at >= dueAt',
    why: 'to set the timer again for the same time changes nothing; the condition saves that for each record',
  },
  {
    file: 'runtime/fail/failure-log.ts',
    line: 'retries.size === 0',
    why: 'nothing can be deleted from what is empty; the condition saves the look for each record',
  },
  {
    file: 'plugins/bodies/json-scan.ts',
    line: 'nameEnd - nameStart > MAX_NAME_BYTES',
    why: 'a name that long is not plain either; the condition saves taking it apart',
  },
  {
    file: 'extract-facts/known/known-facts.ts',
    line: 'fact.slot ?? []',
    becomes: '["Stryker',
    why: 'no fact is in a slot of that name, so it finds nothing more',
  },
  {
    file: 'extract-facts/known/known-facts.ts',
    line: 'fact.duplicateOf ?? []',
    becomes: '["Stryker',
    why: 'no fact has that id, so it finds nothing more',
  },
  {
    file: 'extract-facts/known/contradictions.ts',
    line: '(fact.given?.supersedes ?? [])',
    becomes: '["Stryker',
    why: 'no fact has that id, so it ends nothing more',
  },
  {
    file: 'extract-facts/known/sought/fact-terms.ts',
    line: 'const [rarest = [], ...others]',
    becomes: '["Stryker',
    why: NO_SUCH_TERM,
  },
  {
    file: 'extract-facts/known/sought/sought-facts.ts',
    line: '(value === null ? [] : stemsOf(value))',
    becomes: '["Stryker',
    why: NO_SUCH_TERM,
  },
  {
    file: 'extract-facts/known/sought/sought-facts.ts',
    line: '(holds(fact) ? [placeOf(fact)] : [])',
    becomes: '["Stryker',
    why: NO_SUCH_TERM,
  },
  {
    file: 'extract-facts/known/sought/sought-facts.ts',
    line: 'return holds(fact) ? valuesIn(fact.text)',
    becomes: '["Stryker',
    why: NO_SUCH_TERM,
  },
  {
    file: 'extract-facts/known/sought/sought-facts.ts',
    line: '? [] : [correctable(subject, value)]',
    becomes: '["Stryker',
    why: NO_SUCH_TERM,
  },
  {
    file: 'extract-facts/known/known-facts.ts',
    line: 'given?.supersedes ?? []',
    becomes: '["Stryker',
    why: 'no fact has that id, so it finds nothing more',
  },
  {
    file: 'extract-facts/known/past-facts.ts',
    line: 'validTo !== null && byStart',
    becomes: 'true',
    why: NULL_IS_NO_INSTANT,
  },
  {
    file: 'extract-facts/known/said-order.ts',
    line: 'validTo !== null && compareInstants',
    becomes: 'true',
    why: NULL_IS_NO_INSTANT,
  },
  {
    file: 'extract-facts/known/said-order.ts',
    line: 'return a === b ? 0 :',
    becomes: 'false',
    why: 'an instant less itself is 0; the condition saves reading both',
  },
  {
    file: 'extract-facts/known/said-order.ts',
    line: 'compareInstants(by.validFrom, old.validFrom) < 0',
    becomes: 'compareInstants(by.validFrom, old.validFrom) <= 0',
    why: 'both are the same instant then',
  },
  {
    file: 'extract-facts/known/sought/sought.ts',
    line: '{ seeks = []',
    becomes: '["Stryker',
    why: SEEKS_NOTHING,
  },
  {
    file: 'extract-facts/known/sought/sought.ts',
    line: 'fact.seeks ?? []',
    becomes: '["Stryker',
    why: SEEKS_NOTHING,
  },
  {
    file: 'extract-facts/known/sought/sought.ts',
    line: 'if (attribute === undefined) return []',
    becomes: 'false',
    why: 'a fact without an attribute has no place to be found in; the types ask for the condition',
  },
  {
    file: 'extract-facts/known/sought/sought.ts',
    line: "fact.value ?? ''",
    becomes: '"Stryker',
    why: 'all that counts of a value is whether it holds a number',
  },
  {
    file: 'extract-facts/known/sought/sought.ts',
    line: 'known.value !== null &&',
    becomes: 'true',
    why: 'facts that are found by words of their value have one; the types ask for the condition',
  },
  {
    file: 'extract-facts/known/recent-facts.ts',
    line: 'if (left.length > 0)',
    becomes: 'true',
    why: NONE_LEFT,
  },
  {
    file: 'extract-facts/known/recent-facts.ts',
    line: 'if (left.length > 0)',
    becomes: 'left.length >= 0',
    why: NONE_LEFT,
  },
  {
    file: 'extract-facts/running/lead.ts',
    line: 'waiting.delete(each)',
    why: 'a promise settles once; the line only gives memory back',
  },
  {
    file: 'runtime/run/state-feed.ts',
    line: 'before !== undefined && follows(stands, before)',
    becomes: 'true',
    why: 'undefined neither equals a place nor comes before one; the types ask for the condition',
  },
  {
    file: 'runtime/replay/copy-log.ts',
    line: 'getOrMake(users, scopeName(of), () => [])',
    becomes: '["Stryker',
    why: 'what is no step stands at no place, so it is passed over',
  },
  {
    file: 'runtime/run/run-projector.ts',
    line: 'stands !== undefined && stands >=',
    becomes: 'true',
    why: 'undefined is at no place; the types ask for the condition',
  },
  {
    file: 'extract-facts/decide.ts',
    line: 'fact.duplicateOf === null ? undefined',
    becomes: 'false',
    why: 'null is the id of no fact; the types ask for the condition',
  },
  {
    file: 'extract-facts/known/contradictions.ts',
    line: 'facts.byId.get(id) ?? []',
    becomes: '["Stryker',
    why: 'what is no fact begins at no time, so it is neither later nor earlier',
  },
  {
    file: 'sqlite/states.ts',
    line: 'timers.delete(timer)',
    why: 'a timer that has gone off is cleared in vain; the line only gives memory back',
  },
  {
    file: 'sqlite/states.ts',
    line: 'join(directory, name) !== own',
    becomes: 'true',
    why: 'the lock of its own folder is refused to this process as well; the condition saves asking',
  },
  {
    file: 'extract-facts/reading/said.ts',
    line: "entry === 'api' ?",
    becomes: 'false',
    why: API_IS_NONE,
  },
  {
    file: 'extract-facts/reading/said.ts',
    line: "entry === 'api' ?",
    becomes: '""',
    why: API_IS_NONE,
  },
  {
    file: 'extract-facts/reading/transcript.ts',
    line: '} catch {',
    why: 'a function that ends without an answer gives undefined, too; the line says so',
  },
  {
    file: 'extract-facts/reading/transcript.ts',
    line: 'const utterances: Said[] = []',
    why: 'what has no place in the text has no words, so it is left out',
  },
  {
    file: 'extract-facts/extract.ts',
    line: 'language.relatedFacts > 0 ?',
    becomes: 'true',
    why: TOLD_NONE,
  },
  {
    file: 'extract-facts/extract.ts',
    line: 'language.relatedFacts > 0 ?',
    becomes: 'language.relatedFacts >= 0',
    why: TOLD_NONE,
  },
  {
    file: 'extract-facts/reading/open-write.ts',
    line: "{ contentType, importance: 'medium', engine }",
    becomes: '""',
    why: 'a rejection tells of no importance; the types ask for one',
  },
  {
    file: 'extract-facts/extract.ts',
    line: 'taken?.sealed',
    becomes: 'taken.sealed',
    why: 'where asking ahead fails, the content is asked for as where nothing was asked ahead',
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: "givenSource(work, 'medium')",
    becomes: '""',
    why: 'a write that changes nothing tells of no importance; the types ask for one',
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'remembered(work, source, { facts: [], closed: [], events: [] })',
    becomes: '["Stryker',
    why: NO_FACT_OF_THAT_ID,
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'remembered(work, source, { facts, closed: [], events })',
    becomes: '["Stryker',
    why: NO_FACT_OF_THAT_ID,
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'past: [asItHeld(fact, told)], events: [told]',
    why: 'no fact has that id; and a closing asserts nothing, and changes no fact that stays',
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'closed: past.map(({ id }) => id), past, events',
    why: 'what was merged is current no more, in the state or in the decision that merged it',
  },
  {
    file: 'extract-facts/giving/merged-facts.ts',
    line: "document.item.supersededBy ?? ''",
    why: 'what was merged names the fact that says the same; the types ask for a default',
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'slot === null && next !== null ?',
    becomes: 'true',
    why: 'null is the id of no fact; the types ask for the condition',
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'slot === null && next !== null ?',
    becomes: '["Stryker',
    why: NO_FACT_OF_THAT_ID,
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'const slots = slot === null ? [] : [slot]',
    why: 'no fact is found in the place null, or in one of that name',
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'memory.matching(event, { fingerprints: [], slots })',
    becomes: '["Stryker',
    why: 'no fact has that fingerprint',
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'isCurrent(document.item) ? [factOf(document)] : []',
    becomes: '["Stryker',
    why: NO_FACT_OF_THAT_ID,
  },
  {
    file: 'extract-facts/giving/given.ts',
    line: 'if (next === null) return null',
    becomes: 'false',
    why: 'null is the id of no fact; the condition saves asking for it until the steps are used up',
  },
  {
    file: 'extract-facts/evolve.ts',
    line: 'before: readonly CurrentFact[] = []',
    why: 'what is no fact has no place, so it is found in none',
  },
  {
    file: 'extract-facts/maintain.ts',
    line: "fingerprint: ''",
    becomes: '"Stryker',
    why: 'a fact that no longer stands is looked up by its place alone; the types ask for one',
  },
  {
    file: 'extract-facts/fact-events.ts',
    line: "'importance',",
    becomes: '""',
    why: 'every importance is one of the options, so the error is never made; the types ask for it',
  },
  {
    file: 'extract-facts/giving/given-fact.ts',
    line: 'attribute !== null && value !== null && attributeRelation',
    becomes: 'true',
    why: 'null is an attribute that relates nothing; the types ask for the condition',
  },
  {
    file: 'writing/where-it-stands.ts',
    line: 'place !== undefined && place >',
    becomes: 'true',
    why: 'undefined is greater than nothing; the types ask for the condition',
  },
  {
    file: 'accept-inbox/forgotten.ts',
    line: 'after !== undefined && after >= upTo',
    becomes: 'true',
    why: 'undefined is not at least any number; the types ask for the condition',
  },
  {
    file: 'accept-inbox/processor.ts',
    line: '.catch(() => false)',
    becomes: '() => undefined',
    why: 'undefined says as much as false: it has not ended',
  },
  {
    file: 'plugins/bodies/json-scan.ts',
    line: 'i < bytes.length',
    becomes: 'i <= bytes.length',
    why: 'behind the end there is no byte, which is none of those that are looked for',
  },
  {
    file: 'plugins/bodies/json-scan.ts',
    line: 'const pause = Math.min(i + STEP_BYTES, bytes.length)',
    why: 'it chooses which of two ways finds the end of a string; both find the same',
  },
  {
    file: 'plugins/bodies/json-scan.ts',
    line: 'i < pause',
    why: 'it chooses which of two ways finds the end of a string; both find the same',
  },
  {
    file: 'plugins/bodies/json-scan.ts',
    line: 'i = quote + 1',
    becomes: 'quote - 1',
    why: 'the backslash before the quote is read again, and escapes it again',
  },
  {
    file: 'plugins/limits/windows.ts',
    line: 'window.used === 0',
    becomes: 'true',
    why: 'the entry is put in its own place: only what a call costs grows',
  },
  {
    file: 'deliver-webhooks/decide.ts',
    line: 'status !== null &&',
    becomes: 'true',
    why: 'null is not at least 200; the types ask for the condition',
  },
  {
    file: 'deliver-webhooks/processor.ts',
    line: "event.type !== 'NoticeRaised'",
    becomes: 'false',
    why: 'the other event that comes here has no sealed part, of which nothing is delivered; the types ask for the condition',
  },
  {
    file: 'plugins/auth.ts',
    line: "app.decorateRequest('apiKey', null)",
    becomes: '""',
    why: FOR_THE_SHAPE,
  },
  {
    file: 'plugins/auth.ts',
    line: "/^Bearer /i.test(headers.authorization ?? '')",
    becomes: '"Stryker',
    why: 'any text that is no bearer key stands for a missing one',
  },
  {
    file: 'plugins/auth.ts',
    line: "request.headers.authorization ?? ''",
    becomes: '"Stryker',
    why: 'any text that is no bearer key stands for a missing one',
  },
  {
    file: 'plugins/auth.ts',
    line: "request.headers.authorization ?? ''",
    becomes: '["Stryker',
    why: 'only the second of the list is read',
  },
  {
    file: 'plugins/limits/rate-limit.ts',
    line: 'app.decorateRequest(',
    why: FOR_THE_SHAPE,
  },
  {
    file: 'plugins/limits/unverified.ts',
    line: "of = ''",
    becomes: '"Stryker',
    why: 'any text that names no source stands for a missing one',
  },
  {
    file: 'plugins/limits/connections.ts',
    line: "socket.remoteAddress ?? ''",
    becomes: '"Stryker',
    why: 'any text that is no address is in no list',
  },
  {
    file: 'plugins/limits/connections.ts',
    line: 'list.check(address,',
    becomes: '""',
    why: 'Node takes every family but ipv4 for ipv6; that of an IPv4 address is tested',
  },
  {
    file: 'intake/expire-keys.ts',
    line: 'note < kept',
    becomes: 'note <= kept',
    why: 'a note lies under a day, so none has the name of one',
  },
  {
    file: 'intake/expire-keys.ts',
    line: '.catch(() => false)',
    becomes: '() => undefined',
    why: 'undefined says as much as false: it has not ended',
  },
  {
    file: 'intake/binding/find-binding.ts',
    line: 'from < bindings.length',
    becomes: 'from <= bindings.length',
    why: 'in a piece of no bindings nothing is found, and it costs nothing',
  },
  {
    file: 'intake/binding/find-binding.ts',
    line: 'oldest.id < each.id',
    becomes: 'oldest.id <= each.id',
    why: 'no two have one id',
  },
  {
    file: 'intake/binding/find-binding.ts',
    line: 'if (known !== undefined) return known',
    becomes: 'false',
    why: 'what is made again is the same; the condition saves hashing',
  },
  {
    file: 'intake/binding/find-binding.ts',
    line: 'fingerprints.set(binding, made)',
    why: 'what is made again is the same; the line saves hashing',
  },
  {
    file: 'intake/waiting/waiting-shares.ts',
    line: 'if (missing <= 0) return chosen',
    why: 'where no place is missing, the loop chooses none; the condition saves copying the places',
  },
  {
    file: 'plugins/limits/client-address.ts',
    line: '[before = [], after = []]',
    becomes: '["Stryker',
    why: 'what is split has at least one part',
  },
  {
    file: 'plugins/bodies/issue-words.ts',
    line: "(issue.code === 'too_big' || issue.code === 'too_small')",
    becomes: 'true',
    why: 'only limits have whole numbers as their origin; the types ask for the condition',
  },
  {
    file: 'plugins/bodies/issue-words.ts',
    line: '!errors.some(isOtherKind)',
    becomes: 'errors.every',
    why: 'what is of another kind has that issue and no other',
  },
  {
    file: 'plugins/bodies/validation.ts',
    line: 'NAMING.includes(httpPart) && isRecord(done.value)',
    why: 'parts with a schema are objects, of which body and query alone are read again; the conditions save remembering',
  },
  {
    file: 'plugins/bodies/validation.ts',
    line: "present(httpPart, 'httpPart')",
    becomes: '""',
    why: 'Fastify names the part of every schema of a request',
  },
  {
    file: 'plugins/bodies/validation.ts',
    line: 'app.setSerializerCompiler(',
    becomes: '() => undefined',
    why: 'where it is given no function, Fastify writes JSON as well; what the function writes is tested',
  },
  {
    file: 'plugins/bodies/json-body.ts',
    line: "app.getDefaultJsonParser('error', 'error')",
    becomes: '""',
    why: 'the parser takes an empty word for error',
  },
  {
    file: 'openapi/document.ts',
    line: 'schemaOf(payload,',
    becomes: '""',
    why: 'the payloads are strict and leave nothing out, so that they are written as they are read',
  },
  {
    file: 'writing/open-writer.ts',
    line: 'const LINE =',
    becomes: '""',
    why: 'the pool has one line, whatever its name; the pool asks for one',
  },
  {
    file: 'snapshots/take-snapshot.ts',
    line: 'open.bytes() >= SEGMENT_BYTES',
    why: 'about so large is enough: a segment that is that to the byte may be put away a slice later',
  },
  {
    file: 'snapshots/take-snapshot.ts',
    line: 'if (pauseMs > 0) await pause(',
    why: 'a pause of nothing only costs a timer',
  },
  {
    file: 'snapshots/take-snapshot.ts',
    line: "let name = ''",
    why: 'a segment is begun before anything is added',
  },
  {
    file: 'snapshots/take-snapshot.ts',
    line: 'let frames: Frame[] = []',
    why: 'a segment is begun before anything is added',
  },
  {
    file: 'sqlite/state/state-rows.ts',
    line: "return { of: 'changed', after:",
    becomes: '""',
    why: 'what is not of all rows is of those that changed',
  },
  {
    file: 'sqlite/state/state-rows.ts',
    line: 'if (generations.size === 0) return',
    why: 'a transaction that writes nothing changes nothing; the condition saves it',
  },
  {
    file: 'sqlite/state/state-restoring.ts',
    line: 'durable: false',
    becomes: 'true',
    why: 'a journal is written by neither, and the file is synced when it is whole',
  },
  {
    file: 'sqlite/state/state-restoring.ts',
    line: 'db.exec(`DROP INDEX',
    why: 'an index that is there while rows are put only costs time',
  },
  {
    file: 'sqlite/state/state-restoring.ts',
    line: 'flushFile(file)',
    why: 'whether the file was synced shows only where the machine loses its power',
  },
  {
    file: 'sqlite/state/state-restoring.ts',
    line: "storeSchemas[name].split(';')",
    becomes: '() => undefined',
    why: 'what is missing is made when the file is opened, at once instead of in turns',
  },
  {
    file: 'update-graph/evolve.ts',
    line: "const [owner = '', ...things]",
    becomes: '"Stryker',
    why: AT_LEAST_ONE,
  },
  {
    file: 'evolve-summaries/decide.ts',
    line: "const [name = ''] = subject",
    becomes: '"Stryker',
    why: AT_LEAST_ONE,
  },
  {
    file: 'evolve-summaries/decide.ts',
    line: 'return a === b ? 0',
    becomes: 'a <= b',
    why: 'equal ones are told apart before',
  },
  {
    file: 'raise-notices/processor.ts',
    line: "event.type === 'NoticeRaised'",
    becomes: 'true',
    why: 'it raises notices and nothing else; the types ask for the condition',
  },
  {
    file: 'settings/removed.ts',
    line: 'put(removed.get(event.appId)',
    becomes: 'false',
    why: 'only whether it is there is asked',
  },
  {
    file: 'settings/settings-view.ts',
    line: 'createSharedAnswer(catchUp',
    becomes: '{}',
    why: 'a fresh answer is asked for again, however long an earlier one holds',
  },
  {
    file: 'index-memory/asked-with.ts',
    line: 'if (attribute === null) return []',
    becomes: '["Stryker',
    why: 'the table has no such key',
  },
  {
    file: 'index-memory/asked-with.ts',
    line: 'if (known) return known',
    becomes: 'false',
    why: BUILT_ONCE,
  },
  { file: 'index-memory/asked-with.ts', line: 'tables.set(terms, table)', why: BUILT_ONCE },
  {
    file: 'index-memory/evolve.ts',
    line: "case 'FactClosed':",
    becomes: "case 'FactClosed':",
    why: 'it falls into the next case, which names the same fact; a closed fact has no other',
  },
  {
    file: 'index-memory/evolve.ts',
    line: "if (document.kind !== 'item' || !before) return document",
    becomes: 'false',
    why: 'only an item has a stored one; the types ask for the condition',
  },
  {
    file: 'index-memory/resources.ts',
    line: "...(event.type === 'ResourceProcessed' && event.open.saidIn",
    becomes: 'true',
    why: 'a rejection names no categories; the types ask for the condition',
  },
  {
    file: 'turns/fair-queue.ts',
    line: "'waiting user'",
    becomes: '""',
    why: 'an app is removed with its last user, so one that waits has a user; the types ask for the condition',
  },
  {
    file: 'turns/progress.ts',
    line: 'mostChars + more.length * CHARS_OF_ONE <= room',
    becomes: 'mostChars + more.length * CHARS_OF_ONE < room',
    why: 'what may just fit is written out to be measured, and fits; the condition saves that',
  },
  {
    file: 'turns/progress.ts',
    line: 'mostChars + more.length * CHARS_OF_ONE <= room',
    becomes: 'false',
    why: 'what is known to fit would be written out to be measured, too; the condition saves that',
  },
  {
    file: 'turns/progress.ts',
    line: 'Number.POSITIVE_INFINITY) < position',
    becomes: '(open[next] ?? Number.POSITIVE_INFINITY) <= position',
    why: 'no place is both open and done',
  },
  { file: 'turns/progress.ts', line: "present(gap, 'gap')", becomes: '""', why: AT_LEAST_ONE },
  {
    file: 'turns/lower-priority.ts',
    line: 'export function lowerThreadPriority(',
    why: IN_A_THREAD,
  },
  {
    file: 'turns/lower-priority.ts',
    line: "if (process.platform === 'linux')",
    why: IN_A_THREAD,
  },
  {
    file: 'reprocess/compare.ts',
    line: '...(slot === null ? []',
    becomes: 'false',
    why: 'facts in no place say the same by their words alone; the condition saves looking at all of them',
  },
  {
    file: 'reprocess/compare.ts',
    line: 'endedAt: pruned?.at ?? null',
    becomes: 'pruned.at',
    why: 'a fact that is closed without a successor has an end; the types ask for the condition',
  },
  {
    file: 'reprocess/promote.ts',
    line: 'sayings.flatMap(({ slot }) => slot ?? [])',
    becomes: '["Stryker',
    why: 'no fact is in a slot of that name, so it finds nothing more',
  },
  {
    file: 'reprocess/promote.ts',
    line: 'const ids: string[] = []',
    becomes: '["Stryker',
    why: 'no fact has that id, so it finds nothing more',
  },
  {
    file: 'reprocess/promote.ts',
    line: "each.type === 'FactAsserted' ? openFact(each, event.occurredAt)",
    becomes: 'true',
    why: 'no other event says that nothing supersedes its fact, so it gives none; the types ask for the condition',
  },
  {
    file: 'reprocess/promote.ts',
    line: 'createdAt: occurredAt, reinforcedBy: []',
    becomes: '["Stryker',
    why: 'no write has that id, so none counts as one that has said the fact before',
  },
]
