// How `import` answers mistakes; test/journeys/client-packages.test.ts covers what it does.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { runCli } from '../../../../apps/cli/main.ts'
import { zipOf } from './formats/given-zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'palimpsest-import-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function run(content: string | Buffer, ...args: string[]) {
  const file = join(folder, 'export.json')
  writeFileSync(file, content)
  const lines: string[] = []
  const tell = (line: string) => lines.push(line)
  const signal = new AbortController().signal
  const io = { out: tell, err: tell, isTerminal: false, signal }
  const given = args.map((each) => (each === 'FILE' ? file : each))
  return { code: await runCli(['import', ...given], io), told: lines.join('\n') }
}

const mem0 = JSON.stringify([{ id: 'm1', memory: 'Likes chess', user_id: 'anna' }])

const exportedLine = `${JSON.stringify({
  kind: 'manifest',
  format: 'palimpsest-export',
  version: 1,
  appId: 'chess',
  userId: 'anna',
  exportedAt: '2026-11-28T10:00:00.000Z',
  embedding: null,
})}\n`

test('given one line of JSON lines, when it is planned, then its record is read', async () => {
  const one = JSON.stringify({ id: 'm1', memory: 'Likes tea', user_id: 'anna' })
  const { code, told } = await run(`${one}\n`, '--from', 'mem0', 'FILE', '--app', 'shop')
  expect([code, told]).toEqual([0, expect.stringMatching(/^1 write for 1 user/)])
})

test.each([
  ['no source', mem0, ['FILE', '--app', 'shop'], 2, /--from must be one of mem0, zep/],
  ['no file', mem0, ['--from', 'mem0', '--app', 'shop'], 2, /give one FILE/],
  ['no app', mem0, ['--from', 'mem0', 'FILE'], 2, /--app APP is needed/],
  [
    'a file that is not there',
    mem0,
    ['--from', 'mem0', 'none', '--app', 'shop'],
    1,
    /no file none/,
  ],
  ['a folder', mem0, ['--from', 'mem0', folder, '--app', 'shop'], 1, /is a folder: give a file/],
  [
    'lines of which the last was cut off',
    `${mem0}\n{"memory": "chess`,
    ['--from', 'mem0', 'FILE', '--app', 'shop'],
    1,
    /export\.json is cut off: line 2 does not end/,
  ],
  [
    'an export of this service without its end',
    exportedLine,
    ['--from', 'palimpsest', 'FILE', '--app', 'shop'],
    1,
    /export\.json is cut off: its last line is missing/,
  ],
  [
    'a file that is no JSON',
    'chess',
    ['--from', 'mem0', 'FILE', '--app', 'shop'],
    1,
    /holds no JSON/,
  ],
  [
    'another one’s file',
    '{"chess": 1}',
    ['--from', 'mem0', 'FILE', '--app', 'shop'],
    1,
    /no export of mem0/,
  ],
  [
    'a service that does not run',
    mem0,
    [
      '--from',
      'mem0',
      'FILE',
      '--app',
      'shop',
      '--write',
      '--url',
      'http://127.0.0.1:9',
      '--key',
      'k',
    ],
    1,
    /^the service at http:\/\/127\.0\.0\.1:9 cannot be reached: .* --url URL\. The same command goes on/m,
  ],
])(
  'given %s then it says what to change, and nothing of the file',
  async (_, content, args, code, message) => {
    const { told, ...answer } = await run(content, ...args)
    expect(answer.code).toBe(code)
    expect(told).toMatch(message)
    expect(told).not.toContain('chess')
  },
)

test('given an archive whose conversations are in numbered files, when it is planned, then all are read', async () => {
  const chat = (id: string) => {
    const content = { content_type: 'text', parts: ['I like tea.'] }
    const message = { author: { role: 'user' }, create_time: 1746100000, content }
    return [{ conversation_id: id, current_node: 'n', mapping: { n: { message } } }]
  }
  const files = [
    { name: 'export/conversations-000.json', text: JSON.stringify(chat('c1')) },
    { name: 'export/conversations-001.json', text: JSON.stringify(chat('c2')) },
    { name: '__MACOSX/export/conversations-001.json', text: 'resource fork' },
    { name: 'export/shared_conversations.json', text: '[{"id": "c3"}]' },
  ]
  const about = ['--from', 'chatgpt', 'FILE', '--app', 'shop', '--user', 'anna']
  const { code, told } = await run(zipOf(files), ...about)
  expect([code, told]).toEqual([0, expect.stringMatching(/^2 writes for 1 user/)])
})

test('given a key that the service does not know, when it is written, then another is asked for', async () => {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end('{"error":{"code":"UNAUTHORIZED","message":"give a valid key","details":{}}}')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const about = ['--from', 'mem0', 'FILE', '--app', 'shop-key', '--write']
  const { code, told } = await run(mem0, ...about, '--url', url, '--key', 'k')
  expect(code).toBe(1)
  expect(told).toContain(`the service at ${url} does not know this key: give another one with`)
})

test.each([
  [
    'some of whose entries are not taken',
    [{ id: 'm1', memory: 'Likes tea', user_id: 'anna' }, { id: 'm2' }],
    0,
    '1 write was',
  ],
  ['of which nothing is taken', [{ id: 'm2' }], 1, '0 writes were'],
])(
  'given a file %s, when it is written, then what was left out is told',
  async (_, entries, code, writes) => {
    const server = createServer((request, response) => {
      request.resume()
      response.writeHead(202, { 'content-type': 'application/json' })
      response.end('{"status":"queued","ids":["01a22292-0aee-70ef-a29d-c9e29fd83fb6"]}')
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const address = ['--url', `http://127.0.0.1:${port}`, '--key', 'k']
    const about = ['--from', 'mem0', 'FILE', '--app', `shop-${writes[0]}`, '--write', ...address]
    const plain = await run(JSON.stringify(entries), ...about)
    expect(plain.code).toBe(code)
    expect(plain.told).toContain(`${writes} accepted`)
    expect(plain.told).toMatch(/left out: 1 /)
    const { told } = await run(JSON.stringify(entries), ...about, '--json')
    const json = told.split('\n').find((line) => line.startsWith('{'))
    expect(Object.values(JSON.parse(String(json)).leftOut)).toEqual([1])
  },
)
