// English words whose forms no suffix rule can join: irregular verbs and plurals, by their base word. A form that is
// also a common word of another meaning ('left', 'saw', 'found') counts as the verb's.
import { firstOf } from '../runtime/certain.ts'

const FORMS = `
arise arose arisen|awake awoke awoken|bear bore borne|beat beaten|become became|begin began begun
bend bent|bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred
bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|cling clung
come came|creep crept|deal dealt|dig dug|do did done|draw drew drawn|dream dreamt
drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|feel felt
fight fought|find found|flee fled|fly flew flown|forbid forbade forbidden|forget forgot forgotten
forgive forgave forgiven|freeze froze frozen|get got gotten|give gave given|go went gone
grind ground|grow grew grown|hang hung|hear heard|hide hid hidden|hold held|keep kept
kneel knelt|know knew known|lay laid|lead led|lean leant|leap leapt|learn learnt|leave left
lend lent|light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken
pay paid|prove proven|ride rode ridden|ring rang rung|rise rose risen|run ran|say said
see saw seen|seek sought|sell sold|send sent|sew sewn|shake shook shaken|shine shone
shoot shot|show shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat|sleep slept
slide slid|speak spoke spoken|spend spent|spin spun|stand stood|steal stole stolen|stick stuck
sting stung|strike struck|strive strove|swear swore sworn|sweep swept|swim swam swum|swing swung
take took taken|teach taught|tear tore torn|tell told|think thought|throw threw thrown
understand understood|wake woke woken|wear wore worn|weave wove woven|weep wept|win won
wind wound|withdraw withdrew withdrawn|write wrote written|foot feet|goose geese|tooth teeth
mouse mice|man men|woman women|child children|person people|life lives|wife wives|knife knives
leaf leaves|shelf shelves|wolf wolves|half halves|loaf loaves|self selves|good better best
bad worse worst|die died dying dies|lie lied lying lies|tie tied tying ties`

/** From an irregular form to its base word. */
export const IRREGULAR_FORMS: ReadonlyMap<string, string> = new Map(
  FORMS.split(/[|\n]/)
    .filter((line) => line !== '')
    .flatMap((line) => {
      const words = line.split(' ')
      const base = firstOf(words)
      return words.slice(1).map((form) => [form, base] as const)
    }),
)
