// Word lists of the slot rules, and the readers that need them.
import { type Groups, groupOf, nthGroupOf } from '../../match-groups.ts'
import { anyCase } from '../../patterns.ts'
import { kindOfName } from '../names/lexicon.ts'
import { toKey } from '../words.ts'
import { cleanValue, type Reader, readName } from './slot-values.ts'

/** Behind what is owned, also where it is told with less than certainty. */
export const IS_PROBABLY =
  "(?:'s| is| are|:(?= ))(?: now| currently| still| definitely| probably)?:? ?"
export const ADJECTIVES = String.raw`(?:[\p{L}-]+ ){0,3}?`

export const PROFESSION =
  '(?:nurse|postmaster|postmistress|childminder|teacher|engineer|developer|programmer|doctor|surgeon|dentist|lawyer|attorney|paralegal|designer|manager|accountant|architect|scientist|researcher|professor|lecturer|tutor|electrician|plumber|carpenter|mechanic|chef|cook|baker|barista|bartender|waiter|waitress|server|cashier|receptionist|secretary|assistant|administrator|analyst|consultant|director|ceo|cto|cfo|coo|founder|co-founder|cofounder|entrepreneur|journalist|reporter|editor|translator|interpreter|librarian|pharmacist|therapist|physiotherapist|psychologist|psychiatrist|counselor|counsellor|social worker|veterinarian|vet|pilot|flight attendant|driver|farmer|gardener|firefighter|police officer|officer|soldier|paramedic|technician|salesperson|salesman|saleswoman|realtor|broker|banker|trader|economist|physicist|chemist|biologist|mathematician|statistician|recruiter|marketer|copywriter|supervisor|foreman|clerk|janitor|cleaner|nanny|babysitter|hairdresser|barber|stylist|tailor|butcher|florist|judge|politician|diplomat|civil servant|freelancer|contractor|intern|principal|coordinator|specialist|strategist|executive|product owner|scrum master|team lead|tech lead|marketing lead|product lead|design lead|sales lead|project lead|engineering lead|data lead|research lead|content lead|operations lead|photojournalist|geologist|astronomer|optician|optometrist|radiologist|cardiologist|pediatrician|midwife|caregiver|welder|builder|surveyor|auditor|actuary|underwriter|data engineer|solicitor|barrister|sergeant|constable|potter|curator|warden|matron|ward sister|headteacher|head teacher|headmaster|headmistress|deputy head|registrar|caretaker|courier|joiner|roofer|plasterer|bricklayer|decorator|security guard|bouncer|lifeguard|instructor|sommelier|concierge|porter|housekeeper|butler|steward|stewardess|postman|postwoman|dispatcher|planner|buyer|nutritionist|dietitian|osteopath|beautician|inspector|detective|lieutenant|operator|apprentice|trainee|team leader|shift leader|line cook|postdoc|research fellow|advisor|adviser|photographer|videographer|filmmaker|cinematographer|choreographer|illustrator|animator|novelist|screenwriter|ghostwriter|writer|actor|actress|sculptor|composer|presenter|broadcaster|columnist|publicist|archivist|historian|hygienist|anaesthetist|anesthetist|anesthesiologist|podiatrist|chiropractor|acupuncturist|masseur|masseuse|dermatologist|neurologist|oncologist|gynaecologist|gynecologist|paediatrician|pathologist|epidemiologist|microbiologist|virologist|zoologist|botanist|ecologist|archaeologist|anthropologist|sociologist|meteorologist|cartographer|gp|doula|physio|bookkeeper|beekeeper|zookeeper|greengrocer|fishmonger|goldsmith|blacksmith|locksmith|jeweller|jeweler|watchmaker|seamstress|dressmaker|upholsterer|tiler|glazier|landscaper|scaffolder|machinist|miner|handyman|fisherman|sailor|chauffeur|trucker|vicar|priest|pastor|chaplain|rabbi|imam|ranger|jockey|referee|umpire|croupier|councillor|lobbyist|fundraiser|notary|magistrate|prosecutor|tester|groomer|tattoo artist|make-up artist|makeup artist|tour guide|museum guide|dog walker|sales rep|estate agent|travel agent|insurance agent|call centre agent|call center agent|ticket agent|care worker|youth worker|charity worker|warehouse worker|factory worker|nursery worker|construction worker|farm worker|aid worker|support worker|case worker|postal worker|key worker|personal trainer|football coach|swimming coach|life coach|fitness coach|vice president)'

/** One of these is in the name of every profession. */
export const PROFESSION_WORDS: readonly string[] = PROFESSION.slice('(?:'.length, -1)
  .split('|')
  // Sisters and heads are told of more often than of a ward or a deputy.
  .map(
    (name) =>
      (/(?:sister|head)$/.test(name) ? name.split(' ')[0] : name.match(/[a-z]+$/)?.[0]) ?? '',
  )

const OCCUPATION = anyCase`^((?:(?!(?:student|volunteer|voluntary|amateur|hobby|retraining|training|studying|studied|dating|seeing|hiring|meeting|needing|calling|marrying|paying|seeking|finding|waiting|learning|applying|interviewing|hoping|looking|good|great|bad|big|better|terrible|huge|former|retired|future|aspiring|would-be|your|my|his|her|their|our|the|real|true|natural|born|not|no|bit|fan|kind|sort|friend|bunch)(?![\p{L}-]))[\p{L}-]+ ){0,3}${PROFESSION})(?=\s*(?:[.,;:!)(–—]|-\s|$|(?:and|at|for|in|with|but|now|from|since|so|here|on|these|working|based|by|too|because|who|there|right|again|currently|specializing|specialising|of|last|this|a few|after)(?![\p{L}])))(?! (?:of (?:my|the|a)|in (?:the|a|this|my) (?:play|game|film|movie|show|series|musical)|by (?:heart|nature)|in (?:me|training)|so|for (?:the|a) (?:day|night|moment)))`

/** A job title that ends in a known profession: "senior data engineer". */
export const readOccupation: Reader = (rest) => {
  const found = OCCUPATION.exec(rest)
  return found
    ? { value: cleanValue(nthGroupOf(found, 1)).toLowerCase(), length: found[0].length }
    : null
}

const END = String.raw`(?=\s*(?:[.,;!)]|$|last\b|yesterday\b|today\b|this\b|because\b|and\b|so\b|by\b|to\b|in \p{L}+|after\b|recently\b|for\b|from\b))`
/** Who quits one of these worked there. */
export const THE_WORKPLACE =
  'the (?:restaurant|shop|store|bar|pub|caf[eé]|hotel|bakery|factory|warehouse|call cent(?:re|er)|hospital|school|agency|bank|firm|company|office|library|supermarket|salon|nursery|care home)'
/** Who has given notice works on to the day that is said. */
export const LATER = String.raw`[^;!?]{0,80}\b(?:last day|until|effective|(?:leav|finish|start|join)(?:e|es|ing)? (?:[^.,;!?]{1,40} )?(?:on|in|at the|next|after)(?! (?:the |my )?(?:team|morning|evening|job|work))|next (?:week|month|year)|(?:'ll|will) be (?:joining|starting|leaving|moving))\b`
const JOB_END = anyCase`^(?:(?:handed|gave|given|put|turned|tendered|submitted)(?: in)? (?:my|his|her) (?:notice|resignation)\b(?!${LATER})(?: (?:at|with|to) (?:(?! (?:and|but|to|for) )[^.,;!?]){1,60})?|(?:quit|left|resigned from|lost|stopped working at|stopped|packed in|jacked in|chucked in) (?:my|his|her) (?:old |current |day |office |corporate )?(?:job|position|post)\b(?: (?:at|with) (?:(?! (?:and|but|to|for) )[^.,;!?]){1,60})?|quit ${THE_WORKPLACE}(?=\s*(?:[.,;!]|$)|\s+(?:last|yesterday|today|this|because|and|in|after)\b)|quit(?= ?(?:[.!,;]|$)| (?:last|yesterday|today|this|because)\b)|resigned${END}|was (?:laid off|fired|let go)${END}|(?:laid off|let go|fired)(?= ?(?:[.!,;]|$)| (?:from|last|yesterday|today|this)\b)|retired(?= ?(?:[.!,;]|$)| (?:last|from|now|this|early|since)\b| in (?:\d|january|february|march|april|may|june|july|august|september|october|november|december|the (?:spring|summer|autumn|fall|winter))\b)|stopped working(?= ?(?:[.!,;]|$))|unemployed(?= ?(?:[.!,;]|$)| (?:now|at)\b)|out of work${END}|between jobs)`

/** The end of a job: "quit my job", "quit.", "was laid off", "left Google". Not "quit smoking". */
export const readEmployerEnd: Reader = (rest) => {
  const whole = JOB_END.exec(rest)
  if (whole) return { value: 'none', length: whole[0].length }
  const lead = /^(?:quit|left|resigned from) /i.exec(rest)?.[0].length
  if (lead === undefined) return null
  const name = readName(rest.slice(lead))
  if (name === null || kindOfName(name.value) !== 'organization') return null
  return { value: 'none', length: lead + name.length }
}

export const LANGUAGES =
  '(?:english|german|french|spanish|italian|portuguese|dutch|swedish|norwegian|danish|finnish|polish|czech|slovak|hungarian|romanian|bulgarian|greek|turkish|arabic|hebrew|persian|farsi|hindi|urdu|bengali|tamil|telugu|mandarin|cantonese|chinese|japanese|korean|thai|vietnamese|indonesian|malay|tagalog|russian|ukrainian|serbian|croatian|swahili|catalan|irish|welsh|latin|esperanto)'
const LANGUAGE = new RegExp(
  `^(${LANGUAGES})\\b(?!\\s+(?:food|cuisine|movies|films|music|tea|breakfast|wine|cheese|beer|class|literature))`,
  'i',
)

export const readLanguage: Reader = (rest) => {
  const found = LANGUAGE.exec(rest)
  return found ? { value: nthGroupOf(found, 1).toLowerCase(), length: found[0].length } : null
}

const LINKED = /^(?:,? and |, | & )(?:also )?(?:some |a little |a bit of |fluent |good |decent )?/i

/** "German, English and some Spanish" */
export const readLanguages: Reader = (rest) => {
  const first = readLanguage(rest)
  if (first === null) return null
  const spoken = [first.value]
  let { length } = first
  for (;;) {
    const link = LINKED.exec(rest.slice(length))?.[0].length ?? 0
    const next = link > 0 ? readLanguage(rest.slice(length + link)) : null
    if (next === null) break
    spoken.push(next.value)
    length += link + next.length
  }
  const last = spoken.pop()
  return { value: spoken.length > 0 ? `${spoken.join(', ')} and ${last}` : `${last}`, length }
}

const OPINION =
  /^(?!(?:\p{L}+ )?(?:answers|replies|responses|explanations)\b)(?:the (?=(?-i:\p{Lu})))?((?:(?!(?:it|each|that|this|these|those|you|your|him|her|his|them|their|how|when|what|where|the|to|being|seeing|getting|having|my|our|a|an|both|for|with|in|on|at|about|from|all|every|everything|and|or|but|with|because|so|some|any|one|as|its|me|us|there|doing|making|taking|going|putting|giving|finding|knowing|working)(?![\p{L}']))[\p{L}\p{N}'-]+ ?){1,3})(?<!\b(?:into|with|for|in|on|at|about|from|to|of) ?)(?=(?: (?:a lot|very much|so much|now|these days|too|as well|any ?more|any longer|anymore))*\s*(?:[.!]|$|(?<=any ?more|any longer|now|these days|a lot|so much),|,? (?:and|but) (?:(?:i|he|she|we)\b|(?-i:\p{Lu})[\p{L}-]+ (?:can|can't|cannot|is|isn't|has|does|doesn't|likes|loves|hates|enjoys|prefers)(?![\p{L}']))))/iu

/** What is liked or disliked: at most three words, to the end of the sentence, and no list. */
export const readOpinion: Reader = (rest) => {
  const found = OPINION.exec(rest)
  if (found === null) return null
  const value = cleanValue(
    nthGroupOf(found, 1).replace(/\s*(?:a lot|very much|so much|any ?more|any longer)\s*$/i, ''),
  )
  return value === '' ? null : { value, length: found[0].length }
}

const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['color', 'colour'],
  ['movie', 'film'],
  ['flick', 'film'],
  ['meal', 'food'],
  ['show', 'series'],
  ['tv show', 'series'],
  ['tv series', 'series'],
  ['tune', 'song'],
  ['soccer', 'football'],
  ['hue', 'colour'],
  ['novel', 'book'],
  ['dish', 'food'],
  ['writer', 'author'],
])

/** One key for one thing: spelling, number and close synonyms are folded. */
export function foldFavourite(what: string): string {
  const key = toKey(what)
  const singular =
    key.endsWith('ies') && !/(?:series|movies)$/.test(key)
      ? `${key.slice(0, -3)}y`
      : key.replace(/(?<=[^s])s$/, '')
  const plain = key.endsWith('series') ? key : singular
  return SYNONYMS.get(plain) ?? plain
}

/** In front of what an assistant is asked to do, with no word in front of it. */
export const ASKED =
  '(?:(?<=^|[.;:] )(?:(?:[Pp]lease|pls|[Hh]ey|[Hh]i|[Oo]k|[Oo]kay|[Aa]lso|[Aa]nd|[Cc]an you|[Cc]ould you|[Yy]ou can|[Jj]ust)[, ]+){0,3})'

/** Things of which more may be said than which one, or where, it is. */
const THINGS =
  /(?:room|seat|desk|locker|gym|laptop|computer|console|tv|monitor|printer|router|smartwatch|tablet|keyboard|camera|bike|bicycle)$/
const SIDES = [
  {
    side: 'size',
    told: /^\d[\d.,]* ?(?:x \d[\d.,]* ?)?(?:km|cm|mm|m|met(?:re|er)s?|feet|ft|inch(?:es)?|square \p{L}+|kg|kilos?|grams?|lbs?|pounds?)\b/iu,
  },
  {
    side: 'age',
    told: /^(?:\d+|a|one|two|three|four|five|six|seven|eight|nine|ten) (?:years?|months?|weeks?)\b/iu,
  },
  {
    side: 'colour',
    told: /^(?:(?:light|dark|pale|bright) )?(?:red|blue|green|yellow|orange|purple|pink|brown|black|white|gr[ae]y|beige|cream|turquoise|teal|silver|gold)$/iu,
  },
]

/** The attribute of a thing of which a person has one. */
export function settingOf(groups: Groups, value: string): string {
  const noun = toKey(groupOf(groups, 'noun'))
    .replace(/^(?:(?:new|old|current|latest|updated|main) )+/, '')
    .replace(/ (?:personal best|personal record|best time|pb|pr)$/, ' time')
  const side = SIDES.find(({ told }) => told.test(value))?.side
  return side && THINGS.test(noun) ? `${noun} ${side}` : noun
}
