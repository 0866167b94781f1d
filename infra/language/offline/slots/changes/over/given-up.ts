// The rules for what a person does without from now on, and for what has lost or won its charm: "I skip breakfast these
// days", "I came off keto", "Camping isn't my thing any more". Each tells which words the former state was told in.
import { any, anyCase } from '../../../../patterns.ts'
import { eachAlike, withOneOf } from '../ending-words.ts'
import type { Resolution } from './resolved.ts'

const NOW =
  '(?: (?:now|these days|nowadays|altogether|completely|entirely|from now on|lately|any ?more|any longer))'
const INTAKE = any`eat eats eating have has having drink drinks drinking take takes taking put puts order orders use uses cook start need`
const VISITS = any`go goes going train trains training swim swims swimming climb climbs belong belongs`
/** What was asked of the assistant was told in one of these. */
const ASKED_FOR = any`answer answers reply replies use give send write format prefer in with`
const LIKED = any`love loves like likes enjoy enjoys adore fan keen into fond prefer favourite favorite crazy obsessed`
const LOATHED = any`hate hates stand bear dislike dislikes detest loathe annoys awful boring dull`
/** In every NOW. */
const SOME_NOW =
  /\b(?:now|these days|nowadays|altogether|completely|entirely|lately|more|anymore|longer|anylonger)\b/iu
const WHAT = String.raw`(?<what>(?:(?:the|my|any|all|all the) )?[\p{L}-]+(?: (?!(?:after|before|at|on|in|with|during|for|when|from|to|until|by|if|unless)\b)[\p{L}-]+){0,2}?)`
const THE_WHAT = String.raw`(?:(?:the|my|all|any) )?(?<what>[\p{L}-]+(?: [\p{L}-]+){0,2}?)`
const END = String.raw`(?=\s*(?:[.,;!]|$|(?:in|last|since|after|because|and|when|as|for good|two|three|this|years?|months?|ages?|completely|altogether|entirely|now|these|from|at|on)\b))`
/** These go with many verbs that give nothing up. */
const NO_THING = String.raw`(?!(?:(?:my|his|her|the) (?:job|notice)|it|them|him|her|me|us|you|that|this|here|there|work|school|bed|home|alcoholics?|hope|trying|everything|nothing|way|up|the (?:fight|search|ghost|phone|bill|subject|topic|queue|line|crowds?|traffic))\b)`

export const givenUp: readonly Resolution[] = [
  {
    by: 'speaker',
    words: any`stop`,
    told: anyCase`(?:^|[,;:] )(?:(?:actually|ok|okay|so|but|and),? )*(?:(?:please|can you|could you|you can|just) )*stop (?:with|using|giving me|sending me|writing(?: me)?(?: in)?) (?:the |all the |so many )?(?<what>\p{Ll}+(?: \p{Ll}+)?)(?=\s*(?:[.,;!]|$)|\s+(?:and|from now on|please)\b)`,
    sought: ({ what }) => withOneOf(eachAlike(what), ASKED_FOR),
  },
  {
    words: any`skip skips skipping avoid avoids avoiding leave leaving stay staying keep steer pass without`,
    cue: SOME_NOW,
    told: anyCase`\b(?:skip|skips|skipping|avoid|avoids|avoiding|leave out|leaving out|stay off|stay away from|staying off|keep off|keep away from|steer clear of|pass on|go without|do without|live without) ${NO_THING}${WHAT}${NOW}`,
    sought: ({ what }) => withOneOf(eachAlike(what), INTAKE),
  },
  {
    by: 'speaker',
    words: any`more`,
    cue: /(?:^(?:\p{L}+,? )?|, (?:so )?)no more /iu,
    told: /(?:^(?:(?:ok|okay|so|right|well|please),? )?|, (?:so )?)no more (?<what>(?:\p{Ll}[\p{L}-]* ){0,2}?\p{Ll}[\p{L}-]*)(?: in (?<where>my \p{Ll}+)(?=\s*[.!]|\s*$)|(?=,? (?:please|for me|from now on|in future)\b|, (?:i(?:'d| want| prefer| would| like)|give|use|just)\b))/iu,
    sought: ({ what, where }) => [...eachAlike(what), ...eachAlike(where)],
  },
  {
    by: 'speaker',
    words: any`more anymore longer now days`,
    cue: /(?:^|\bit(?:'s| is) )no /iu,
    told: /(?:^|\bit(?:'s| is) )no (?<what>\p{Ll}+) in (?<where>my \p{Ll}+) (?:any ?more|any longer|now|these days)\b/iu,
    sought: ({ what, where }) => [...eachAlike(what), ...eachAlike(where)],
  },
  {
    by: 'speaker',
    words: any`let`,
    cue: /lapse|expire/u,
    told: /\bI(?:'ve| have)? let (?:my |our |the )?(?<what>[^.,;!?]{2,40}?) (?:lapse|expire)\b/u,
    sought: ({ what }) => eachAlike(what),
  },
  {
    words: any`membership`,
    told: anyCase`\b(?:cancell?ed|quit|gave up|ended|dropped|stopped) (?:my|our|his|her|the|their) (?:\p{Ll}+ )?(?<where>gym|club|pool|studio|sauna|spa|library|box) membership\b`,
    sought: ({ where }) => [VISITS, ...eachAlike(where)],
  },
  {
    words: any`outgrew outgrown grew grown`,
    told: /\b(?:outgrew|outgrown|grew out of|grown out of) (?:my|his|her|the|their) (?<what>\p{Ll}+(?: \p{Ll}+)?) (?:allergy|intolerance)\b/iu,
    sought: ({ what }) => [...eachAlike(what), ['eat', 'have', 'drink', 'eats', 'touch']],
    value: 'no',
  },
  {
    words: any`miss`,
    cue: SOME_NOW,
    told: anyCase`\b(?:give|gives|giving) ${NO_THING}${WHAT} a miss${NOW}`,
    sought: ({ what }) => withOneOf(eachAlike(what), INTAKE),
  },
  {
    words: any`bother touch stomach face handle tolerate digest`,
    cue: SOME_NOW,
    told: anyCase`\b(?:don't|doesn't|do not|does not|can't|cannot|won't|can no longer|no longer) (?:even |really )?(?:bother with|touch|stomach|face|handle|tolerate|digest) ${NO_THING}${WHAT}${NOW}`,
    sought: ({ what }) => withOneOf(eachAlike(what), INTAKE),
  },
  {
    words: any`stomach face handle tolerate stand bear`,
    cue: SOME_NOW,
    told: anyCase`\b(?:can't|cannot|can no longer) (?:even |really )?(?:stomach|face|handle|tolerate|stand|bear) ${NO_THING}${WHAT}${NOW}`,
    sought: ({ what }) => withOneOf(eachAlike(what), LIKED),
  },
  {
    words: any`mind`,
    cue: SOME_NOW,
    told: anyCase`\b(?:don't|doesn't|do not|does not|no longer) (?:really |even )?mind (?!(?:it|that|this|them|him|her|if|me|you)\b)(?:(?:the|my|his|her) )?${WHAT}${NOW}`,
    sought: ({ what }) => withOneOf(eachAlike(what), LOATHED),
  },
  {
    words: any`swore sworn weaned laid came come packed jacked chucked knocked ditched abandoned`,
    told: anyCase`\b(?:ditched|abandoned|swore off|sworn off|weaned (?:myself|himself|herself|themselves|ourselves) off|laid off|came off(?! (?:my|the|his|her|our) (?:bike|bicycle|horse|motorbike|scooter|road|motorway|ladder|pitch|stage|phone|call|train|bus|boat|wall|shelf|track|field))|come off|packed in|jacked in|chucked in) ${NO_THING}${THE_WHAT}${END}`,
    sought: ({ what }) => eachAlike(what),
  },
  {
    words: any`gave given packed jacked chucked cut knocked kicked phased`,
    told: anyCase`\b(?:(?:gave|given) ${NO_THING}(?<what>(?:(?:the|my) )?[\p{L}-]+(?: [\p{L}-]+)?) up|(?:packed|jacked|chucked) ${NO_THING}(?<job>(?:(?:the|my) )?[\p{L}-]+(?: [\p{L}-]+)?) in|(?:cut|phased) ${NO_THING}(?<food>(?:(?:the|my|all) )?[\p{L}-]+(?: [\p{L}-]+)?) out(?! of\b)|knocked ${NO_THING}(?<habit>(?:(?:the|my) )?[\p{L}-]+(?: [\p{L}-]+)?) on the head)${END}`,
    sought: ({ what, job, food, habit }) => eachAlike(what ?? job ?? food ?? habit),
  },
  {
    words: any`stopped quit dropped`,
    told: anyCase`\b(?:stopped|quit|dropped) (?:(?:my|the|all|all my) )?(?<what>(?:\p{Ll}+ ){0,2}(?:lessons|classes|training|practice|treatment|medication|pills|tablets|injections|therapy|physio|yoga|pilates|karate|judo|ballet|piano|guitar|violin|meditation|dieting|fasting|dairy|gluten|caffeine|sugar|carbs|meat|keto|paleo|low-carb|juicing|statins|antidepressants|vitamins|supplements))${END}`,
    sought: ({ what }) => eachAlike(what),
  },
  {
    words: any`need needs`,
    cue: /^since /iu,
    told: /^since [^,;.!?]{3,40},? (?:I|he|she) (?:don't|doesn't) need (?:my |his |her )?(?<what>\p{Ll}+)(?=\s*(?:[.,;!]|$)|\s+any)/iu,
    sought: ({ what }) =>
      withOneOf(eachAlike(what), any`wear wears use uses need needs have has take takes`),
  },
  {
    words: any`left own single alone`,
    cue: /\bleft \p{Lu}/u,
    told: /\b(?:I|He|She|he|she) left (?<what>\p{Lu}\p{L}+), (?:and )?(?:I'm|he's|she's) (?:on (?:my|his|her) own|single|alone)\b/u,
    sought: ({ what }) =>
      withOneOf(
        eachAlike(what),
        any`boyfriend girlfriend husband wife partner fiance fiancee dating seeing`,
      ),
  },
  {
    by: 'speaker',
    words: any`love loves passion favourite favorite obsession`,
    told: /(?:^|[,;:] )(?<what>[\p{L}-]+(?: \p{Ll}+)?) (?:is|are) (?:now )?my (?:great(?:est)? |big(?:gest)? |new |absolute )*(?:loves?|passion|favou?rite|obsession)(?: now| these days| by now)(?=\s*(?:[.,;!]|$))/u,
    sought: ({ what }) => withOneOf(eachAlike(what), LOATHED),
  },
  {
    by: 'speaker',
    words: any`gone disappeared vanished cleared`,
    told: /\b(?:my|My) (?<what>\p{Ll}+) (?:pain|ache|trouble|problem)s? (?:is|are|has|have)(?: finally| completely| all)* (?:gone|disappeared|vanished|cleared(?: up)?)\b/u,
    sought: ({ what }) => [
      ...eachAlike(what),
      any`hurt hurts hurting ache aches aching sore pain painful trouble troubles problem problems`,
    ],
  },
  {
    words: any`finished completed done end`,
    told: anyCase`\b(?:finished|completed|done with|finished with|come to the end of|came to the end of) (?:my|the|a) course of (?<what>[\p{L} -]{3,30}?)${END}`,
    sought: ({ what }) => eachAlike(what),
  },
  {
    by: 'speaker',
    words: any`thing tea charm appeal shine nothing`,
    told: /(?:^|[,;:] )(?<what>(?!(?:it|that|this|he|she|they|there|what)\b)[\p{L}-]+(?: [\p{L}-]+){0,2}?) (?:(?:is|are)(?:n't| not| no longer) (?:really )?(?:my thing|my cup of tea)(?: any ?more)?|(?:does|do) nothing for me(?: any ?more| now)?|(?:has|have) lost (?:its|their) (?:charm|appeal|shine))(?=\s*(?:[.,;!]|$))/iu,
    sought: ({ what }) => withOneOf(eachAlike(what), LIKED),
  },
  {
    by: 'speaker',
    words: any`run ran expired lapsed ended renew renewed renewing extend extended extending`,
    told: /(?:^|[,;:] )(?:(?:my|our|the) (?<what>(?:[\p{L}\d'-]+ ){0,3}?(?:subscription|membership|contract|lease|policy|licence|license|visa|trial|insurance|pass|permit|warranty|registration))(?: (?:to|at|for|with) (?<to>\p{L}[\p{L}' -]{1,30}?))? (?:has |have |just )*(?:run out|ran out|expired|lapsed|ended)|(?:I|we)(?:'ve| have|'m| am|'re| are)? (?:didn't|haven't|not|decided not to|chose not to) (?:renew|renewed|renewing|extend|extended|extending) (?:my|our|the) (?<other>[\p{L}\d' -]{3,40}?))\b(?=\s*(?:[.,;!]|$|(?:and|last|yesterday|today|this|in|so|because|when|on)\b))/iu,
    sought: ({ what, to, other }) => eachAlike([what, to, other].filter(Boolean).join(' ')),
  },
  {
    words: any`finished completed`,
    told: /\b(?:finished|completed) (?<what>therapy|treatment|chemo(?:therapy)?|radiotherapy|rehab|physio(?:therapy)?|counselling|training|probation)(?=\s*(?:[.,;!]|$|(?:last|in|this|yesterday|today|and|two|three|for good)\b))/iu,
    sought: ({ what }) => eachAlike(what),
  },
  {
    by: 'speaker',
    words: any`broke broken split disbanded folded dissolved went`,
    told: /(?:^|[,;:] )(?:[Mm]y|[Oo]ur|[Tt]he) (?<what>band|choir|team|club|company|firm|start-?up|orchestra|duo|group) (?:has |just |finally )*(?:broke up|broken up|split up|split|disbanded|folded|dissolved|went bust|went under)\b(?=\s*(?:[.,;!]|$|(?:last|in|this|yesterday|today|and|after|because|so)\b))/u,
    sought: ({ what }) => [
      ...eachAlike(what),
      any`play plays sing sings in member front lead leads work works run runs have`,
    ],
  },
  {
    words: any`gave given quit stopped`,
    cue: /\b(?:(?:gave|given) it up|quit|stopped)\b/iu,
    told: /\b(?:haven't|hasn't|have not|has not) (?:been )?(?:to )?(?<what>\p{Ll}{4,}(?: \p{Ll}+)?)\b[^.;!?]{0,40}, (?:I|he|she|we)(?:'ve| have| has)?(?: just)? (?:(?:gave|given) it up\b|(?:quit|stopped)(?=\s*(?:[.,;!]|$|for good\b|altogether\b|completely\b)))/iu,
    sought: ({ what }) => eachAlike(what?.replace(/ (?:in|for|since)$/u, '')),
  },
  {
    words: any`shaved`,
    told: /\bshaved (?:off )?(?:my|his) (?<what>beard|moustache|mustache|goatee|stubble|hair|head)\b/iu,
    sought: ({ what }) => eachAlike(what),
  },
]
