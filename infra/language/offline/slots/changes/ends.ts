// Reads what the words of a sentence put an end to: "I sold the Civic", "I stopped volunteering at the shelter", "Rex
// passed away". The engine does not know the facts that end, so it returns only the words to look for. A false end
// hides a fact: questions, wishes, conditions and quotes end nothing.
import type { Sought } from '../../../../ports/language-model.ts'
import { groupOf } from '../../../match-groups.ts'
import { any } from '../../../patterns.ts'
import { kindOfName } from '../../names/lexicon.ts'
import {
  CALENDAR,
  classesOf,
  contentWords,
  FOUND_OUT,
  insideQuotes,
  isUnreal,
  kindsOf,
  namesOr,
  writtenOut,
} from '../../sentences/sentence-sense.ts'
import { countOf } from '../rules/counts.ts'
import { createChooser } from '../slot-rule.ts'
import type { Persons } from '../slot-subjects.ts'
import { movedFrom, transferredTo } from './another/same-kind.ts'
import { holdsNoMore, notBeing, notDoing, ownNoMore } from './denied-states.ts'
import { DONE_TO, type EndRule, endRules } from './end-rules.ts'
import {
  actorIn,
  alike,
  BYGONE,
  DOINGS,
  EPITHET,
  endOf,
  ends,
  IN_PASSING,
  LEAVES_OUT,
  subjectBefore,
  TRAVEL,
  USED,
} from './ending-words.ts'
import { calledOff, leftFor, wentFrom } from './journeys.ts'
import { partings } from './over/closeness.ts'
import { measured } from './over/fewer.ts'
import { readResolved } from './over/read-resolved.ts'
import { isOver } from './thing-over.ts'
import { wonOver } from './won-over.ts'

const MAX_SENTENCE = 1000
const endedBy = createChooser(endRules)
const REPLACED_THING =
  /\b(?:switched|changed|moved|migrated|upgraded|downgraded|went|gone|converted|transferred)(?: over)?(?: back)? to (?:the |a |an |my )?(?<what>\p{Ll}[\p{L}-]* (?:\p{Ll}[\p{L}-]* )?(?<noun>(?!(?:time|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|noon|midday|midnight)\b)\p{Ll}[\p{L}-]+))(?=\s*(?:[.,;!)]|$|(?:now|instead|last|yesterday|today|because|and|everywhere|for)\b|(?:in|on|with|at|this|these)\b(?<=\b(?:switched|changed|converted|transferred|(?:gone|went) back)\b.{1,120})))/u
/** "The canteen | moved to the fifth floor": of a thing nothing else ends. */
const A_THING =
  /(?:^|[,;:] )(?:the|this|that) (?:(?!(?:i|we|he|she|they)\b)\p{L}+ ){1,3}(?:(?:has|have|was|got|just) )*$/iu
/** "I don't drink coffee after noon" denies coffee after noon, and no more. */
const ONLY_THEN =
  /\b(?:after|before|at|during|in|on) (?:the )?(?<then>noon|night|midnight|lunch|dinner|breakfast|bed(?:time)?|work|school|home|mornings?|afternoons?|evenings?|weekends?|weekdays?|summer|winter|spring|autumn|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|\d+(?: ?[ap]m)?)\b/i
const DENIED =
  /(?:\b(?:don't|doesn't|do not|does not)|\bnever) (?:really |actually |currently )?(?<what>(?!(?:know|think|want|mind|see|get|remember|care|understand|believe|feel|need|say|mean|have|let|seem|look|worry|even|do|be|forget|like|love|enjoy|hate|expect|agree|tell|ask|hear|give|make|recall|miss|blame|trust|find|come|go)\b)\p{Ll}+(?: [^.,;!?]{1,60})?)/iu
const AGAIN =
  /^(?:[^.,;!?]{0,20}[,;] )?(?:and |but |so |now |well )*(?:I|we)(?:'m| am| are)? (?:now |actually |also )?(?<what>\p{Ll}+[^.,;!?]{0,60}?) again\b/iu
const INSTEAD =
  /\b(?:now|these days|nowadays)\b.*\b(?:instead of|rather than) (?<what>[^.,;!?]{2,60})|\b(?:instead of|rather than) (?<other>[^.,;!?]{2,60}?) (?:now|these days|nowadays)\b/iu
const CUE =
  /\b(?:friends|stopp|born|arrived|won me|grown on|a?round to|warmed|taste for|(?:grown|learned|learnt|come) to (?:lik|lov|enj)|(?:had|made|told|asked) me|kick|broke|retire|overt|beat|dethron|check|quit|g[ai]ve|given|ceas|drop|cut|retire|done|finish|through|complet|sold|got|return|donat|thr[eo]w|scrap|trad|crash|total|lost|ditch|dump|ghost|cancel|call|delet|uninstall|recover|broke|split|came|off|unsub|withdr|resign|step|moved|swap|replac|exchang|rehom|end|wrap|shut|clos|left|used|longer|wreck|stole|nick|pinch|disband|dissolv|overc[ao]m|conquer|wrote|not|n't|any ?more|took|taken|wean|switch|chang|migrat|convert|upgrad|downgrad|transit|start|beg[au]n|resum|back|pass|cross|died|dead|no more|put|over|gone|stolen|written|ran|heal|had |fell|separat|divorc|after all|outgr|gr[eo]wn? out|transferr|handed|clear|went|wore|wasn't|isn't|run out|lapse|expire|watched|shut|pull|put|upp|rais|lower|reduc|cut|doubl|halv|took|ate|kill|says|said|flew|escap|revok|confiscat|repossess|run over|never|do|does|again|instead|rather|up to|down to|off with|is (?:now )?my ex)|n't\b/i

/** "Keto wasn't for me", "VS Code has replaced Sublime as my editor". */
const NO_MATCH =
  /(?:^|[,;:] )(?:the |my )?(?<what>\p{L}[\p{L}-]+(?: \p{L}[\p{L}-]+)?) (?:wasn't for me|isn't for me|was not for me|didn't work out|did not work out)\b/u
const REPLACED_BY =
  /\b(?:has |have |'ve )?(?:now )?(?:replaced|overtaken|overtook|beaten|beat|dethroned|taken over from) (?<what>\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)? as (?:my|our) \p{L}+)/u
const OVER_WITH =
  /\b(?:it's|it is|things are) (?:all )?(?:over (?:with|between me and)|off with) (?<what>\p{Lu}[\p{L}-]+)/iu
/** Of these one has one at a time: who changed vets has left the old one. */
const CHANGED_KIND =
  /\b(?:changed|switched|swapped) (?:my |our )?(?:\p{Ll}+ )?(?<noun>vets?|doctors|dentists|therapists|banks|gyms|schools|rooms|networks|providers|insurers|carriers|hairdressers|lawyers|accountants|pharmacies|universities|majors|churches|offices|physios|physiotherapists|trainers|tutors|coaches|nannies|cleaners|childminders|opticians|barbers|counsellors|mechanics|landlords|suppliers|plumbers|psychiatrists|dermatologists)(?=\s*(?:[.,;!]|$|(?:last|this|yesterday|today|because|and|so|in|recently|again|to|from)\b))/iu

/** "A fox took all the hens": there are none of them left. */
const ALL_GONE =
  /\b(?:took|lost|sold|killed|ate|gave away|got rid of|rehomed) all (?:of )?(?:the|my|our) (?<what>\p{L}+)/iu
/** "Make Ludmila my emergency contact instead of Stefan". */
const IN_ROLE =
  /\b(?:make|put|list|have|use|set|name) [^.,;!?]{2,40}? (?:as )?(?:my|our|the) (?<what>\p{Ll}[^.,;!?]{2,30}?),? (?:instead of|rather than|and not) (?<other>\p{Lu}[\p{L}-]+)/iu
const LEFT_SCHOOL =
  /\b(?:left|leaving) (?<what>(?:\p{Lu}[\p{L}'-]+ ){1,3}(?:High|College|School|University|Hospital|Academy|Bank|Group|Inc|Ltd|Clinic|Labs?))\b(?! (?:early|at|for the|with))/u
const TOOK_OVER =
  /\btook over from (?<what>\p{Lu}[\p{L}-]+) as (?:my|our) (?<unit>\p{Ll}+(?: \p{Ll}+)?)/u
/** "My doctor upped the sertraline to 100 mg" ends the former dose. */
const DOSED =
  /\b(?:put|upped|raised|increased|lowered|reduced|cut|doubled|halved|changed) (?:my|the|his|her) (?<what>\p{Ll}+)(?: dose| dosage)?(?: up| down)?(?: from [^.,;!?]{1,20})? to (?:\d[\d.]*) ?(?<unit>mg|ml|mcg|g|units?|tablets?|pills?)\b/iu

/** What the sentence puts an end to; empty for most sentences. */
export function readEnds(sentence: string, persons: Persons): Sought[] {
  const text = writtenOut(sentence.slice(0, MAX_SENTENCE))
    .replace(FOUND_OUT, '')
    .replace(EPITHET, '')
  if (/[?？]["')\s]*$/u.test(text)) return []
  const found = [...readResolved(text, persons), ...(CUE.test(text) ? ended(text, persons) : [])]
  if (found.length === 0) return found
  // Two rules may tell the same.
  const unique = new Map(found.map((each) => [JSON.stringify(each), each]))
  return [...unique.values()].filter(({ words }) => words.length > 0)
}

function ended(text: string, persons: Persons): Sought[] {
  if (IN_PASSING.test(text)) return []
  return [
    ...endedBy(text).flatMap((each) => byRule(each, text, persons)),
    ...byShape(text, persons),
  ]
}

function byRule(
  { head, by, take, value, dwelling = false }: EndRule,
  text: string,
  persons: Persons,
): Sought[] {
  if (text.search(head) < 0) return []
  return [...text.matchAll(head)].flatMap((match) => {
    const before = text.slice(0, match.index)
    if (insideQuotes(before) || isUnreal(before)) return []
    const rest = text.slice(match.index + match[0].length)
    if (BYGONE.test(rest)) return []
    const actor = by === 'first' ? persons.first : subjectBefore(before, match[0], persons)
    if (actor === null) return []
    const subject = by === 'anybody' ? null : actor
    const words = soughtWords(rest, take)
    const found = { ...ends(subject, [], value), words: dwelling ? withoutDwelling(words) : words }
    const [doing, ...object] = words
    // Who has started eating breakfast no longer skips it.
    const leftOut = value === 'no' && doing?.some((word) => INTAKE.test(word))
    return leftOut ? [found, { ...found, words: [LEAVES_OUT, ...object], value: null }] : [found]
  })
}

const INTAKE = /^(?:eat|hav|drink|tak|us)ing$/

const DWELLING = /^(?:house|place|flat|apartment|home)$/

function withoutDwelling(words: string[][]): string[][] {
  const others = words.filter(([word = '']) => !DWELLING.test(word))
  return others.length > 0 ? others : words
}

const GOING = /^(?:going|goes|go) (?:to|for) (?:the |a |my )?(?=\p{L})/u
/** "Bank with NatWest": with whom is what it is about. */
const DEALING = /^\p{Ll}+ with (?:the |an? )?(?=\p{L})/u
/** Who goes to a gym by its name trains there. */
const TRAINING = any`train trains training member membership exercise swim swims out`
function isClub(where: string): boolean {
  const [name = ''] = /^\p{Lu}[\p{L}\d'-]*(?: \p{Lu}[\p{L}\d'-]*)*/u.exec(where) ?? []
  return name !== '' && kindOfName(name) !== 'place'
}

const TRIP = /^(?:\p{Ll}+ )?(?:trip|flight|journey|visit|holiday|vacation) (?:to|in) (?=\p{Lu})/u

/** Where a thing was lost does not tell which one it is; where a dwelling is does. */
const SOMEWHERE =
  /(?<=^(?!(?:\p{L}+ ){0,2}(?:flat|apartment|house|place|office|shop|studio|land|room|garden|job|position)\b)[^.,;!?]+) (?:in|at|on|near|from) .*$/isu

/** "I had my braces | taken off". */
const WHAT_IS_DONE = new RegExp(` ${DONE_TO}\\b.*$`, 'isu')

/** "My meeting with Lee" is not the meeting with Kim; "my Netflix evening" is not Netflix. */
const MET =
  /^(?:[\p{Ll}-]+ ){0,2}(?:meeting|call|lunch|dinner|breakfast|coffee|drinks|appointment|date|interview|session|catch-up|one-on-one) with (?<other>(?:\p{Lu}[\p{L}-]+ ?)+)/u
const COLOURED =
  /^(?:\p{Lu}[\p{L}-]+ )+(?<occasion>evening|night|morning|afternoon|session|lesson|chapter|episode|party|call|password|playlist|homework|bag|mat|keys?|shift|meeting|appointment)\b/u

/** Whose it is does not tell what: "Rex's old crate". */
const OWNED = /^\p{Lu}[\p{L}-]+'s (?!\p{Lu})\p{L}/u

/** Where a person no longer goes is said only together with that they go. */
function soughtWords(rest: string, take: EndRule['take']): string[][] {
  const [trip] = TRIP.exec(rest) ?? []
  if (trip) return [TRAVEL, ...namesOr(rest.slice(trip.length), []).map(alike)]
  const [going] = GOING.exec(rest) ?? []
  if (going) {
    const where = rest.slice(going.length)
    const goes = isClub(where) ? [...alike('going'), ...TRAINING] : alike('going')
    return [goes, ...contentWords(where).map(alike)]
  }
  if (take === 'these') return withObject(rest).map(asSaid)
  if (take === 'all') return withObject(rest).map(usedOrAlike)
  const thing = rest
    .replace(WHAT_IS_DONE, '')
    .replace(/ into .*$/su, '')
    .replace(/(?<=-\p{L}+) habit\b/u, '')
    .replace(SOMEWHERE, '')
  const also = MET.exec(rest)?.groups?.other ?? COLOURED.exec(rest)?.groups?.occasion ?? ''
  const named = OWNED.test(thing) ? contentWords(thing) : namesOr(thing, contentWords(thing))
  const words = [...named, ...contentWords(also)]
  return words.every((word) => CALENDAR.test(word)) ? [] : words.map(alike)
}

function withObject(rest: string): string[] {
  const [dealing = ''] = DEALING.exec(rest) ?? []
  return [...contentWords(dealing), ...contentWords(rest.slice(dealing.length))]
}

const COMING = any`coming come comes visiting visit visits staying arriving here`

/** "I don't use a dummy any more" is over whatever was done with it. */
function usedOrAlike(word: string): string[] {
  const doing = DOINGS.get(word)
  if (doing) return [...alike(word), ...doing]
  if (word === 'use') return [...USED, 'with', 'username', 'handle', 'name', 'id']
  return word === 'coming' || word === 'come' ? COMING : alike(word)
}

/** Who used to drink gin may drink other alcohol still. */
function asSaid(word: string): string[] {
  const wider = new Set([...classesOf(word), ...kindsOf(word)])
  return usedOrAlike(word).filter((each) => !wider.has(each))
}

const NEVER_BACK = / and (?:has )?never (?:came|come|returned|been seen)\b[^.;!?]*/iu

function byShape(text: string, persons: Persons): Sought[] {
  if (insideQuotes(text)) return []
  if (isUnreal(text.replace(NEVER_BACK, ''))) return calledOff(text)
  const allGone = ALL_GONE.exec(text)?.groups?.what
  const thing = REPLACED_THING.exec(text)
  const replaced = thing && !A_THING.test(text.slice(0, thing.index)) ? thing : null
  const replacedBy =
    (replaced && subjectBefore(text.slice(0, replaced.index), replaced[0], persons)) ??
    persons.first
  const denied = DENIED.exec(text)
  const again = AGAIN.exec(text)?.groups?.what
  const instead = INSTEAD.exec(text)?.groups
  const insteadOf = instead?.what ?? instead?.other
  const deniedBy = denied && subjectBefore(text.slice(0, denied.index), denied[0], persons)
  return [
    isOver(text, persons),
    ...partings(text),
    replaced?.groups ? ends(replacedBy, [groupOf(replaced.groups, 'noun')]) : [],
    ownNoMore(text, persons),
    denied?.groups && deniedBy ? ends(deniedBy, deniedWords(groupOf(denied.groups, 'what'))) : [],
    notBeing(text, persons),
    notDoing(text, persons),
    holdsNoMore(text, persons),
    again ? ends(persons.first, contentWords(again), 'no') : [],
    insteadOf ? ends(actorIn(text, persons), contentWords(insteadOf)) : [],
    ...[NO_MATCH, REPLACED_BY, OVER_WITH, LEFT_SCHOOL].map((shape) => {
      const what = shape.exec(text)?.groups?.what
      return what ? ends(persons.first, contentWords(what)) : []
    }),
    inRole(text),
    ...[DOSED, TOOK_OVER].map((shape) => {
      const { what, unit = '' } = shape.exec(text)?.groups ?? {}
      return what ? ends(null, contentWords(`${what} ${unit}`)) : []
    }),
    allGone ? { ...ends(null, [allGone]), attribute: countOf(allGone) } : [],
    wonOver(text, persons),
    movedFrom(text, persons),
    transferredTo(text, persons),
    oneMore(text, persons),
    changedKind(text, persons),
    leftFor(text, persons),
    wentFrom(text, persons),
    measured(text, persons),
    calledOff(text),
  ].flat()
}

function inRole(text: string): Sought[] {
  const { what = '', other = '' } = IN_ROLE.exec(text)?.groups ?? {}
  return other ? [ends(null, [...contentWords(what), other.toLowerCase()])] : []
}

const ONE_MORE =
  /(?:\b(?:had|welcomed) |^)[Oo]ur (?:second|third|fourth|fifth|sixth)(?: (?<what>child|grandchild|baby|kid|son|daughter)|(?= (?:one )?(?:(?:was|has|is|just|finally|been) )*(?:born|arrived|here)\b))\b(?:(?<=(?:had|welcomed) our .{0,30}(?:child|baby|kid|son|daughter))|.{0,40}\b(?:born|arrived|here)\b)/u
const HER_NEXT =
  /\b(?<had>had|welcomed) (?:her|his|their) (?:second|third|fourth|fifth|sixth) (?<what>child|grandchild|baby|kid|son|daughter)\b/u

/** "Our third child was born" ends "we have two children". */
function oneMore(text: string, persons: Persons): Sought[] {
  const found = ONE_MORE.exec(text) ?? HER_NEXT.exec(text)
  const subject = found?.groups?.had
    ? subjectBefore(text.slice(0, found.index), found[0], persons)
    : persons.first
  if (!found || subject === null) return []
  const what = found.groups?.what ?? 'child'
  const all = what === 'grandchild' ? 'grandchildren' : 'children'
  const told = { ...ends(subject, []), words: [[all, what, 'kids', 'kid', 'child']] }
  return [countOf(all), all].map((attribute) => ({ ...told, attribute }))
}

function changedKind(text: string, persons: Persons): Sought[] {
  const found = CHANGED_KIND.exec(text)
  const subject = found && subjectBefore(text.slice(0, found.index), found[0], persons)
  if (!found || !subject) return []
  const noun = (found.groups?.noun ?? '').replace(/ies$/, 'y').replace(/s$/, '')
  return [endOf(subject, [noun === 'school' ? any`school year grade class form` : [noun]])]
}

function deniedWords(what: string): string[] {
  const then = ONLY_THEN.exec(what)?.groups?.then
  return [...contentWords(what), ...(then ? [then.toLowerCase()] : [])]
}
