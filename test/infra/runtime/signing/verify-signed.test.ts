// Two implementations that share no code verify a signed statement, and both refuse every changed bit.
import { execFileSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../../infra/runtime/signing/canonical-json.ts'
import { createSigner, SIGNING } from '../../../../infra/runtime/signing/signer.ts'
import { verifySigned } from '../../../../infra/runtime/signing/verify-signed.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'
import { statementOf } from '../../../../processors/forget/receipt.ts'
import { opens, USER } from '../../../processors/given.ts'

const masterKey = new Uint8Array(32)
const keys = createSqliteKeyStore({ path: ':memory:', masterKey })
const signer = createSigner(keys)
const statement = statementOf(USER.appId, {
  ...opens.receiptIssued,
  category: 'Gesundheit & Ähnliches',
})

const signed = async () => canonicalJson({ statement, signature: await signer.sign(statement) })

const OTHER_FORM = 'it is not canonical JSON: keep the answer of the service as it was sent'
const NO_STATEMENT = 'it is no signed statement'
const OTHER_SIGNATURE = 'the signature does not match'

function* withOneBitChanged(text: string): Generator<Buffer> {
  const bytes = Buffer.from(text)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    yield changed
  }
}

describe('what was signed', () => {
  test('is valid, also with a line end, by the keys of the service and without them', async () => {
    const text = await signed()
    const trusted = await signer.publicKeys()
    expect(verifySigned(text, trusted)).toMatchObject({ valid: true, signed: { statement } })
    expect(verifySigned(`${text}\n`, trusted).valid).toBe(true)
    expect(verifySigned(text).valid).toBe(true)
  })

  test('is signed the same again, by whichever process', async () => {
    expect(await createSigner(keys).sign(statement)).toEqual(await signer.sign(statement))
  })

  test('stays valid when a newer key signs, and its pseudonyms stay', async () => {
    const own = createSqliteKeyStore({ path: ':memory:', masterKey })
    const old = createSigner(own)
    const [signature, pseudonym] = [await old.sign(statement), await old.pseudonymOf(USER)]
    await own.rotate(SIGNING)
    expect(await old.sign(statement)).not.toEqual(signature)
    expect(await old.pseudonymOf(USER)).toBe(pseudonym)
    const text = canonicalJson({ statement, signature })
    const trusted = await old.publicKeys()
    expect(trusted.keys).toHaveLength(2)
    expect(verifySigned(text, trusted).valid).toBe(true)
  })

  test('by another service is refused where keys are given', async () => {
    const other = createSigner(createSqliteKeyStore({ path: ':memory:', masterKey }))
    expect(verifySigned(await signed(), await other.publicKeys())).toEqual({
      valid: false,
      reason: 'it was signed by none of the given keys',
    })
  })
})

describe('a changed text is refused', () => {
  test('every single bit', async () => {
    const text = await signed()
    let tried = 0
    for (const changed of withOneBitChanged(text)) {
      expect(verifySigned(changed.toString('utf8')).valid, `bit ${tried}`).toBe(false)
      tried++
    }
    expect(tried).toBeGreaterThan(6_000)
  })

  test.each([
    ['white space', (text: string) => text.replace(',', ', '), OTHER_FORM],
    ['two line ends', (text: string) => `${text}\n\n`, OTHER_FORM],
    ['a name twice', (text: string) => text.replace('{', '{"signature":{},'), OTHER_FORM],
    ['an escape', (text: string) => text.replace('memory', '\\u006demory'), OTHER_FORM],
    ['a member more', (text: string) => text.replace(/}$/, ',"zzz":1}'), NO_STATEMENT],
    ['a member named __proto__ more', withProto('{'), NO_STATEMENT],
    ['such a member of the signature', withProto('"signature":{'), NO_STATEMENT],
    ['such a member of the statement', withProto('"statement":{'), NO_STATEMENT],
    ['such a member of a part of the statement', withProto('"asked":{'), OTHER_SIGNATURE],
    ['nothing that is JSON', () => 'none', OTHER_FORM],
    ['another statement', (text: string) => text.replace('Gesund', 'Krank'), OTHER_SIGNATURE],
    ['another spelling of the signature', otherLastBits('value'), NO_STATEMENT],
    ['another spelling of the key', otherLastBits('publicKey'), NO_STATEMENT],
  ])('%s', async (_, change, reason) => {
    const text = await signed()
    expect(change(text)).not.toBe(text)
    expect(verifySigned(change(text))).toEqual({ valid: false, reason })
  })
})

/** As JSON the name is one like any other; copied into an object, it may set the prototype and be gone. */
function withProto(before: string): (text: string) => string {
  return (text) => text.replace(before, `${before}"__proto__":{"note":"x"},`)
}

/** The same bytes in base64url: the last character has bits that are not decoded. */
function otherLastBits(name: 'publicKey' | 'value'): (text: string) => string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = new RegExp(`("${name}":"[^"]+)([^"])"`)
  return (text) =>
    text.replace(last, (_, before: string, char: string) => {
      return `${before}${alphabet[alphabet.indexOf(char) ^ 1]}"`
    })
}

/** As short as a reader would write it, with none of our code. */
const INDEPENDENT = `
import base64, json, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def unpacked(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))

def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()

def is_valid(data, trusted):
    try:
        document = json.loads(data.decode())
        if canonical(document) != data: return False
        signature = document["signature"]
        if signature["publicKey"] != trusted or signature["alg"] != "EdDSA": return False
        value = unpacked(signature["value"])
        if base64.urlsafe_b64encode(value).decode().rstrip("=") != signature["value"]: return False
        key = Ed25519PublicKey.from_public_bytes(unpacked(trusted))
        key.verify(value, canonical(document["statement"]))
        return set(document) == {"statement", "signature"} and len(signature) == 3
    except (ValueError, KeyError, TypeError, AttributeError, InvalidSignature):
        return False

trusted, data = sys.argv[1], sys.stdin.buffer.read()
refused = 0
for bit in range(len(data) * 8):
    changed = bytearray(data)
    changed[bit >> 3] ^= 1 << (bit & 7)
    refused += not is_valid(bytes(changed), trusted)
print(is_valid(data, trusted), refused)
`

describe('an independent implementation', () => {
  const hasPython = (() => {
    try {
      execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  })()

  test.runIf(hasPython)('in Python takes it, and refuses every changed bit', async () => {
    const text = await signed()
    const { x } = (await signer.publicKeys()).keys[0]!
    const told = execFileSync('python3', ['-c', INDEPENDENT, x], { input: text, encoding: 'utf8' })
    expect(told.trim()).toBe(`True ${Buffer.byteLength(text) * 8}`)
  })

  test('over the bytes of the document takes it: the statement is signed as it stands there', async () => {
    const text = await signed()
    // Names are in order, so the statement stands last.
    const statementBytes = text.slice(text.indexOf(',"statement":') + ',"statement":'.length, -1)
    const [, x, value] = /"publicKey":"([^"]+)","value":"([^"]+)"/.exec(text)!
    const raw = Buffer.from(x!, 'base64url')
    const key = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw])
    const publicKey = createPublicKey({ key, format: 'der', type: 'spki' })
    const signature = Buffer.from(value!, 'base64url')
    expect(verify(null, Buffer.from(statementBytes), publicKey, signature)).toBe(true)
  })
})
