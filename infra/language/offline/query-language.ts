// What the offline engine does for a query. Separate from the rest of the engine, whose lexicon takes most of a second
// to load: threads that only answer queries do not load it.
import type { QueryLanguage } from '../../ports/language-model.ts'
import { likeness, nearness } from '../meaning/likeness.ts'
import { terms } from '../terms.ts'
import { EMBED_DIMENSIONS, embed, embedLetters, LETTER_DIMENSIONS } from './embed.ts'

/** Increase it whenever the same text would get another vector. */
const VERSION = 2

export const offlineQueryLanguage: QueryLanguage = {
  embedding: { model: `offline@${VERSION}:${EMBED_DIMENSIONS}`, kind: 'lexical' },
  dimensions: EMBED_DIMENSIONS,
  embed: async (texts) => texts.map(embed),
  terms,
  likeness,
  nearness,
}

/** What the first version was: it goes on where data has its vectors. */
export const LETTERS_MODEL = `offline@1:${LETTER_DIMENSIONS}`
export const lettersQueryLanguage: QueryLanguage = {
  ...offlineQueryLanguage,
  embedding: { model: LETTERS_MODEL, kind: 'lexical' },
  dimensions: LETTER_DIMENSIONS,
  embed: async (texts) => texts.map(embedLetters),
}
