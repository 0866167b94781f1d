// `verify-receipt` over files: what it prints, and its exit code.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../../../../../apps/cli/main.ts'
import { canonicalJson } from '../../../../../infra/runtime/signing/canonical-json.ts'
import { createSigner } from '../../../../../infra/runtime/signing/signer.ts'
import { createSqliteKeyStore } from '../../../../../infra/sqlite/key-store.ts'
import { statementOf } from '../../../../../processors/forget/receipt.ts'
import { ownDirectory } from '../../../../infra/sqlite/directory.ts'
import { opens, USER } from '../../../../processors/given.ts'

const folder = ownDirectory()

const newSigner = () =>
  createSigner(createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) }))
const signer = newSigner()

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const keys = async () => file('keys.json', JSON.stringify(await signer.publicKeys()))
async function signedText(statement: unknown = statementOf(USER.appId, opens.receiptIssued)) {
  return canonicalJson({ statement, signature: await signer.sign(statement) })
}

async function call(...args: string[]) {
  const lines = { out: [] as string[], err: [] as string[] }
  const code = await runCli(['verify-receipt', ...args], {
    out: (line) => lines.out.push(line),
    err: (line) => lines.err.push(line),
    isTerminal: false,
    signal: new AbortController().signal,
  })
  return { code, out: lines.out.join('\n'), err: lines.err.join('\n') }
}

test('given a receipt and the keys, when verified, then it is valid and told in words', async () => {
  const { code, out, err } = await call(file('good', await signedText()), '--keys', await keys())
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/^valid: signed by the key [\w-]{43}\n/)
  expect(out).toContain('memory let go by 2026-06-01T08:00:00.000Z: 3 items, 2 resources')
  expect(out).toContain('remains: log: records under their tombstones (2026-06-01T08:00:00.000Z)')
})

test('given no keys, when verified, then it says that the key is to be compared', async () => {
  const { code, err } = await call(file('good', await signedText()))
  expect(code).toBe(0)
  expect(err).toContain('compare the key')
})

test('given a changed receipt, when verified, then the exit code is 1, also for machines', async () => {
  const other = (await signedText()).replace('"items":3', '"items":2')
  const refused = { valid: false, reason: 'the signature does not match' }
  const { code, out } = await call(file('other', other), '--json')
  expect([code, JSON.parse(out)]).toEqual([1, refused])
  expect((await call(file('other', other))).out).toBe('not valid: the signature does not match')
})

test('given the keys of another service, when verified, then it is not valid', async () => {
  const others = file('others.json', JSON.stringify(await newSigner().publicKeys()))
  expect((await call(file('good', await signedText()), '--keys', others)).code).toBe(1)
})

test('given a signed statement that is no receipt, when verified, then it is not valid', async () => {
  const { code, out } = await call(file('odd', await signedText({ type: 'another' })))
  expect([code, out]).toEqual([1, 'not valid: what is signed is no receipt'])
})

test.each([
  ['no file', []],
  ['two files', ['a', 'b']],
])('given %s, when called, then it says how', async (_, args) => {
  expect((await call(...args)).code).toBe(2)
})

test('given a file that is none, is no UTF-8 or holds no keys, when called, then it says so', async () => {
  const none = join(folder, 'none')
  expect((await call(none)).err).toContain(`there is no file ${none}`)
  expect((await call(folder)).err).toBe(`${folder} is a folder: give a file`)
  expect((await call(file('bytes', new Uint8Array([0xff])))).err).toContain('cannot be read')
  const good = file('good', await signedText())
  expect((await call(good, '--keys', good)).err).toContain('holds no public keys')
  expect((await call(good, '--keys', none)).err).toContain(`there is no file ${none}`)
})
