// What a trouble, or another state that is not to last, is resolved by: "Found the passport!" ends "I've lost my
// passport", "Paul and I are back together" ends "we are separated". Each tells which words the state was told in.
import { any, anyCase, asWritten } from '../../../../patterns.ts'
import { contentWords } from '../../../sentences/sentence-sense.ts'
import type { Cued } from '../../slot-rule.ts'

/** What people look for until they have it. */
export const SOUGHT_FOR =
  '(?:job|work|apprenticeship|internship|placement|position|flat|apartment|house|room|place|flatmate|roommate|housemate|tenant|lodger|nanny|babysitter|childminder|cleaner|tutor|therapist|dentist|doctor|gp|kindergarten|nursery|school|car|van|bike|laptop|phone|sofa|studio|office|gym|publisher|editor|cofounder|investor|buyer|drummer|singer|bassist|goalkeeper|partner)'

/** A state that is not to last, behind "is" or "has": it can be ended by its words. */
export const PASSING_STATE = String.raw`(?:(?:gone |been )?missing|homeless|(?:happily )?married|engaged|dating|together|going to (?:quit|leave|sell|buy|study|apply|retire|propose|start|open|learn|take up|give up|stop|join|change|switch|run|visit|marry|adopt)[^.,;!?]{2,60}|in (?:the )?hospital|in a (?:cast|sling|brace|coma|wheelchair)|on crutches|in (?:prison|jail|rehab)|out of work|unemployed|jobless|between jobs|(?:job[- ]hunting|looking for (?:work|(?:an?|some) (?:\p{Ll}+ ){0,2}${SOUGHT_FOR}))|separated|broken|cracked|out of order|injured|ill|sick|off sick|in debt|(?:[\p{L}\d]+ (?:weeks|months) )?pregnant|expecting|halfway through [^.,;!?]{2,60}|saving up for [^.,;!?]{2,60}|(?:thinking (?:about|of)|considering) \p{Ll}+ing(?: [^.,;!?]{2,60})?|waiting for (?:an?|the|my|his|her) [^.,;!?]{2,60}|not on speaking terms|going through (?:an?|our|my|his|her|their) (?:\p{Ll}+ )?(?:divorce|separation|break-?up)|getting (?:a divorce|divorced)|(?:scared|afraid|terrified|frightened|jealous|suspicious) of [^.,;!?]{2,40}|(?:addicted|glued) to [^.,;!?]{2,40}|(?:bad|terrible|hopeless|rubbish) at [^.,;!?]{2,40}|trying (?:to \p{Ll}|for an? )[^.,;!?]{2,60}|planning (?:to|an?|our|my) \p{Ll}[^.,;!?]{2,60}|(?:going|flying|moving|travelling|traveling) to \p{Lu}[^.,;!?]{1,60}|in \p{Lu}[\p{L}-]+ (?:until|till|for an? |for the )[^.,;!?]{2,30}|on (?:leave|sabbatical|strike|a break))(?![\p{L}])`

const LOST = any`lost losing missing misplaced stolen gone disappeared ran`
const APART = any`separated split divorced divorcing broke broken terms speaking talking fight argument break apart`
const JOBLESS = any`unemployed jobless job jobs work hunting`
/** Who is without a job is one of these. */
export const WITHOUT_ONE = any`out between looking searching unemployed jobless hunting`
export const BROKEN = any`broken broke cracked damaged leaking leaks faulty smashed dead flat blocked`
const OWED = any`owe owes owed debt borrowed`
const SAVING = any`saving save saves looking shopping hoping plan plans planning`
const RETIRED =
  /\bretired\b(?! to)(?=\s*(?:[.,;!]|$|(?:now|on|in|last|this|early|after|yesterday|today|and|at|because)\b))/iu
const WORKING = any`works work working teaches teach teacher nurse doctor driver engineer lawyer accountant officer captain librarian principal plumber electrician mechanic firefighter postman pilot surgeon professor`
export const COUPLE = any`married wife husband spouse marriage`
const TRYING = any`trying try waiting hoping applied applying want wants process`
const SOUGHT_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ['adoption', ['adopt', 'adopting']],
  ['sale', ['sell', 'selling']],
  ['purchase', ['buy', 'buying']],
  ['divorce', ['divorced', 'divorcing']],
])
const AWAY = any`until visiting trip week weekend days holiday vacation conference wedding`
const EXPECTING = ['expecting', 'pregnant']
const WARDS = ['hospital', 'ward', 'clinic']

const END = String.raw`(?!\p{L})(?=\s*(?:[.,;:!)]|$|in\b|on\b|at\b|under\b|behind\b|last\b|yesterday\b|today\b|this\b|again\b|and\b|so\b|over\b|for\b|from\b))`
const NAMES = String.raw`(?<names>(?:My |Our |my |our )?\p{L}[\p{L}-]+(?: (?:and|&) (?:my )?\p{L}[\p{L}-]*)?)`

export type Resolution = Cued & {
  /** Linear-time; its groups name what is resolved. */
  told: RegExp
  /** Of the subject in front of it, unless it is of who speaks, or its words tell whose state it was. */
  by?: 'speaker' | 'anybody'
  /** The words of the state, each with its alternatives; without it, those of `what`. */
  sought?: (groups: Readonly<Record<string, string | undefined>>) => string[][]
  /** What the state says: that it is so, or that it is not. */
  value?: 'no'
  /** Of what there was one, if several are known of which the others are left. */
  one?: (groups: Readonly<Record<string, string | undefined>>) => string
  /** The attribute of the state, if nothing else that is said in these words ends. */
  attribute?: (groups: Readonly<Record<string, string | undefined>>) => string
}

const eachButI = (phrase = ''): string[][] =>
  contentWords(phrase.replace(/\bI\b/gu, '')).map((word) => [word])

const each = (phrase = ''): string[][] => contentWords(phrase).map((word) => [word])

export const resolutions: readonly Resolution[] = [
  {
    by: 'speaker',
    words: any`couple together item`,
    told: /\bwe(?:'re| are)(?: now| officially| finally)* (?:a couple|an item|together)(?= now\b|\s*(?:[.,;!]|$))/iu,
    sought: () => [['single']],
    attribute: () => 'relationship status',
  },
  {
    words: any`ran finished completed did swam rode walked cycled raced`,
    cue: /marathon|triathlon|ironman|race|\b(?:5|10)k\b|swim|hike|ride/iu,
    told: /\b(?:ran|finished|completed|did|swam|rode|walked|cycled|raced) (?:the|my|our) (?:first )?(?<what>[^.,;:!?]{0,40}?(?:marathon|triathlon|ironman|race|(?:5|10)k|swim|hike|ride))\b/iu,
    sought: ({ what }) => [any`training train preparing practising practicing`, ...each(what)],
  },
  {
    by: 'anybody',
    words: any`found recovered located back`,
    told: asWritten`\b(?:[Ff]ound|got back|[Rr]ecovered|[Ll]ocated) (?:(?:my|our|the|his|her) |(?=\p{Lu}))(?<what>\p{L}[\p{L}' -]{1,30}?)${END}`,
    sought: ({ what }) => [...eachButI(what), LOST],
  },
  {
    by: 'anybody',
    cue: /turned|showed|came|back|found/u,
    told: asWritten`(?:^|[,;:] )(?<what>(?:[Mm]y|[Oo]ur|[Tt]he) (?:\p{Ll}+ )?\p{L}+|\p{Lu}[\p{L}-]+) (?:has |have |just )*(?:turned up|showed up|came (?:back )?home|came back|is back(?: home)?|was found|has been found|been found)${END}`,
    sought: ({ what }) => [...eachButI(what), LOST],
  },
  {
    words: any`discharged released hospital`,
    told: /\b(?:(?:was|been|got|is|were) (?:discharged|released)|(?:is |came |got )?out of (?:the )?hospital|left (?:the )?hospital|(?:(?:came|come|got|went|is|'s) )?(?:back |home |back home )from (?:the )?hospital)\b/iu,
    sought: () => [WARDS],
  },
  {
    by: 'anybody',
    words: any`cast sling brace braces stitches`,
    told: /(?<!\b(?:take|took|taken|got|have|had|getting) (?:my|the|his|her) (?:\p{Ll}+ )?)\b(?<what>cast|sling|braces?|stitches)\b(?: has| have| finally| just| is| are| was| were| got| getting| been| taken| coming)* (?:came|come|off\b|taken off)/iu,
    sought: ({ what }) => eachButI(what),
  },
  {
    by: 'anybody',
    words: any`cast sling brace braces stitches`,
    told: /\b(?:take|took|taken|got|have|had) (?:off )?(?:my|the) (?:\p{Ll}+ )?(?<what>cast|sling|braces?|stitches) (?:off|removed|out|for good)\b/iu,
    sought: ({ what }) => eachButI(what),
  },
  {
    words: any`cast sling brace braces stitches`,
    told: /\b(?:take|took|taken|got|have|had) (?:off )?(?:his|her) (?:\p{Ll}+ )?(?<what>cast|sling|braces?|stitches) (?:off|removed|out|for good)\b/iu,
    sought: ({ what }) => eachButI(what),
  },
  {
    by: 'anybody',
    words: any`together made patched reconciled worked again terms`,
    told: asWritten`(?:^|[,;:] )${NAMES}(?:'re| are| have| 've| finally| got)* (?:back together|got back together|made up|patched (?:things|it) up|reconciled|worked (?:things|it) out|(?:speaking|talking) again|on (?:good|speaking) terms)\b`,
    sought: ({ names }) => [
      ...eachButI(names?.replace(/^(?:[Mm]e|I|We|They)(?: and |$)/u, '')),
      APART,
    ],
  },
  {
    by: 'speaker',
    value: 'no',
    words: any`talking speaking terms touch contact made reconciled`,
    told: asWritten`(?:^|[,;:] )(?<names>We|we|[Mm]e and (?:my )?\p{L}[\p{L}-]+|(?:My |my )?\p{L}[\p{L}-]+ and I)(?:'re| are| have| 've| finally| got)* (?:(?:speaking|talking)(?: to each other)? again|back in touch|back in contact|made up|reconciled|on (?:good|speaking) terms)\b`,
    sought: ({ names }) => [
      ...eachButI(names?.replace(/^(?:[Mm]e|I|We|They)(?: and |$)/u, '')),
      ['talk', 'speak', 'talking', 'speaking'],
    ],
  },
  {
    by: 'speaker',
    words: any`passed died`,
    told: /(?:^|[,;:] )[Mm]y (?:wife|husband|spouse) (?:has |just |sadly )*(?:passed away|died|passed on)\b/u,
    sought: () => [['married', 'wife', 'husband']],
    attribute: () => 'relationship status',
  },
  {
    by: 'anybody',
    words: any`adoption mortgage visa loan divorce application sale purchase transfer offer paperwork deal`,
    told: /(?:^|[,;:] )(?:[Oo]ur |[Mm]y |[Tt]he )?(?<what>adoption|mortgage|visa|loan|divorce|application|sale|purchase|transfer|offer|paperwork|deal)(?: has| have| finally| just| was| got| been| is)* (?:went through|gone through|came through|come through|approved|granted|accepted|finali[sz]ed|complete)\b/u,
    sought: ({ what = '' }) => [[what, ...(SOUGHT_BY.get(what) ?? [])], TRYING],
  },
  {
    by: 'anybody',
    cue: /adopted|rehomed|taken in|picked up|found an? /u,
    told: /(?:^|[,;:] )(?:(?:[Tt]he|[Oo]ur) )?(?<names>(?<=[Tt]he |[Oo]ur )\p{Ll}[\p{L}-]+|\p{Lu}[\p{L}-]+)(?: has| have| just| finally)* (?:(?:was|got|been|is) (?:adopted|rehomed|taken in|picked up by (?:his|her|its|the) )|found an? (?:new |forever |good |loving )*(?:home|family)\b)/u,
    sought: ({ names }) => [
      ...eachButI(names),
      ['fostering', 'foster', 'fosters', 'looking', 'babysitting', 'sitting'],
    ],
  },
  {
    by: 'speaker',
    words: any`hunting over`,
    told: /(?<!\b(?:there's|there is|there are|have|has|had|want|need|got) )\b[Nn]o more (?<what>job|work|flat|house|apartment|room)[- ]hunting\b|\b(?<other>job|work|flat|house|apartment|room)[- ](?:hunt|search) is (?:finally )?over\b/u,
    sought: ({ what, other }) => [[what ?? other ?? ''], WITHOUT_ONE],
  },
  {
    by: 'anybody',
    words: any`divorce`,
    told: /\b(?<name>\p{Lu}[\p{L}-]+)'s divorce(?: from \p{Lu}[\p{L}-]+)? (?:has |was |is |finally |just )*(?:came through|come through|went through|gone through|final|finali[sz]ed)\b/u,
    sought: ({ name }) => [...eachButI(name), COUPLE],
  },
  {
    by: 'speaker',
    words: any`born world arrived here`,
    told: /\b[Oo]ur (?:little |baby )?(?:son|daughter|baby|boy|girl|twins)(?:,? \p{Lu}[\p{L}-]+,?)? (?:was born|were born|came into the world|has arrived|arrived|is here)\b/u,
    sought: () => [EXPECTING],
  },
  {
    words: any`moved flown flew left home`,
    told: /\b(?:moved out\b(?! of\b)|(?:moved (?:in)?to|(?:is|'s)(?: now)? in) (?:an? |the )(?:care|nursing|retirement|old people's) home\b(?! (?:for|until|till|this)\b)|(?:flown|flew) the nest\b|left home (?:for good|last \p{Ll}+|to \p{Ll}+)\b)/iu,
    sought: () => [
      ['live', 'lives', 'living', 'stay', 'stays', 'staying'],
      ['with', 'home', 'own', 'alone'],
    ],
  },
  {
    words: any`moved flown flew`,
    told: /\b(?:moved out\b(?! of\b)|(?:flown|flew) the nest\b)/iu,
    sought: () => [['at', 'with'], any`parents mum mom dad mother father folks grandparents`],
    attribute: () => 'is',
  },
  {
    words: any`graduated degree studies bachelor bachelors master masters phd`,
    told: /\b(?:graduated|(?:finished|completed|got) (?:my|his|her) (?:degree|studies|bachelor'?s?|master'?s?|phd))\b(?! in (?!(?:january|february|march|april|may|june|july|august|september|october|november|december|the|\d)))/iu,
    sought: () => [any`student studying study studies enrolled attend attends attending`],
  },
  {
    by: 'anybody',
    words: any`renamed`,
    told: /\brenamed (?:the|my|our) (?<what>\p{Ll}[\p{L}-]+)\b/iu,
    sought: ({ what }) => [...eachButI(what), ['called', 'named', 'name']],
  },
  {
    words: any`retired`,
    told: RETIRED,
    sought: () => [WORKING],
  },
  {
    words: any`retired`,
    told: RETIRED,
    sought: () => [any`am is are m s re work works job title profession`],
    attribute: () => 'occupation',
  },
  {
    words: any`retired`,
    told: RETIRED,
    sought: () => [
      ['drives', 'drive', 'flies', 'fly'],
      any`bus taxi truck lorry tram train van cab ambulance planes helicopters`,
    ],
  },
  {
    words: any`hired job work start starts starting`,
    told: /\b(?:(?:start|starts|starting) (?:work |working )?at (?=(?-i:\p{Lu}))|got hired|(?:was|been) hired|(?:got|found|landed|have|has|started|starts?) (?:a|the|my|his|her|an) (?:new )?job|found work|back (?:at|to) work)\b(?! (?:offer|interview|application|description))/iu,
    sought: () => [JOBLESS, WITHOUT_ONE],
  },
  {
    words: any`paid`,
    told: /\bpaid (?:(?:off|back) )?(?:(?:my|our|the|his|her) )?(?<who>(?:\p{L}+ ){1,3}?)(?:back\b|off\b)/iu,
    sought: ({ who }) => [...eachButI(who), OWED],
  },
  {
    words: any`paid`,
    told: /\bpaid (?:off|back) (?:my|our|the|his|her) (?<what>[\p{L} -]{2,40}?)(?=\s*(?:[.,;!]|$|(?:completely|entirely|in|at|this|last|yesterday|today|finally)\b))/iu,
    sought: ({ what }) => eachButI(what),
  },
  {
    by: 'anybody',
    words: any`boy girl baby son daughter twins`,
    told: /(?:^|[,;:] )(?<name>(?!I\b)\p{Lu}[\p{L}-]*)(?: and \p{Lu}[\p{L}-]+)? (?:has |have |just )*(?:had|welcomed|gave birth to) (?:an?|their|her|our|the) (?:little |baby |new )*(?:boy|girl|baby|son|daughter|twins)\b/u,
    sought: ({ name }) =>
      /^(?:We|She|He|They)$/.test(name ?? '') ? [] : [...eachButI(name), EXPECTING],
  },
  {
    words: any`boy girl baby son daughter twins birth`,
    told: /(?<=\b(?:[Mm]y|[Oo]ur) (?:\p{Ll}[\p{Ll}-]* )+)(?:gave birth(?! to)|(?:had|welcomed|gave birth to) (?:an?|their|her|our|the) (?:little |baby |new )*(?:boy|girl|baby|son|daughter|twins))\b/u,
    sought: () => [EXPECTING],
  },
  {
    by: 'anybody',
    words: any`called broke broken ended engaged`,
    told: /(?:^|[,;:] )(?<names>(?:[Mm]y \p{Ll}+|\p{Lu}[\p{L}-]*)(?: and \p{L}[\p{L}-]*)?)(?: has| have|'ve| just)* (?:(?:called off|broke off|broken off|ended|broke) (?:the|their|his|her|our|my) (?:engagement|wedding)(?: off)?|(?:called|broke) it off|(?:is|are|'m|am) (?:no longer|not) engaged(?: any ?more)?)(?: (?:with|to) (?<other>\p{Lu}[\p{L}-]+))?/u,
    sought: ({ names, other }) => [
      ...eachButI(other ?? names?.replace(/^(?:I|We|They|She|He|[Mm]y)(?: and | |$)/u, '')),
      ['engaged', 'fiance', 'fiancée', 'fiancee'],
    ],
  },
  {
    by: 'anybody',
    words: any`fixed repaired mended replaced`,
    told: /\b(?:fixed|repaired|mended|replaced) (?:the|my|our|his|her) (?<what>(?:(?:washing|coffee|sewing|answering|vending) )?\p{Ll}+)\b(?! at\b)(?: (?:on|of|in) (?:my|our|the|his|her) \p{Ll}+)?/iu,
    sought: ({ what }) => [...eachButI(what), BROKEN],
  },
  {
    by: 'anybody',
    words: any`fixed repaired mended sorted`,
    told: /\b(?:got|had) (?:the|my|our|his|her) (?<what>(?:\p{Ll}+ )?\p{Ll}+) (?:fixed|repaired|mended|sorted)\b/iu,
    sought: ({ what }) => [...eachButI(what), BROKEN],
  },
  {
    by: 'anybody',
    words: any`fixed repaired mended working new`,
    told: /(?:^|[,;:] )(?:[Mm]y|[Oo]ur|[Tt]he) (?<what>(?:\p{Ll}+ )?\p{Ll}+) (?:is|was|has been|got|'s)(?: finally| now| all)* (?:fixed|repaired|mended|working again|good as new)\b/u,
    sought: ({ what }) => [...eachButI(what), BROKEN],
  },
  {
    words: any`bought`,
    told: anyCase`\bbought (?:the|that|my) (?<what>[\p{L} -]{2,30}?)${END}`,
    sought: ({ what }) => [...eachButI(what), SAVING],
  },
  {
    words: any`back`,
    told: /\bback (?:home )?from (?<where>(?:\p{Lu}[\p{L}-]+ ?){1,3})/u,
    sought: ({ where }) => [...eachButI(where), AWAY],
  },
]
