// The answer to a question as text for a prompt: what is known in general, then what concerns the question. Pure.
import type { Retrieved } from './shapes.ts'

export function promptText({ summaries, relevantItems, graphContext }: Retrieved): string {
  const parts = [
    section(
      'What is known of the user',
      Object.entries(summaries).map(([category, text]) => `${category}: ${oneLine(text)}`),
    ),
    section(
      'What concerns the question',
      relevantItems.map(
        ({ content, createdAt }) => `${oneLine(content)} (${createdAt.slice(0, 10)})`,
      ),
    ),
    section('Who and what is related', graphContext.map(related)),
  ]
  return parts.filter(Boolean).join('\n\n')
}

function related({ name, type, properties, relationships }: Retrieved['graphContext'][number]) {
  const facts = [
    ...Object.entries(properties).map(([key, value]) => `${key} ${value}`),
    ...relationships.map((each) => `${each.type.replaceAll('_', ' ')} ${each.target}`),
  ]
  return `${name} (${type})${facts.length > 0 ? `: ${facts.join('; ')}` : ''}`
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${title}:\n${lines.map((line) => `- ${line}`).join('\n')}`
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
