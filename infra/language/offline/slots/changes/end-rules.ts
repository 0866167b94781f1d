// The rules for what a verb puts an end to: the words in front of what has ended. What a verb only touches has not ended:
// "I put my phone down", "I closed my laptop", "I dropped my keys".
import { any, rule } from '../../../patterns.ts'
import type { Cued } from '../slot-rule.ts'
import { THE_WORKPLACE } from '../slot-words.ts'

const ING = String.raw`(?=\p{Ll}+ing\b)`
// Capitals count here, unlike in the rest of a rule.
const DETERMINER = String.raw`(?:(?:my|the|our|his|her|that|this) |(?!(?:(?:yester|to)day|tonight|this \p{Ll}+|\p{Ll}+day)'s )(?=(?-i:\p{Lu})|\p{L}+'s ))`

const ANIMAL = String.raw`(?:old |sick )?(?:dog|cat|puppy|kitten|rabbit|hamster|horse|pony|bird|parrot)(?: (?-i:\p{Lu})[\p{L}-]+)? (?:down|to sleep)\b(?! (?:(?:in|on) (?!(?-i:\p{Lu})|\d)|for\b|because my\b|so\b))`
const BUSINESS =
  '(?:bakery|shop|store|business|company|firm|restaurant|caf[eé]|bar|pub|studio|practice|agency|salon|hotel|gallery|account|(?:food |coffee )?(?:truck|stall|cart|van)|kiosk|workshop)'

/** How two people part, up to where nothing says that they split a bill or went two ways. */
export const PARTED = String.raw`(?:broke up|broken up|(?:split up|split)(?=\s*(?:[.,;!)]|$|(?:last|a|this|yesterday|today|two|three|recently|when|because|for good|after|and|but|over|amicably)\b(?! the\b)|(?:in|on) (?:(?-i:\p{Lu})|\d)))|separated(?! by\b)|divorced|got divorced|called it quits|are no longer together|are not together any ?more|aren't together any ?more)`

/** What a person had done to a thing that is no more: "had my braces taken off". */
export const DONE_TO =
  '(?:replaced|removed|ripped out|taken out|taken off|taken down|cut off|shaved off|disconnected)'

const STUDY = String.raw`(?:(?:my|the|our|that|this) (?:[\p{L}'-]+ ){0,3})?(?:class|classes|course|courses|lessons?|subject|module|minor|major|degree|programme|program|plan|plans|project|idea|habit|subscription|membership|contract|lawsuit|case|claim|sport|hobby|diet|routine|team|league)\b`

export type EndRule = Cued & {
  /** Global; ends right before the words of what has ended. */
  head: RegExp
  /** Its subject precedes it, unless it is the speaker, or the fact that ends may be about any subject. */
  by?: 'first' | 'anybody'
  /** If there are names among the words, they are enough, unless all of them count, or these words and no wider ones. */
  take?: 'all' | 'these'
  /** The words name a dwelling, which the known fact may not: "my parents' house", "with my parents". */
  dwelling?: boolean
  /** What the known fact says: that it is so, or that it is not. */
  value?: 'no'
}

export const endRules: readonly EndRule[] = [
  {
    take: 'all',
    words: any`stopped quit gave given ceased dropped cut retired done finished through`,
    head: rule`\b(?:stopped|quit|gave up|given up|given up on|gave up on|ceased|dropped|cut out|retired from|done with|done|finished|finished with|through with) ${ING}`,
  },
  {
    words: any`separated parted broken finished completed checked sold gave given rid over out returned donated threw thrown scrapped traded crashed totaled totalled wrecked wrote written overcame overcome conquered lost ditched dumped canceled cancelled called deleted uninstalled recovered broke split off unsubscribed resigned pulled withdrew withdrawn backed swapped replaced exchanged rehomed ended wrapped shut closed outgrew outgrown disbanded dissolved`,
    head: rule`\b(?:finished|completed|checked out of|sold|gave away|given away|got rid of|gotten rid of|returned|donated|threw away|thrown away|threw out|scrapped|traded in|traded|crashed|totall?ed|wrecked|wrote off|written off|overcame|overcome|conquered|lost(?! (?:my|his|her) job\b)|ditched|dumped|cancell?ed|called off|deleted|uninstalled|got over|recovered from|(?:broke|broken) up with|split up with|ended (?:it|things) with|separated from|split from|parted (?:ways|company) with|came off(?! (?:my|the|his|her|our) (?:bike|bicycle|horse|motorbike|scooter|road|motorway|ladder|pitch|stage|phone|call|train|bus|boat|wall|shelf|track|field)\b)|am off|'m off|unsubscribed from|dropped out of|resigned from|got out of|pulled out of|withdrew from|withdrawn from|backed out of|swapped|replaced|exchanged|rehomed|ended|wrapped up|shut down|closed down|disbanded|dissolved|outgrew|outgrown|grew out of|grown out of) ${DETERMINER}`,
  },
  {
    words: any`dropped`,
    head: rule`\bdropped (?=${STUDY}|(?!(?:dead|out|off|by|in|it|them|everything|back|away|down|below|to)\b)\p{Ll}{4,}(?=\s*(?:[.!]|$))|(?-i:\p{Lu})[\p{L}-]+(?=\s*(?:[.,;!]|$|because\b|and\b|last\b|after\b|as\b|for\b))|(?:my|the) [\p{L}-]+ (?:and|to) (?:took up|take up|started|start|picked up|switched)\b|(?:keto|paleo|veganism|vegetarianism|low-carb|gluten-free|intermittent fasting)(?=\s*(?:[.,;!]|$))|\p{Ll}{3,} (?:and|for|to) (?:studies|studying|study|is studying|does|takes?|took up|started|switched))(?:(?:my|the|our|that|this) )?`,
  },
  {
    words: any`away`,
    head: rule`\b(?:gave|given|threw|thrown|had to (?:give|throw)) (?=[^.,;!?]{1,40} away\b)(?:(?:both|all) (?:of )?(?:(?:my|our|the) )?|${DETERMINER})`,
  },
  {
    dwelling: true,
    words: any`moved`,
    head: rule`\bmoved out of ${DETERMINER}`,
  },
  {
    words: any`changed switched upgraded`,
    cue: / for (?:an?|the|my|some) /u,
    head: rule`\b(?:changed|switched|upgraded) (?=(?:my|the|our) (?!(?:\p{Ll}+ )?(?:pin|password|passcode|code|lock|time|date|name|number|booking|order|settings?)\b)[\p{L}\d' -]{2,30}? for (?:an?|the|my|some) )${DETERMINER}`,
  },
  {
    words: any`changed moved switched`,
    head: rule`\b(?:changed|moved|switched) (?:my|our|the) [\p{L} -]{2,40}? from (?!(?:my|our|the|his|her|an?) )(?=[^.,;!?]{2,60} to )`,
  },
  {
    words: any`gave given passed handed`,
    head: rule`\b(?:gave|given|passed|handed)(?: away)? (?:(?:the|my|our)(?: old)? (?=(?-i:\p{Lu})[\p{L}-]+ to (?:my|our|his|her|(?-i:\p{Lu}))))?(?=(?-i:\p{Lu})[\p{L}-]+ (?:away )?to (?:my|our|his|her|a|an|the|some|(?-i:\p{Lu})))`,
  },
  {
    words: any`gave given`,
    head: rule`\b(?:gave|given) (?:my|our|his|her|the) (?=(?:old )?(?:dog|cat|puppy|kitten|rabbit|hamster|horse|pony|bird|parrot|budgie|fish|tortoise|guinea pigs?|car|bike|motorbike|scooter|piano|guitar|violin|drums|console|telescope|tent|kayak)(?: away)? to (?:(?:my|our|his|her|a|an|some) (?:\p{Ll}+ )?(?:brother|sister|cousin|friend|nephew|niece|uncle|aunt|parents|mum|mom|dad|son|daughter|neighbou?r|colleague|farm|family|shelter|school|charity)|charity|goodwill|the shelter)\b)`,
  },
  {
    by: 'anybody',
    words: any`put`,
    head: rule`\b(?:had to put (?:(?:my|our|the) )?(?=${ANIMAL}|(?-i:\p{Lu})[\p{L}-]+ (?:down|to sleep)\b(?! (?:(?:in|on) (?!(?-i:\p{Lu})|\d)|(?:for|so|at|when|and)\b|because (?!(?:he|she|it|of)\b))))|put (?:my|our|the) (?=${ANIMAL})|had (?:to have )?(?:(?:my|our) )?(?=(?:\p{Ll}+ )?(?-i:\p{Lu})[\p{L}-]+ put (?:down|to sleep)\b))`,
  },
  // "I closed my laptop", "I'm done with the phone for today" end nothing.
  {
    words: any`closed`,
    head: rule`\bclosed (?:my|our|his|her|the(?= (?:\p{Ll}+ ){1,3}(?:in (?:january|february|march|april|may|june|july|august|september|october|november|december)|last (?:month|year|spring|summer|autumn|winter)|a (?:month|year) ago)\b)) (?=(?:\p{Ll}+ ){0,2}${BUSINESS}(?=\s*(?:[.,;!]|$|last\b|because\b|and\b|in\b|a (?:month|year)\b|for good\b)))`,
  },
  {
    words: any`done finished through`,
    head: rule`\b(?:done|finished|through) with (?=(?-i:\p{Lu})[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)?(?=\s*(?:[.,;!]|$|and\b)))`,
  },
  {
    words: any`had`,
    head: rule`\bhad to (?:sell|cancel|pull out of|back out of|drop out of|withdraw from|return|scrap|drop|quit|rehome|give up|give away|get rid of|close down|shut down) ${DETERMINER}`,
  },
  // "They cancelled my train" is of today.
  {
    by: 'first',
    words: any`stole stolen nicked pinched cancelled canceled cancel confiscated repossessed took taken revoked suspended`,
    head: rule`(?<=^|[,;:] |\b(?:and|but|so|because) )(?:some(?:one|body)|they|thieves|burglars|a thief|(?:the|my) \p{Ll}+|(?-i:(?!I |We |I')\p{Lu})[\p{L}-]+)(?: has| have|'ve|'s| just| had to)* (?:stole|stolen|nicked|pinched|confiscated|repossessed|revoked|suspended|(?:took|taken)(?: away)?(?= (?:my|our) (?:\p{Ll}+ ){0,2}(?:licen[cs]es?|permit|passport|badge|visa|registration|certificate|membership|pension|benefits?|allowance)\b(?:(?<= away .*)| away\b))|(?:cancel|cancell?ed)(?! (?:my|our) (?:train|bus|tram|ferry|class|lesson|shift|lunch|dinner|breakfast)s?\b)) (?=(?:my|our) )${DETERMINER}`,
  },
  {
    words: any`let`,
    head: rule`\blet (?=(?:my|our|the) [^.,;!?]{1,60} (?:lapse|expire|run out)\b)${DETERMINER}`,
  },
  {
    words: any`shut close closed`,
    head: rule`\b(?:shut|closed?) (?:my|our|his|her|the|down the) (?=(?:\p{Ll}+ ){0,2}${BUSINESS} (?:for good|down|permanently)\b)`,
  },
  {
    words: any`stepped stood resigned quit retired off`,
    head: rule`\b(?:(?:stepped|stood) down as|stepped (?:down|back) from being|(?:resigned|quit|retired) as|gone off|went off) (?!to\b|the\b)`,
  },
  {
    words: any`watched read saw`,
    head: rule`\b(?:watched|read|saw) the (?:last|final) (?:episode|chapter|page|season|part) of `,
  },
  {
    words: any`had`,
    head: rule`\bhad to (?:give up|quit|stop) (?!(?:my|the|his|her) |it\b|\p{Ll}+ing\b|at\b|for\b|and\b)`,
  },
  {
    words: any`had`,
    head: rule`\bhad (?=(?:my|our|the) [^.,;!?]{1,40} ${DONE_TO}\b)${DETERMINER}`,
  },
  {
    by: 'first',
    words: any`replaces replacing replaced`,
    head: rule`(?<=, (?:and )?|^)(?:it|which|this|that)(?: replaces| replaced| is replacing|'s replacing) ${DETERMINER}`,
  },
  {
    by: 'first',
    words: any`replace`,
    head: rule`(?<=\b(?:got|bought|ordered) [^.;!?]{2,40} )to replace ${DETERMINER}`,
  },
  {
    words: any`cancelled canceled`,
    head: rule`\b(?:cancelled|canceled) (?=(?:netflix|spotify|disney|hulu|audible|deezer|tidal|youtube|amazon prime|prime|hbo|paramount|patreon|icloud|dropbox)\b)`,
  },
  {
    words: any`home homes`,
    head: rule`\bfound (?:an? )?(?:(?:new|good|loving) )+homes? for (?:both |all )?(?:of )?(?:(?:my|our|the) )?(?=\p{L})`,
  },
  {
    take: 'all',
    words: any`swapped traded`,
    head: rule`\b(?:swapped|traded) (?=(?!(?:places|seats|shifts|roles|numbers|stories|notes|sides|jobs|war)\b)\p{Ll}{3,} for (?!(?:the|my|his|her|our|fun|now|once|good|lunch|dinner)\b)\p{Ll}{3,}(?: \p{Ll}+)?(?=\s*(?:[.,;!]|$)))`,
  },
  {
    words: any`end`,
    head: rule`\b(?:got|came) to the end of (?=\S)`,
  },
  {
    take: 'all',
    words: any`habit`,
    head: rule`\b(?:kicked|broke|broken|dropped|lost) the habit of ${ING}`,
  },
  {
    words: any`left leaving out`,
    head: rule`\b(?:left|leaving|(?:am|is|are|'m|'s|'re) out of) (?=(?:the|my|our|his|her|their) (?:[\p{L}-]+ )?(?:farm|dorms?|hostel|hotel|barracks|campus|village|island|care home|nursing home|retirement home|convent|camp|boat|flat|apartment|house)\b(?=[^;!?]*\b(?:now|moved|back (?:home|with|in)|lives?|living|for good|(?:is|are|am) (?:back )?(?:in|at|with|on)|'m in|'re in|shares?|rents?)\b))${DETERMINER}`,
    dwelling: true,
  },
  {
    take: 'all',
    words: any`had`,
    head: rule`\bhad to (?:stop|quit|give up|drop) ${ING}`,
  },
  {
    words: any`gave given quit cut kicked`,
    head: rule`\b(?:gave up|given up|gave up on|given up on|quit|cut out|kicked) (?!(?:my|the|his|her) job|(?<=quit )${THE_WORKPLACE}\b|it\b|\p{Ll}+ing\b)`,
  },
  {
    words: any`left quit`,
    head: rule`\b(?:left|quit) (?=(?:the|my|our) (?:[\p{L}-]+ ){0,2}(?:band|team|club|choir|gym|group|board|committee|army|navy|church|class|course|society|orchestra|league|union|party|programme|program)\b(?! (?:at(?! (?:easter|christmas|the (?:end|start) of)\b)|early|late|before|after|when|with|around|because|to)\b))`,
  },
  {
    take: 'these',
    words: any`used`,
    head: rule`(?<!\b(?:am|is|are|get|got|getting|'m|'s|'re|not) )\bused to (?=\p{Ll})(?![^.,;!?]*\bonly\b)`,
  },
  { take: 'all', words: any`longer`, head: rule`\b(?:can )?no longer (?=\p{L})` },
  {
    take: 'all',
    words: any`more longer anymore anylonger all days nowadays`,
    head: rule`(?:\b(?:don't|doesn't|do not|does not|am not|isn't|is not|aren't|are not|can't|cannot|won't|will not)|(?<=['\p{L}]) not) (?:have to |need to )?(?=[^.,;!?]{1,60}\b(?:any ?(?:more|longer)|after all)\b|(?:(?!\b(?:after|before|at|during|in|on|with|for|every|much|enough)\b)[^.,;!?]){1,60}\b(?:these days|nowadays)\b)`,
  },
  {
    by: 'first',
    words: any`off stop give cut quit`,
    head: rule`\b(?:(?:took|taken|taking|weaned|got) me off (?:of )?|(?<=\b(?:i|i've|i have) )(?:been|was|got) (?:weaned|taken) off (?:of )?|weaned myself off (?:of )?|(?:had|made|told|asked) me (?:to )?(?:come off|stop taking|stop using|give up|cut out|quit) )`,
  },
  {
    words: any`switched changed migrated converted upgraded downgraded transitioned transferred over`,
    head: rule`\b(?:switched|changed|migrated|converted|upgraded|downgraded|transitioned|transferred|(?:gone|went|moved) over)(?: over)?(?: back)? (?:to (?-i:\p{Lu})[^.,;!?]{1,30}? )?from `,
  },
  {
    take: 'all',
    value: 'no',
    words: any`started began begun resumed took taken back`,
    head: rule`\b(?:started|began|begun|resumed|took up|taken up|back to|went back to) ${ING}`,
  },
]
