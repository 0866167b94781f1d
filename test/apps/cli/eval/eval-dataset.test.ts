// How a data set is read: dates, lines, evidence.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CommandFailed } from '../../../../apps/cli/command/command.ts'
import {
  type Conversation,
  evidenceIds,
  questionsOf,
  readDataset,
  sessionContent,
  sessionInstant,
  writesOf,
} from '../../../../apps/cli/eval/eval-dataset.ts'
import { ownDirectory } from '../../../infra/sqlite/directory.ts'

const conversation: Conversation = {
  id: 'c1',
  speakers: ['Ann', 'Ben'],
  sessions: [
    {
      at: '1:56 pm on 8 May, 2023',
      turns: [
        { id: 'D1:1', speaker: 'Ann', text: 'I moved to Oslo.\nIt is cold.' },
        { id: 'D1:2', speaker: 'Ben', text: 'Look!', image: 'a photo of a dog' },
        { id: 'D1:3', speaker: 'Ben', text: '...' },
      ],
    },
  ],
  qa: [
    { question: 'Where?', evidence: ['D1:1'], category: 4 },
    { question: 'Both?', evidence: ['D1:1; D1:2 D9:9'], category: 1 },
    { question: 'Malformed?', evidence: ['D:1:1'], category: 1 },
    { question: 'Wordless?', evidence: ['D1:3'], category: 2 },
    { question: 'None?', evidence: [], category: 3 },
    { question: 'Never said?', evidence: ['D1:1'], category: 5 },
  ],
}

describe('sessionInstant', () => {
  it.each([
    ['1:56 pm on 8 May, 2023', '2023-05-08T13:56:00.000Z'],
    ['12:09 am on 13 September, 2023', '2023-09-13T00:09:00.000Z'],
    ['12:30 pm on 1 January, 2022', '2022-01-01T12:30:00.000Z'],
    ['9:05 AM on 29 February 2024', '2024-02-29T09:05:00.000Z'],
  ])('%s', (at, iso) => {
    expect(sessionInstant(at)).toBe(iso)
  })

  it.each([
    '',
    'yesterday',
    '1:56 pm on 31 June, 2023',
    '1:60 am on 1 May, 2023',
    '13:00 pm on 1 May, 2023',
    '1:00 pm on 1 Mai, 2023',
  ])('refuses %j', (at) => {
    expect(() => sessionInstant(at)).toThrow(CommandFailed)
  })
})

describe('sessionContent', () => {
  it('writes a line a turn, the caption in brackets, line breaks as spaces', () => {
    expect(sessionContent(conversation.sessions[0]!)).toBe(
      'Ann: I moved to Oslo. It is cold.\nBen: Look! [shares a photo of a dog]\nBen: ...',
    )
  })
})

describe('writesOf', () => {
  const at = '2023-05-08T13:56:00.000Z'
  const turns = [
    'Ann: I moved to Oslo. It is cold.',
    'Ben: Look! [shares a photo of a dog]',
    'Ben: ...',
  ]

  it('writes a session as a whole, or its turns one by one, with a thread where that is asked for', () => {
    expect(writesOf(conversation, 'conversation')).toEqual([{ content: turns.join('\n'), at }])
    expect(writesOf(conversation, 'turn')).toEqual(turns.map((content) => ({ content, at })))
    expect(writesOf(conversation, 'thread')).toEqual(
      turns.map((content) => ({ content, at, threadId: 'session-1' })),
    )
  })
})

describe('evidence', () => {
  it('splits ids that are strung together, and drops repetitions', () => {
    expect(evidenceIds(['D8:6; D9:17', 'D9:1 D4:4 D4:6', 'D8:6'])).toEqual([
      'D8:6',
      'D9:17',
      'D9:1',
      'D4:4',
      'D4:6',
    ])
    expect(evidenceIds(['', ' ; '])).toEqual([])
  })

  it('keeps the questions that can be scored, with the turns that exist', () => {
    const kept = questionsOf(conversation)
    expect(kept.map(({ question }) => question)).toEqual(['Where?', 'Both?'])
    expect(kept[1]!.evidence.map(({ id }) => id)).toEqual(['D1:1', 'D1:2'])
  })
})

describe('readDataset', () => {
  const directory = ownDirectory()
  const written = (content: string) => {
    const path = join(directory, 'set.json')
    writeFileSync(path, content)
    return path
  }

  it('reads what it needs and ignores the rest', () => {
    const path = written(JSON.stringify([{ ...conversation, observations: [] }]))
    expect(readDataset(path)).toEqual([conversation])
  })

  it.each(['{', '[]', '[{"id":"c"}]'])('refuses %s and says why', (content) => {
    expect(() => readDataset(written(content))).toThrow(/the data set .* is not|is cut off/)
  })

  it('refuses a file that is not there', () => {
    expect(() => readDataset(join(directory, 'none.json'))).toThrow(CommandFailed)
  })
})
