// What the offline engine does for a query. Apart from the rest of the engine, whose lexicon takes most of a second to
// load: threads that only answer queries do without it.
import type { QueryLanguage } from '../../ports/language-model.ts'
import { terms } from '../terms.ts'
import { EMBED_DIMENSIONS, embed } from './embed.ts'

/** Raised whenever the engine would read the same text differently. */
const VERSION = 2

export const offlineQueryLanguage: QueryLanguage = {
  name: `offline@${VERSION}`,
  dimensions: EMBED_DIMENSIONS,
  embed: async (texts) => texts.map(embed),
  terms,
}
