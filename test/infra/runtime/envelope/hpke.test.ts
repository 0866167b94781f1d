// Messages of other implementations of RFC 9180 open, and changed ones do not.
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { describe, expect, test } from 'vitest'
import { openHpke } from '../../../../infra/runtime/envelope/hpke.ts'

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
})
const recipient = Uint8Array.from({ length: 32 }, (_, n) => n)
const info = Buffer.from('palimpsest-inbox-seal-v1\nshop\nanna\n1')

async function sealed(plain: Uint8Array): Promise<Buffer> {
  const der = Buffer.concat([Buffer.from('302e020100300506032b656e04220420', 'hex'), recipient])
  const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }))
  const raw = Buffer.from(key.export({ format: 'jwk' }).x!, 'base64url')
  const recipientPublicKey = await suite.kem.deserializePublicKey(new Uint8Array(raw).buffer)
  const given = { recipientPublicKey, info: new Uint8Array(info).buffer }
  const { enc, ct } = await suite.seal(given, new Uint8Array(plain).buffer)
  return Buffer.concat([Buffer.from(enc), Buffer.from(ct)])
}

describe('what others sealed', () => {
  test('given a message of the Python package cryptography 48, when opened, then it is what it was', async () => {
    const message = Buffer.from(
      '8ChDmlhGaXRbGoEDUwZR2putgnxBo5fOi_wC9V-LkQt-vkMs--wKktXQdwxNsIaGIyM3IdjXrt3PWrMIXTCLBPI',
      'base64url',
    )
    const opened = await openHpke({ recipient, info, message })
    expect(Buffer.from(opened!).toString()).toBe('{"memorize":null}')
  })

  test.each([0, 1, 15, 16, 17, 1_000, 1_048_576])(
    'given %i bytes that a library sealed, when opened, then they are what they were',
    async (length) => {
      const plain = Buffer.alloc(length, 'palimpsest')
      const message = await sealed(plain)
      expect(message.length).toBe(length + 48)
      expect(plain.equals((await openHpke({ recipient, info, message }))!)).toBe(true)
    },
  )
})

describe('what does not open', () => {
  test('given a message, when any bit of it is flipped, then it does not open', async () => {
    const message = await sealed(Buffer.from('I like chess.'))
    const opened = await Promise.all(
      Array.from({ length: message.length * 8 }, (_, bit) => {
        const changed = Buffer.from(message)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        return openHpke({ recipient, info, message: changed })
      }),
    )
    expect(opened.every((each) => each === null)).toBe(true)
  })

  test('given a message, when it is cut or longer, then it does not open', async () => {
    const message = await sealed(Buffer.from('I like chess.'))
    for (let end = 0; end < message.length; end++) {
      expect(await openHpke({ recipient, info, message: message.subarray(0, end) })).toBe(null)
    }
    const longer = Buffer.concat([message, Buffer.of(0)])
    expect(await openHpke({ recipient, info, message: longer })).toBe(null)
  })

  test('given another info or another key, when opened, then it does not open', async () => {
    const message = await sealed(Buffer.from('I like chess.'))
    expect(await openHpke({ recipient, info: Buffer.from('other'), message })).toBe(null)
    const other = new Uint8Array(32).fill(7)
    expect(await openHpke({ recipient: other, info, message })).toBe(null)
  })

  test.each([0, 1])(
    'given a sender key of low order (%i), when opened, then it does not open',
    async (first) => {
      const message = Buffer.alloc(100)
      message[0] = first
      expect(await openHpke({ recipient, info, message })).toBe(null)
    },
  )
})
