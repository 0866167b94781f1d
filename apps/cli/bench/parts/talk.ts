// The part of the bench that measures retrieval on real talk: the conversations of a data set, as `npm run eval` reads
// it, each turn a write of the conversation's user, and the questions about them.
import { nth } from '../../../../infra/runtime/certain.ts'
import { type Conversation, questionsOf, writesOf } from '../../eval/eval-dataset.ts'
import { called, during, type Message, type Subject, writeInTurn } from '../load/load.ts'
import { type Measured, type Sizes, windowsOf } from '../measure/windows.ts'
import type { Targets } from './running.ts'

/** How long a retrieval takes, one question after another, about all conversations in turn. */
export async function measureTalk(
  subject: Subject,
  sizes: Sizes,
  { talk, targets }: { talk: readonly Conversation[]; targets: Targets },
): Promise<Measured[]> {
  const { client, appId } = subject
  // To write more takes longer than a service is cold.
  const told = sizes.state === 'cold' ? talk.slice(0, 1) : talk
  await writeInTurn(subject, talkOf(told, sizes.state))
  const questions = questionsInTurn(told)
  let asked = 0
  const ask = async () => {
    const { conversation, question } = nth(questions, asked++ % questions.length)
    const userId = userOf(sizes.state, conversation)
    return (await client.retrieve({ appId, userId, query: question })).elapsedMs
  }
  const windows = await windowsOf(subject, sizes, async () =>
    called(await during(sizes.windowMs / 3, 1, ask)),
  )
  const call = `retrieval, real talk, ${told.length} conversation${told.length > 1 ? 's' : ''}`
  return [{ call, windows, tells: ['latency', 'cost'], targets: targets.talk ?? {} }]
}

export function talkOf(talk: readonly Conversation[], prefix: string): Message[][] {
  return talk.map((each) =>
    writesOf(each, 'turn').map(({ content, at }) => ({
      userId: userOf(prefix, each.id),
      content,
      metadata: { timestamp: at },
    })),
  )
}

function userOf(prefix: string, conversation: string): string {
  return `${prefix}-talk-${conversation}`
}

/** One about each conversation, then the next about each. */
export function questionsInTurn(talk: readonly Conversation[]) {
  const asked = talk.map(questionsOf)
  const most = Math.max(...asked.map(({ length }) => length))
  const places = Array.from({ length: most }, (_, place) => place)
  return places.flatMap((place) => asked.flatMap((each) => each[place] ?? []))
}
