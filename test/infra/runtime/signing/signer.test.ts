// What the signer derives of its secret: names and forms that outlive a version, because receipts hold them.
import { createHash, createHmac, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSigner, SIGNING, thumbprintOf } from '../../../../infra/runtime/signing/signer.ts'
import { createSqliteKeyStore } from '../../../../infra/sqlite/key-store.ts'

function given() {
  const keys = createSqliteKeyStore({ path: ':memory:', masterKey: new Uint8Array(32) })
  /** A key derived of the secret for a purpose, by none of our code. */
  const derived = async (purpose: string) => {
    const secret = (await keys.get({ appId: '~signing', userId: 'statements' }, 1))!
    return Buffer.from(hkdfSync('sha256', secret, '', `palimpsest ${purpose}`, 32))
  }
  return { keys, derived, signer: createSigner(keys) }
}

test('given the example of RFC 8037, when named, then its thumbprint is as given there', () => {
  expect(thumbprintOf('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo')).toBe(
    'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  )
})

test('given a signer, when asked for its keys, then each is a JSON Web Key named by its thumbprint', async () => {
  const { signer } = given()
  const { publicKey: x, alg } = await signer.sign({})
  expect(alg).toBe('EdDSA')
  const kid = createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)
  expect((await signer.publicKeys()).keys).toEqual([
    { kty: 'OKP', crv: 'Ed25519', x, kid: kid.digest('base64url'), alg: 'EdDSA', use: 'sig' },
  ])
})

test('given a user, when named in a statement, then by a hash that a holder of the secret can compare', async () => {
  const { signer, derived } = given()
  const pseudonym = await signer.pseudonymOf({ appId: 'shop', userId: 'anna' })
  const hmac = createHmac('sha256', await derived('pseudonyms'))
  expect(pseudonym).toBe(hmac.update('["shop","anna"]').digest('hex'))
  expect(await signer.pseudonymOf({ appId: 'shop', userId: 'ben' })).not.toBe(pseudonym)
})

test('given a text, when committed to, then by a hash of another key, the same in every process', async () => {
  const { signer, keys, derived } = given()
  const commit = await signer.commitments()
  const hmac = createHmac('sha256', await derived('commitments'))
  expect(commit('Anna')).toBe(hmac.update('Anna').digest('base64url'))
  expect((await createSigner(keys).commitments())('Anna')).toBe(commit('Anna'))
})

test('given the secret, when a statement is signed, then by the key that is derived for signatures', async () => {
  const { signer, derived } = given()
  const { publicKey } = await signer.sign({ a: 1 })
  const header = Buffer.from('302e020100300506032b657004220420', 'hex')
  const key = Buffer.concat([header, await derived('signatures')])
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' })
  expect(publicKey).toBe(createPublicKey(privateKey).export({ format: 'jwk' }).x)
})

test('given a first secret that was destroyed, then its key is left out, and no pseudonym is made of another', async () => {
  const { signer, keys } = given()
  const { publicKey } = await signer.sign({})
  await keys.rotate(SIGNING)
  await keys.destroy(SIGNING, 1)
  const { keys: known } = await signer.publicKeys()
  expect(known).toHaveLength(1)
  expect(known[0]!.x).not.toBe(publicKey)
  await expect(signer.pseudonymOf({ appId: 'shop', userId: 'anna' })).rejects.toThrow(
    'there is no first signing secret',
  )
})
