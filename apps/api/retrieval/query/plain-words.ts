// Turns of phrase whose words do not say what is asked: the search gets words that do. Pure; English only.

const PHRASES: readonly (readonly [RegExp, string])[] = [
  // "For a living" has the stem of "live", which asks where; "What does Ada do?" has no word that tells anything.
  [
    /\bfor a living\b|(?<=\bwhat (?:do(?:es)?|did) (?:\S+ ){1,4})do(?: for (?:work|a living))?(?=(?: before\b.*)?\W*$)/giu,
    ' as a job by profession',
  ],
  [
    /(?<=\bwhat (?:should|could|can|do) (?:i|we) )(?:get|give|buy)\b(?! rid| up| back)/giu,
    'like love interest hobby',
  ],
  [/(?<=\bwhat (?:should|could|can|shall) (?:i|we) )(?:cook|make|bake)\b/giu, 'cook eat food diet'],
  [
    /\b(?:present|gift) (?:idea )?(?:for|would|should|could)\b/giu,
    '$& like love interest hobby want',
  ],
  [
    /\b(?:grow|grew|growing|brought) up\b|\bspend (?:my|his|her) childhood\b/giu,
    'grow up hometown origin',
  ],
  [/\b(?:stay|keep|get) fit\b/giu, 'fitness exercise sport'],
  [/\bcome from(?=\W*$)/giu, 'come from origin born'],
  [/\ba table (?=for\b|at\b|in\b)/giu, 'a restaurant table '],
  [/^introduce (?:me|us)\b|\b(?:linkedin|profile|bio|cv|resume)\b/giu, '$& name profession job'],
  [/\bget (?=(?:to|around)\b)/giu, 'commute '],
  [/\b(?:dating|going out with)\b/giu, 'dating partner relationship'],
  [/\bpass(?:ed)? away\b/giu, 'die'],
  [/\b(?:is|are) (?=(?:\S+ ){1,3}(?:still )?alive\b)/giu, 'die '],
]

/** It tells nothing beside the words behind it: "Where do I go jogging?". */
const LIGHT_VERB =
  /(?<=\b(?:do|does|did|should|can|could|will) (?:\S+ ){1,3})(?:go|get|take|make|use|have|need|know)(?= (?:(?:to|for|in|on|at|a|an|the|my|our|any|with) ){0,2}\p{L}{4,})/giu

export function inPlainWords(query: string): string {
  const plain = PHRASES.reduce((text, [phrase, words]) => text.replace(phrase, words), query)
  return plain.replace(LIGHT_VERB, '')
}
