// Checks that a signed statement is as it was signed. Needs only its text, and the public keys of its presumed signer.
// Pure.
//
// Only the canonical form is accepted: another spelling of the same statement (a repeated key, white space, an escape)
// could be read in two ways, and a changed bit without effect would go unnoticed.
import { createPublicKey, verify } from 'node:crypto'
import { type JsonWebKeySet, type Signed, signed } from '../../../schemas/signed.ts'
import { canonicalJson } from './canonical-json.ts'

type Verdict = { valid: true; signed: Signed } | { valid: false; reason: string }

/** Without `trusted` it only says that the statement was signed by the key that the document itself names. */
export function verifySigned(text: string, trusted?: JsonWebKeySet): Verdict {
  const document = parsed(text)
  if (document === null) {
    return refused('it is not canonical JSON: keep the answer of the service as it was sent')
  }
  const read = signed.safeParse(document)
  // What is checked is the copy, so the copy must say all that the document says.
  if (!read.success || canonicalJson(read.data) !== canonicalJson(document)) {
    return refused('it is no signed statement')
  }
  const { statement, signature } = read.data
  const { publicKey: x } = signature
  if (trusted && !trusted.keys.some((key) => key.x === x)) {
    return refused('it was signed by none of the given keys')
  }
  const value = Buffer.from(signature.value, 'base64url')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const isRight = verify(null, Buffer.from(canonicalJson(statement)), publicKey, value)
  return isRight ? { valid: true, signed: read.data } : refused('the signature does not match')
}

function refused(reason: string): Verdict {
  return { valid: false, reason }
}

/** Null where the text, apart from a line end, is not canonical JSON. */
function parsed(text: string): unknown {
  const line = text.endsWith('\n') ? text.slice(0, -1) : text
  try {
    const value: unknown = JSON.parse(line)
    return canonicalJson(value) === line ? value : null
  } catch {
    return null
  }
}
