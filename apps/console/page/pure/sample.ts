// A sample user, whose memory shows what the service does: replaced facts, an assistant that guesses, a document,
// events. All of it is dated in the past, so that there is a history to see. Pure.
import type { Batch, Scope } from '../shapes.ts'

export const sampleScope: Scope = { appId: 'sample', userId: 'ada' }

type Write = Batch['writes'][number]

const DAY_MS = 86_400_000

export function sampleWrites(now: Date): Write[] {
  const { userId } = sampleScope
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const talk = (
    days: number,
    contentType: 'conversation' | 'document',
    content: string,
  ): Write => ({
    kind: 'memorize',
    userId,
    contentType,
    content,
    metadata: { timestamp: ago(days) },
  })
  const event = (days: number, eventType: string, data: Record<string, unknown>): Write => ({
    kind: 'event',
    userId,
    eventType,
    source: 'webshop',
    timestamp: ago(days),
    data,
  })
  return [
    talk(
      420,
      'conversation',
      'Ada: I live in Lisbon and I work at Tagus Studio. I am a graphic designer.\nAda: My sister Ines is a doctor.',
    ),
    talk(
      300,
      'conversation',
      'Ada: I am allergic to peanuts. I love hiking, and I like jazz.\nBot: You seem to prefer quiet weekends.\nAda: My favourite tea is Earl Grey.',
    ),
    event(180, 'purchase', { product: 'a pair of hiking boots', price: 129 }),
    talk(
      120,
      'document',
      'Travel notes. Ada plans to visit Kyoto in April. The hotel is Hotel Kamo. Ines will join her.',
    ),
    talk(
      40,
      'conversation',
      'Ada: I have moved, I now live in Porto.\nAda: I now work at Douro Press.',
    ),
    talk(3, 'conversation', 'Ada: My favourite tea is Sencha now. I have a cat named Miso.'),
  ]
}
