// The records that each export yields.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readChatgpt } from '../../../../../apps/cli/import/formats/chatgpt.ts'
import { readClaude } from '../../../../../apps/cli/import/formats/claude.ts'
import { readHindsight } from '../../../../../apps/cli/import/formats/hindsight.ts'
import type { ImportRecord } from '../../../../../apps/cli/import/formats/import-record.ts'
import { readLetta } from '../../../../../apps/cli/import/formats/letta.ts'
import { readMem0 } from '../../../../../apps/cli/import/formats/mem0.ts'
import { readPalimpsest } from '../../../../../apps/cli/import/formats/palimpsest.ts'
import { readZep } from '../../../../../apps/cli/import/formats/zep.ts'

function messagesOf(record: ImportRecord) {
  return 'content' in record && typeof record.content !== 'string' ? record.content : []
}

describe('mem0', () => {
  const memory = (more: object) => ({ id: 'm1', memory: 'Likes chess', user_id: 'anna', ...more })

  it('gives each memory with its id, its user, and since when it holds', () => {
    const given = {
      results: [
        memory({ created_at: '2025-01-02T10:00:00-08:00' }),
        memory({ id: 'm2', created_at: '2025-01-02T10:00:00', updated_at: '2025-03-04T10:00:00Z' }),
        memory({ id: 'm3', user_id: null, created_at: null }),
      ],
    }
    const content = 'Likes chess'
    expect(readMem0(given).records).toEqual([
      { id: 'm1', userId: 'anna', content, at: '2025-01-02T18:00:00.000Z' },
      { id: 'm2', userId: 'anna', content, at: '2025-03-04T10:00:00.000Z' },
      { id: 'm3', userId: null, content, at: null },
    ])
    expect(readMem0(given.results)).toEqual(readMem0(given))
  })

  it('reads several pages, the thread and the metadata of a memory, and until when it holds', () => {
    const page = (...results: object[]) => ({ count: 2, next: null, previous: null, results })
    const more = { run_id: 'r1', metadata: { type: 'hobby' }, expiration_date: '2030-01-31' }
    const { records } = readMem0([page(memory(more)), page(memory({ id: 'm2', metadata: {} }))])
    expect(records).toEqual([
      {
        id: 'm1',
        userId: 'anna',
        content: 'Likes chess (until 2030-01-31)',
        at: null,
        threadId: 'r1',
        metadata: { type: 'hobby' },
      },
      { id: 'm2', userId: 'anna', content: 'Likes chess', at: null },
    ])
  })

  it('counts what it leaves out, which costs no other', () => {
    const { records, leftOut } = readMem0([memory({ memory: ' ' }), { text: 'x' }, 7, memory({})])
    expect(records).toHaveLength(1)
    expect(leftOut).toEqual({ 'without text': 1, 'not as expected': 2 })
  })

  it.each([{}, 'text', { memories: [] }])('refuses what is no such export: %j', (given) => {
    expect(() => readMem0(given)).toThrow()
  })
})

describe('Hindsight', () => {
  const unit = (more: object) => ({ id: 'u1', text: 'Anna lives in Berlin', ...more })
  const at = '2024-01-01T00:00:00.000Z'

  it('gives each fact with its id, its bank, its document, and since when it holds', () => {
    const items = [
      unit({ fact_type: 'world', date: at, mentioned_at: null, tags: [], state: 'valid' }),
      unit({ id: 'u2', type: 'experience', mentioned_at: at, date: '2025-01-01' }),
      unit({ id: 'u3', occurred_start: at, occurred_end: '2024-01-01T09:00:00Z', mentioned_at: 9 }),
      unit({ id: 'u4', occurred_start: at, occurred_end: '2024-02-03T00:00:00Z' }),
      unit({ id: 'u5', document_id: 'chat-1', context: 'A talk', tags: ['home'], bank_id: 'ben' }),
      unit({ id: 'u6', document_id: 'a\nb' }),
    ]
    const content = 'Anna lives in Berlin'
    const known = { userId: 'anna', at, content }
    const { records, leftOut } = readHindsight({ bank_id: 'anna', items, total: 6 })
    expect(leftOut).toEqual({})
    expect(records).toEqual([
      { ...known, id: 'u1' },
      { ...known, id: 'u2' },
      { ...known, id: 'u3' },
      { ...known, id: 'u4', content: `${content} (until 2024-02-03)` },
      {
        ...known,
        id: 'u5',
        userId: 'ben',
        at: null,
        threadId: 'chat-1',
        metadata: { context: 'A talk', tags: ['home'] },
      },
      { ...known, id: 'u6', at: null },
    ])
    expect(readHindsight([{ bank_id: 'anna', items }]).records).toEqual(records)
    expect(readHindsight(items).records[0]).toMatchObject({ id: 'u1', userId: null })
  })

  it('keeps what was invalidated as a record that is never retrieved', () => {
    const retired = { state: 'invalidated', mentioned_at: at }
    const { records, leftOut } = readHindsight([
      unit(retired),
      unit({ ...retired, mentioned_at: null }),
      unit({ ...retired, text: 'x'.repeat(4_001) }),
    ])
    const text = 'Anna lives in Berlin'
    expect(records).toEqual([{ id: 'u1', userId: null, at, fact: { text, validTo: at } }])
    expect(Object.values(leftOut)).toEqual([1, 1])
  })

  it('reads the archive of a transfer: each document’s facts, with the document as their thread', () => {
    const facts = [
      { text: 'Anna lives in Berlin', fact_type: 'world', event_date: at, source_id: 'f1' },
      { text: 'She likes chess', fact_type: 'experience', occurred_start: at, entities: ['Anna'] },
      { text: 'Anna is settled', fact_type: 'observation' },
      'no fact',
    ]
    const given = {
      'manifest.json': { schema_version: 1, source_bank_id: 'anna', fact_count: 3 },
      'documents/000000.json': { id: 'chat-1', original_text: 'all of it', facts },
      'documents/000001.json': { facts },
      'bank/config.json': { id: 'other', facts },
    }
    const { records, leftOut } = readHindsight(given)
    expect(records).toEqual([
      { id: 'f1', userId: 'anna', at, content: 'Anna lives in Berlin', threadId: 'chat-1' },
      { id: 'chat-1#1', userId: 'anna', at, content: 'She likes chess', threadId: 'chat-1' },
    ])
    expect(leftOut).toEqual({
      'observations, which are derived from facts': 1,
      'not as expected': 1,
      'documents not as expected': 1,
    })
    const newer = { ...given, 'manifest.json': { schema_version: 2, source_bank_id: 'anna' } }
    expect(() => readHindsight(newer)).toThrow()
  })

  it('leaves out what is derived, and what is not as expected', () => {
    const { records, leftOut } = readHindsight([
      unit({ fact_type: 'observation' }),
      unit({ type: 'opinion' }),
      unit({ text: ' ' }),
      7,
    ])
    expect(records).toEqual([])
    expect(Object.values(leftOut)).toEqual([1, 1, 1, 1])
    expect(() => readHindsight({ memories: [] })).toThrow()
  })
})

describe('Zep', () => {
  it('gives facts since when they were valid, and says of one that has ended when it did', () => {
    const edge = { uuid: 'e1', fact: 'Anna lives in Berlin.', created_at: '2025-05-01T00:00:00Z' }
    const valid_at = '2024-01-01T00:00:00Z'
    const { records } = readZep({
      edges: [edge, { ...edge, uuid: 'e2', valid_at, invalid_at: '2025-02-03T00:00:00Z' }],
    })
    expect(records).toEqual([
      { id: 'e1', userId: null, content: 'Anna lives in Berlin.', at: '2025-05-01T00:00:00.000Z' },
      {
        id: 'e2',
        userId: null,
        content: 'Anna lives in Berlin. (until 2025-02-03)',
        at: '2024-01-01T00:00:00.000Z',
      },
    ])
  })

  it('gives the facts of Graphiti to the user after whom their group is named', () => {
    const fact = { uuid: 'e1', fact: 'Anna lives in Berlin.', created_at: '2025-05-01T00:00:00Z' }
    const groups = ['anna', '', '_', null]
    const { records } = readZep({ facts: groups.map((group_id) => ({ ...fact, group_id })) })
    expect(records.map(({ userId }) => userId)).toEqual(['anna', null, null, null])
    const expired = readZep([{ ...fact, expired_at: '2025-06-01T00:00:00Z' }]).records[0]
    expect(expired).toMatchObject({ content: 'Anna lives in Berlin. (until 2025-06-01)' })
  })

  it('names a thread after its first message where the answer does not name it', () => {
    const messages = [{ uuid: 'm1', role: 'user', content: 'Hello.' }]
    const thread_created_at = '2025-05-01T10:00:00Z'
    const { records } = readZep({ threads: [{ messages, thread_created_at, user_id: 'anna' }] })
    expect(records).toMatchObject([{ id: 'm1/0', threadId: 'm1', at: '2025-05-01T10:00:00.000Z' }])
    expect(readZep({ threads: [{ messages: [] }] }).leftOut).toEqual({ 'without an id': 1 })
  })

  it('gives threads as conversations of their users', () => {
    const said = (role: string, content: string) => ({
      role,
      content,
      created_at: '2025-05-01T10:00:00Z',
    })
    const messages = [said('system', 'Be brief.'), said('user', 'Hello.'), said('assistant', 'Hi.')]
    const { records } = readZep({ threads: [{ thread_id: 't1', user_id: 'anna', messages }] })
    expect(records).toEqual([
      {
        id: 't1/0',
        userId: 'anna',
        threadId: 't1',
        at: '2025-05-01T10:00:00.000Z',
        content: [
          { role: 'user', content: 'Hello.' },
          { role: 'assistant', content: 'Hi.' },
        ],
      },
    ])
  })
})

describe('ChatGPT', () => {
  const node = (role: string, text: string, parent: string | null, more: object = {}) => ({
    parent,
    message: {
      author: { role },
      create_time: 1746100000,
      content: { content_type: 'text', parts: [text] },
      ...more,
    },
  })
  const conversation = {
    conversation_id: 'c1',
    create_time: 1746100000.5,
    current_node: 'answer',
    mapping: {
      root: { parent: null, message: null },
      hidden: node('user', 'profile', 'root', {
        metadata: { is_visually_hidden_from_conversation: true },
      }),
      question: node('user', 'I live in Berlin.', 'hidden'),
      rejected: node('assistant', 'No.', 'question'),
      tool: node('tool', 'a page', 'question'),
      answer: node('assistant', 'Noted.', 'tool'),
    },
  }

  it('gives the path that its user saw last, without tools and hidden words', () => {
    const { records } = readChatgpt([conversation])
    expect(records).toMatchObject([
      {
        id: 'c1/0',
        threadId: 'c1',
        at: '2025-05-01T11:46:40.000Z',
        content: [
          { role: 'user', content: 'I live in Berlin.' },
          { role: 'assistant', content: 'Noted.' },
        ],
      },
    ])
  })

  it('gives what was spoken, and leaves out words for a tool', () => {
    const talk = [{ content_type: 'audio_transcription', text: 'I like tea.' }, { asset: 'x' }]
    const mapping = {
      spoken: node('user', '', null, {
        content: { content_type: 'multimodal_text', parts: talk },
      }),
      kept: node('assistant', 'Likes tea.', 'spoken', { recipient: 'bio' }),
      answer: node('assistant', 'So do I.', 'kept', { recipient: 'all' }),
    }
    const { records } = readChatgpt([{ ...conversation, current_node: 'answer', mapping }])
    expect(records.flatMap(messagesOf)).toEqual([
      { role: 'user', content: 'I like tea.' },
      { role: 'assistant', content: 'So do I.' },
    ])
  })

  it('given parents in a circle then it ends', () => {
    const mapping = { a: node('user', 'one', 'b'), b: node('user', 'two', 'a') }
    const { records } = readChatgpt([{ ...conversation, current_node: 'a', mapping }])
    expect(messagesOf(records[0]!)).toHaveLength(2)
  })

  it('gives each day a write of its own, and splits what is too long for one', () => {
    const days = {
      one: node('user', 'x'.repeat(450_000), null, { create_time: 1746100000 }),
      two: node('user', 'The next day.', 'one', { create_time: 1746190000 }),
    }
    const { records } = readChatgpt([{ ...conversation, current_node: 'two', mapping: days }])
    expect(records.map(({ id, at }) => [id, at?.slice(0, 10)])).toEqual([
      ['c1/0', '2025-05-01'],
      ['c1/1', '2025-05-01'],
      ['c1/2', '2025-05-01'],
      ['c1/3', '2025-05-02'],
    ])
    const whole = records.flatMap(messagesOf)
    expect(whole.reduce((chars, { content }) => chars + content.length, 0)).toBe(450_013)
  })
})

describe('Claude', () => {
  it('gives each conversation with its id and dates, from either form of a text', () => {
    const created_at = '2025-05-01T10:00:00.123456Z'
    const { records } = readClaude([
      {
        uuid: 'u1',
        created_at,
        chat_messages: [
          { sender: 'human', text: 'I live in Berlin.', created_at },
          {
            sender: 'assistant',
            text: 'This block is not supported on your current device yet. Noted.',
            content: [
              { type: 'thinking', thinking: 'A city.' },
              { type: 'text', text: 'Noted.' },
            ],
            created_at,
          },
        ],
      },
    ])
    expect(records).toEqual([
      {
        id: 'u1/0',
        userId: null,
        threadId: 'u1',
        at: '2025-05-01T10:00:00.123Z',
        content: [
          { role: 'user', content: 'I live in Berlin.' },
          { role: 'assistant', content: 'Noted.' },
        ],
      },
    ])
  })
})

describe('Letta', () => {
  const created_at = '2025-05-01T10:00:00Z'
  const at = '2025-05-01T10:00:00.000Z'
  const blocks = [
    { id: 'b1', label: 'human', value: 'Lives in Berlin.', created_at },
    { id: 'b2', label: 'persona', value: 'I am a kind agent.', created_at },
  ]
  const send = { function: { name: 'send_message', arguments: '{"message":"Noted."}' } }
  const messages = [
    { role: 'system', content: 'You are.', created_at },
    { role: 'user', content: '{"type":"user_message","message":"I like chess."}', created_at },
    { role: 'user', content: '{"type":"heartbeat"}', created_at },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'a thought' }],
      tool_calls: [send],
      created_at,
    },
  ]

  it('gives the blocks about the human and what was said, not what the agent thought', () => {
    const { records, leftOut } = readLetta({ agents: [{ id: 'a1', messages }], blocks })
    expect(records).toEqual([
      { id: 'b1', userId: null, content: 'Lives in Berlin.', at },
      {
        id: 'a1/2025-05-01',
        userId: null,
        threadId: 'a1',
        at,
        saidAt: [Date.parse(at), Date.parse(at)],
        content: [
          { role: 'user', content: 'I like chess.' },
          { role: 'assistant', content: 'Noted.' },
        ],
      },
    ])
    expect(leftOut).toEqual({ 'about the agent': 1 })
  })

  it('reads the older form of an agent file too, and either as one string', () => {
    const older = { name: 'helper', core_memory: blocks, messages }
    const { records } = readLetta(older)
    expect(records.map(({ id }) => id)).toEqual(['b1', 'helper/2025-05-01'])
    expect(readLetta(JSON.stringify(older)).records).toEqual(records)
  })

  it('dates blocks by the file, and leaves out thoughts beside calls, reminders and agents behind agents', () => {
    const call = { function: { name: 'memory_replace', arguments: '{}' } }
    const text = [{ type: 'text', text: 'a thought' }]
    const messages = [
      { role: 'assistant', content: text, tool_calls: [call], created_at },
      { role: 'user', content: '<system-reminder>Be brief.</system-reminder>Hi.', created_at },
    ]
    const { records, leftOut } = readLetta({
      agents: [
        { id: 'a1', messages },
        { id: 'a2', agent_type: 'sleeptime_agent', messages },
      ],
      blocks: [
        { label: 'system/human/work', value: 'Is a baker.' },
        { label: 'system/persona/soul', value: 'I am kind.' },
      ],
      created_at,
    })
    const said = {
      id: 'a1/2025-05-01',
      threadId: 'a1',
      content: [{ role: 'user', content: 'Hi.' }],
    }
    expect(records).toMatchObject([{ content: 'Is a baker.', at }, said])
    expect(Object.values(leftOut)).toEqual([1, 1])
  })
})

describe('the newest messages of an agent', () => {
  const said = (day: number, hour: number) => {
    const at = `2025-05-0${day}T0${hour}:00:00Z`
    return { role: 'user', content: `I was here on day ${day} at ${hour}.`, created_at: at }
  }
  const records = (...messages: object[]) =>
    readLetta({ agents: [{ id: 'a1', messages }], blocks: [] }).records

  it('are in days of the same names, whichever messages are the newest', () => {
    const all = [said(1, 1), said(1, 2), said(2, 1)]
    const [first, second] = records(...all)
    expect([first!.id, second!.id]).toEqual(['a1/2025-05-01', 'a1/2025-05-02'])
    expect(records(...all.slice(2), said(2, 3))[0]).toMatchObject({
      id: second!.id,
      saidAt: [Date.parse('2025-05-02T01:00:00Z'), Date.parse('2025-05-02T03:00:00Z')],
    })
  })

  it('of one day stay together where they are out of order, and are split where they are too long', () => {
    const long = { ...said(1, 3), content: 'x'.repeat(150_000) }
    const days = records(said(1, 1), said(2, 1), said(1, 2), long, {
      ...long,
      created_at: '2025-05-01T04:00:00Z',
    })
    expect(days.map(({ id }) => id)).toEqual(['a1/2025-05-01', 'a1/2025-05-01/1', 'a1/2025-05-02'])
    expect(messagesOf(days[0]!)).toHaveLength(3)
  })

  it('without a date are named by their places', () => {
    const [first] = records(said(1, 1), { role: 'user', content: 'Hi.' })
    expect(first).toMatchObject({ id: 'a1/0' })
    expect(first).not.toHaveProperty('saidAt')
  })
})

describe('Palimpsest', () => {
  const manifest = {
    kind: 'manifest',
    format: 'palimpsest-export',
    version: 1,
    appId: 'shop',
    userId: 'anna',
    exportedAt: '2026-01-01T00:00:00.000Z',
  }
  const written = {
    id: 'r1',
    occurredAt: '2025-05-01T00:00:00.000Z',
    receivedAt: '2025-06-01T00:00:00.000Z',
  }
  const said = {
    kind: 'content',
    ...written,
    contentType: 'document',
    threadId: 't',
    metadata: { lang: 'en' },
    content: 'The wifi password is tulip.',
  }
  const activity = {
    kind: 'activity',
    ...written,
    id: 'r2',
    eventType: 'purchase',
    source: 'shop',
    importance: 'high',
    data: { product: 'tea' },
  }
  const summary = { kind: 'summary', category: 'home', text: 'x', updatedAt: written.occurredAt }

  const textOf = (lines: readonly object[]) => {
    return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  }
  const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex')
  function exported(lines: readonly object[]): string {
    const text = textOf(lines)
    return text + textOf([{ kind: 'end', counts: {}, sha256: sha256Of(text) }])
  }
  /** Of an app: its settings, and its users one after another. */
  function exportedApp(users: readonly string[]): string {
    const { userId: _, ...about } = manifest
    const settings = { kind: 'settings', categories: null, templates: [], trusted: ['document'] }
    const text = textOf([{ ...about, kind: 'app' }, settings]) + users.join('')
    return text + textOf([{ kind: 'app-end', users: users.length, sha256: sha256Of(text) }])
  }
  const read = (text: string) => readPalimpsest(null, text)

  it('gives what was written, with its ids, dates, types and threads', () => {
    expect(read(exported([manifest, said, activity, summary]))).toEqual({
      records: [
        {
          id: 'r1',
          userId: 'anna',
          at: written.occurredAt,
          content: said.content,
          contentType: 'document',
          metadata: { lang: 'en' },
          threadId: 't',
        },
        {
          id: 'r2',
          userId: 'anna',
          at: written.occurredAt,
          activity: {
            eventType: 'purchase',
            source: 'shop',
            importance: 'high',
            data: { product: 'tea' },
          },
        },
      ],
      leftOut: {},
    })
  })

  it('gives what was given, and counts what was changed of it', () => {
    const given = { kind: 'given', ...written, given: { text: 'Be brief.', supersedes: ['x'] } }
    const revised = { kind: 'revised', ...written, factId: 'f', action: 'resolved', changes: {} }
    const { records, leftOut } = read(exported([manifest, given, revised]))
    expect(records).toMatchObject([
      { id: 'r1', at: written.occurredAt, fact: { text: 'Be brief.' } },
    ])
    expect(JSON.stringify(records)).not.toContain('"x"')
    expect(leftOut).toEqual({ 'changes of facts': 1 })
  })

  it('leaves out what was partly forgotten, and counts it', () => {
    const gone = [
      { ...said, content: null },
      { ...activity, data: null },
    ]
    expect(read(exported([manifest, ...gone]))).toEqual({
      records: [],
      leftOut: { 'partly forgotten': 2 },
    })
  })

  it('gives what all users of an app wrote, and counts its settings', () => {
    const anna = exported([manifest, said])
    const ben = exported([{ ...manifest, userId: 'ben' }, activity])
    const { records, leftOut } = read(exportedApp([anna, ben]))
    expect(records.map(({ id, userId }) => [id, userId])).toEqual([
      ['r1', 'anna'],
      ['r2', 'ben'],
    ])
    expect(leftOut).toEqual({ 'settings of the app': 1 })
    expect(() =>
      read(exportedApp([anna]).replace('"trusted":["document"]', '"trusted":[]')),
    ).toThrow()
    expect(() => read(exportedApp([anna, ben]).split('\n').slice(0, -2).join('\n'))).toThrow()
  })

  it.each([
    ['was changed', (text: string) => text.replace('tulip', 'tulop')],
    ['has no end', (text: string) => text.split('\n').slice(0, -2).join('\n')],
    ['has no beginning', (text: string) => text.split('\n').slice(1).join('\n')],
    ['is of a later version', (text: string) => text.replace('"version":1', '"version":2')],
  ])('refuses a file that %s', (_, change) => {
    expect(() => read(change(exported([manifest, said])))).toThrow()
  })
})
