// Vectors of a generation after the first lie in events of their own, beside the facts that they are of. So a reader of
// any generation finds its own, and never takes another's.
import {
  FIRST_GENERATION,
  generationOf,
  type QueryLanguage,
} from '../../../infra/ports/language-model.ts'
import { firstOf } from '../../../infra/runtime/certain.ts'
import type { Emitted, Outcome, Transformer } from '../../../infra/runtime/run/processor.ts'
import type { NewFactEvent } from '../../../schemas/events/catalogue.ts'
import { eventFrom } from '../../event-from.ts'

type Asserted = Extract<NewFactEvent, { type: 'FactAsserted' }>
type Vector = { asserted: Asserted; embedding: string; keyGeneration: number }

export function vectorsBeside(
  transformer: Transformer,
  { embedding }: Pick<QueryLanguage, 'embedding'>,
): Transformer {
  const generation = generationOf(embedding)
  if (generation === FIRST_GENERATION) return transformer
  return {
    ...transformer,
    handle: async (group, hand) => {
      const outcome = await transformer.handle(group, {
        ...hand,
        publish: (events, note) => hand.publish(apart(events, generation), note),
      })
      return withEvents(outcome, apart(outcome.events ?? [], generation))
    },
  }
}

function withEvents(outcome: Outcome, events: readonly Emitted[]): Outcome {
  return events.length === 0 ? outcome : { ...outcome, events }
}

/** The events in their order, and behind them the vectors of the facts among them. */
function apart(emitted: readonly Emitted[], generation: number): Emitted[] {
  const vectors = emitted.flatMap(vectorOf)
  const byCategory = Map.groupBy(vectors, ({ asserted, keyGeneration }) =>
    JSON.stringify([asserted.appId, asserted.userId, asserted.open.category, keyGeneration]),
  )
  return [
    ...emitted.map(withoutVector),
    ...[...byCategory.values()].map((some) => embeddedEvent(some, generation)),
  ]
}

function vectorOf({ event, keyGeneration }: Emitted): Vector[] {
  if (event.type !== 'FactAsserted' || !event.sealed || keyGeneration === null) return []
  const { embedding } = event.sealed
  return embedding === '' ? [] : [{ asserted: event, embedding, keyGeneration }]
}

function withoutVector(emitted: Emitted): Emitted {
  const { event } = emitted
  if (event.type !== 'FactAsserted' || !event.sealed) return emitted
  return { ...emitted, event: { ...event, sealed: { ...event.sealed, embedding: '' } } }
}

/** Of one user, category and key. */
function embeddedEvent(vectors: readonly Vector[], generation: number): Emitted {
  const { asserted, keyGeneration } = firstOf(vectors)
  const { open } = asserted
  const source = Math.max(...vectors.map((each) => each.asserted.open.source))
  const event: Extract<NewFactEvent, { type: 'FactsEmbedded' }> = {
    ...eventFrom(asserted, `embedded ${generation}`),
    type: 'FactsEmbedded',
    open: { generation, source, category: open.category, keyGeneration },
    sealed: {
      vectors: vectors.map(({ asserted: { open: fact }, embedding }) => ({
        factId: fact.factId,
        embedding,
      })),
    },
  }
  return { event, keyGeneration }
}
