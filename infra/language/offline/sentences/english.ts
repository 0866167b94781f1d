// A cheap test whether English rules may read a text. When in doubt about Latin script it says yes
// for short texts without foreign words: "Lives in Berlin" has only one function word.

const ENGLISH = new Set(
  `the a an i i'm i've my is are was and to of in it you that for on with at he she they we this have
  has not be but do his her as your by from me so about what when who will just user lives works`.split(
    /\s+/,
  ),
)

/** "Ben" is one, too, but far more often a name. */
const FOREIGN = new Set(
  `ich und ist der die das ein eine nicht mein meine wohne arbeite zu mit auf wir sie auch jetzt bei
  je suis le la les un une des et est mon ma mes habite dans pour avec travaille chez j'habite nous
  el los las una es soy mi mis vivo en y que con para trabajo por muy
  il lo gli sono mio mia abito vivo lavoro con che per di non
  eu sou meu minha moro trabalho em um uma o os e na com
  ik het een mijn woon niet werk en van voor
  jag är och mitt min bor i på en ett jeg er og mit bor på
  habe sind wird kann gern heute gestern danke guten dass aber oder noch schon sehr vom zum zur wir ihr
  hola gracias tengo tiene estoy hoy ayer pero porque del bonjour merci j'ai c'est vous ils elle cette
  ciao grazie della olá obrigado tenho não você está
  jestem mam mieszkam w i na nie się ve bir bu için`.split(/\s+/),
)

/** True if the text is English, as far as a count of scripts and small words can tell. */
export function looksEnglish(text: string): boolean {
  const sample = text.slice(0, 1000)
  return isLatin(sample) && countWords(sample)
}

/** Texts without any other letter than those of English are most, and need no counting. */
function isLatin(sample: string): boolean {
  if (!/[^\p{ASCII}]/u.test(sample)) return /[a-z]/i.test(sample)
  const letters = sample.match(/\p{L}/gu)?.length ?? 0
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters > 0 && latin / letters >= 0.7
}

/** "Mia moved out", "Los Angeles is home now" begin with a name. */
function isName(first: string, next = ''): boolean {
  return (
    /^(?:Mia|Per|Elle)$/.test(first) || (/^(?:La|Las|Los|El)$/.test(first) && /^\p{Lu}/u.test(next))
  )
}

/** "I drink soy milk" */
function isSoya(word: string, next = ''): boolean {
  return word === 'soy' && /^(?:milk|sauce|beans?|yogh?urt|latte|products|protein)$/.test(next)
}

/** Foreign words count in lower case or at the beginning only: "Las Vegas" and "La Paz" are names. */
function countWords(sample: string): boolean {
  let english = 0
  let foreign = 0
  // The end of an address is no word: "com" is one in Portuguese.
  const words =
    sample.replaceAll('’', "'").match(/(?<![\p{L}'@./-])[\p{L}']{1,20}(?!-?\p{L})/gu) ?? []
  words.forEach((word, i) => {
    const lower = word.toLowerCase()
    if (ENGLISH.has(lower)) english++
    else if (isSoya(lower, words[i + 1])) english++
    else if (FOREIGN.has(lower) && (word === lower || (i === 0 && !isName(word, words[1]))))
      foreign++
  })
  return foreign === 0 || english > foreign
}
