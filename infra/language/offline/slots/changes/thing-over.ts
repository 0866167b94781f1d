// Reads that a thing is no more: "Rex passed away", "The trip was cancelled", "My arm has healed".
import type { Sought } from '../../../../ports/language-model.ts'
import { any } from '../../../patterns.ts'
import { contentWords, namesOr } from '../../sentences/sentence-sense.ts'
import type { Persons } from '../slot-subjects.ts'
import { ends } from './ending-words.ts'

/** A thing that is over, before the words that say so. */
const OVER =
  /(?:^|[,;] (?:so |and |but )?|\b(?:and|but) (?=(?:my|our) ))(?:(?:sadly|unfortunately|so|well|ok|okay|oh no|ugh|update|(?:sad |bad |good )?news)[,:]? )?(?<what>(?:both|all) (?:of )?(?:my |our |the )?(?:\p{Ll}+ )?\p{Ll}+|(?!the (?:train|bus|tram|ferry|metro|tube|subway)\b)(?:(?:my|our|the) )[\p{L}' -]{2,60}?|(?!(?:It|That|This|He|She|There|Here|What|Who|Let|Where|How)'s )(?:(?:Mr|Mrs|Ms|Dr)\.? )?\p{Lu}[\p{L}-]+(?: (?-i:\p{Lu})[\p{L}-]+)?(?:'s [\p{L} -]{2,40}?)?)(?: has| have| had| just| sadly| recently| finally|'s)* (?:passed away|died|passed on|crossed the rainbow bridge|(?:was|been|is|got|were|are|to be)(?: just| now| unfortunately| been| finally| all)* (?:done|finished|put down|put to sleep|dead|cancelled|canceled|called off|scrapped|over|sold|stolen|written off|gone|no more|revoked|confiscated|repossessed|taken away)|ran away|flew (?:away|off)|(?:flew|ran|got|went) (?:away|off|out)(?: of (?:the|my|our) \p{Ll}+)? and never (?:came back|returned)|has (?:now |finally |completely )?(?:gone|disappeared|vanished)(?= ?(?:[.!]|$|completely\b|now\b|for good\b))|escaped|didn't make it|(?:was|got) run over|had to be put (?:down|to sleep)|is no longer with us|(?<healed>healed|healed up|cleared up)|(?<fine>(?:is|are|feels?)(?: now| all| finally| completely| totally)? (?:fine|better|ok|okay|all right|alright|good|well|healthy|back to normal)(?: again|(?<=normal)))|fell through|went away|wore off)(?=\s*(?:[.,;!)]|$|last|yesterday|today|this|on|in|by|because|due|and|for|so|over|after|since|thanks))/iu

/** "I have a tattoo on my arm" holds, whatever has healed. */
const BODY =
  /^(?:arm|leg|foot|feet|ankle|wrist|hand|finger|thumb|toe|knee|elbow|shoulder|hip|back|neck|rib|ribs|nose|jaw|eye|ear|skin|face|collarbone|tendon|muscle|hamstring|achilles)$/
const HURT = any`broken broke fractured fracture sprained sprain injured injury hurt hurts sore torn tore pulled bruised swollen infected rash burnt burned cut wound strained dislocated cast sling crutches stitches operation surgery pain ache aches`

const ILL = any`sick ill unwell poorly vet recovering limping limps bad stiff twisted trouble problem problems playing`

export function isOver(text: string, { first }: Persons): Sought[] {
  const found = OVER.exec(text)?.groups
  const what = found?.what?.replace(
    /^(?:both|all)(?: of)? |^(?:mr|mrs|ms|dr)\.? |^.* (?:is|are|was|has|came) .* and (?=(?:my|our|the) )/iu,
    '',
  )
  if (!what) return []
  const words = /'s /u.test(what) ? contentWords(what) : namesOr(what, contentWords(what))
  const over = ends(null, words)
  const noun = words.at(-1) ?? ''
  if (found?.fine) {
    const subject = BODY.test(noun) ? first : `${first}'s ${noun}`
    return [{ ...over, subject, words: [...over.words, [...HURT, ...ILL]] }]
  }
  const isBody = found?.healed !== undefined && BODY.test(noun)
  return [isBody ? { ...over, words: [...over.words, HURT] } : over]
}
