// Memory for the AI SDK: a middleware that puts recalled memory into the prompt and remembers the turn afterwards, and
// tools that let a model do so itself.
import { jsonSchema, type LanguageModelMiddleware, type ToolSet, tool } from 'ai'
import type { Memory } from './memory.ts'
import { notesFor, rememberTurn, type TurnOptions, until } from './turn.ts'

export type MiddlewareOptions = TurnOptions

type Transform = NonNullable<LanguageModelMiddleware['transformParams']>
type CallOptions = Parameters<Transform>[0]['params']
type Prompt = CallOptions['prompt']
type StreamPart =
  Awaited<
    ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>
  >['stream'] extends ReadableStream<infer Part>
    ? Part
    : never

export function memoryMiddleware(options: MiddlewareOptions): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    transformParams: async ({ params }) => {
      const asked = until(params.abortSignal, options)
      const notes = await notesFor(lastOfUser(params.prompt), asked)
      return notes === '' ? params : { ...params, prompt: withNotes(params.prompt, notes) }
    },
    wrapGenerate: async ({ doGenerate, params }) => {
      const result = await doGenerate()
      const texts = result.content.flatMap((part) => (part.type === 'text' ? part.text : []))
      const asksTools = result.content.some(({ type }) => type === 'tool-call')
      if (!asksTools) await remember({ params, answer: texts.join('') }, options)
      return result
    },
    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream()
      let answer = ''
      let asksTools = false
      const listening = new TransformStream<StreamPart, StreamPart>({
        transform: (part, controller) => {
          if (part.type === 'text-delta') answer += part.delta
          if (part.type === 'tool-call') asksTools = true
          controller.enqueue(part)
        },
        // Before the stream ends, because a serverless function may be stopped once it has answered.
        flush: async () => {
          if (!asksTools) await remember({ params, answer }, options)
        },
      })
      return { ...rest, stream: stream.pipeThrough(listening) }
    },
  }
}

/** Tools for a model: to remember, to recall, and, once its user has approved, to forget. */
export function memoryTools({ memory }: { memory: Memory }): ToolSet {
  return {
    recall: tool({
      description:
        'Looks up what is known about the user from earlier conversations. Call it before you answer anything that may depend on it.',
      inputSchema: jsonSchema<{ query: string }>({
        type: 'object',
        properties: { query: { type: 'string', description: 'What you want to know' } },
        required: ['query'],
        additionalProperties: false,
      }),
      execute: async ({ query }) => (await memory.prompt(query)) || 'Nothing is known about that.',
    }),
    remember: tool({
      description:
        'Remembers what the user has just said, such as a preference, a plan or a change in their life, in their own words.',
      inputSchema: jsonSchema<{ words: string }>({
        type: 'object',
        properties: { words: { type: 'string', description: 'The words of the user, as said' } },
        required: ['words'],
        additionalProperties: false,
      }),
      execute: async ({ words }) => ({ id: await memory.remember(words) }),
    }),
    forget: tool({
      description: 'Deletes what is known about the user: a category, or everything.',
      inputSchema: jsonSchema<{ category?: string }>({
        type: 'object',
        properties: {
          category: { type: 'string', description: 'Only this category; without it, everything' },
        },
        additionalProperties: false,
      }),
      needsApproval: true,
      execute: ({ category }) =>
        memory.forget(category === undefined ? 'everything' : { category }),
    }),
  }
}

type Step = { params: CallOptions; answer: string }

/** A step that calls tools is not a turn yet: the step that answers is, so each turn is remembered once. */
function remember({ params, answer }: Step, options: MiddlewareOptions): Promise<void> {
  return rememberTurn({ question: lastOfUser(params.prompt), answer }, options)
}

/** After the instructions of the application, which come first. */
function withNotes(prompt: Prompt, notes: string): Prompt {
  const first = prompt.findIndex(({ role }) => role !== 'system')
  const at = first < 0 ? prompt.length : first
  return [...prompt.slice(0, at), { role: 'system', content: notes }, ...prompt.slice(at)]
}

function lastOfUser(prompt: Prompt): string {
  const message = prompt.findLast(({ role }) => role === 'user')
  if (message?.role !== 'user') return ''
  return message.content
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n')
    .trim()
}
