// The rules for what has turned into its opposite: a night owl into a morning person, fostering into adoption, broken into
// working, living apart into living together. Each tells which words the state of before was told in.
import { any, anyCase } from '../../../../patterns.ts'
import { each } from '../ending-words.ts'
import { BROKEN, type Resolution } from './resolved.ts'

const DIVORCING = any`divorce divorced divorcing separation separated separating`
const UNDER_WAY = any`going getting through filing filed process`
const EARLY = '(?<early>morning person|early bird|early riser|lark)'
const LATE = '(?<late>night owl|night person|evening person|late riser)'

const INSTEAD_OF: ReadonlyMap<string, string> = new Map(
  ['coffee tea', 'dog cat', 'city country', 'summer winter', 'beach mountain'].flatMap((pair) => {
    const [one = '', other = ''] = pair.split(' ')
    return [
      [one, other],
      [other, one],
    ]
  }),
)

export const turned: readonly Resolution[] = [
  {
    words: any`person`,
    cue: /\b(?:now|these days|turned into|become|became|converted)\b/iu,
    told: /\b(?:am|'m|is|'s|turned into|become|became) (?:now |more of )*an? (?<kind>coffee|tea|dog|cat|city|country|summer|winter|beach|mountain) person\b/iu,
    sought: ({ kind = '' }) => [[INSTEAD_OF.get(kind.toLowerCase()) ?? kind], ['person']],
  },
  {
    by: 'speaker',
    words: any`more`,
    cue: /\bno more /iu,
    told: /(?:^|[,;:] (?:so )?|\band )(?:(?:yay|finally|hooray|phew)[,!]? )?no more (?<what>glasses|contact lenses|contacts|reading glasses|hearing aids?|insulin|inhaler|crutches|cast|sling|braces|wheelchair|debts?|physio|chemo|nappies|night shifts|exams|lodgers?)(?=\s*(?:[.,;!]|$))/iu,
  },
  {
    by: 'speaker',
    words: any`more`,
    cue: /\bno more /iu,
    told: /(?:^|[,;:] (?:so |and )?|\band )no more (?<what>\p{Ll}[\p{L}-]{2,}(?: \p{Ll}+)?)(?: for (?:me|us))?(?=\s*(?:[.!]|$))/iu,
    attribute: () => 'does have',
  },
  {
    by: 'speaker',
    words: any`lodger flatmate roommate housemate tenant boarder pair`,
    told: /(?:^|[,;:] )(?:[Oo]ur|[Mm]y|[Tt]he) (?<what>lodger|flatmate|roommate|housemate|tenant|boarder|au pair) (?:has |have |just )*(?:moved out|left|gone)\b(?! (?:at|for work|early|the door|the lights?|a|his|her|their)\b)/u,
    one: ({ what = '' }) => what,
  },
  {
    by: 'speaker',
    words: any`leave`,
    told: /\b(?:(?<what>maternity|paternity|parental|sick|study|adoption) leave (?:is|has|was) (?:now |just )?(?:over|ended|finished)|back (?:at work )?from (?<from>maternity|paternity|parental|sick|study|adoption) leave)\b/iu,
    sought: ({ what, from }) => [...each(what ?? from), ['leave']],
  },
  {
    by: 'anybody',
    words: any`together`,
    told: /\b(?:and I|we)(?:'ve| have| just| finally)* moved in together\b/iu,
    sought: () => [['apart', 'separately', 'distance', 'long-distance']],
  },
  {
    by: 'speaker',
    words: any`adopted`,
    told: /\b(?:[Ww]e|I)(?:'ve| have)(?: now| finally| officially| just)* adopted (?:him|her|them|it)\b/u,
    sought: () => [['fostering', 'foster', 'fosters']],
  },
  {
    by: 'anybody',
    words: any`works working runs running`,
    cue: / again\b/iu,
    told: /(?:^|[,;:] |\b(?:and|so) )(?:[Mm]y|[Oo]ur|[Tt]he) (?<what>(?:\p{Ll}+ ){0,2}?\p{Ll}+) (?:is )?(?:works|working|runs|running) (?:fine |properly |perfectly )?again\b(?! at\b)/u,
    sought: ({ what }) => [...each(what), BROKEN],
  },
  {
    by: 'anybody',
    words: any`divorce divorced`,
    told: /\b(?:(?:the|our|my) divorce (?:is|was|'s|came|went|has (?:come|gone))(?: now| finally)? (?:final|finali[sz]ed|done|official|through)|(?:am|'m|are|'re) (?:now |finally |officially )+divorced)\b/iu,
    sought: () => [DIVORCING, UNDER_WAY],
  },
  {
    words: any`person bird riser lark owl`,
    told: anyCase`\b(?:am|'m|is|'s|turned into|become|became|been) (?:now |more of |actually )*an? (?:${EARLY}|${LATE})\b`,
    sought: ({ early }) =>
      early
        ? [
            ['night', 'evening', 'late'],
            ['owl', 'person', 'riser'],
          ]
        : [
            ['morning', 'early', 'lark'],
            ['person', 'bird', 'riser', 'lark', 'getting', 'waking', 'rising'],
          ],
  },
]
