// The same event always gives the same statement of a receipt: an issued signature stays valid.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalJson } from '../../../infra/runtime/signing/canonical-json.ts'
import { verifySigned } from '../../../infra/runtime/signing/verify-signed.ts'
import { filedReceipt, receiptOf } from '../../../processors/forget/receipt.ts'
import { receiptIssued } from '../../../schemas/events/facts.ts'
import { receipt } from '../../../schemas/receipt.ts'
import { opens, USER } from '../given.ts'

const golden = new URL('../../schemas/events/golden/ReceiptIssued.v1.json', import.meta.url)

test('given the event as it was written once, when stated, then its signature holds', () => {
  const { stored } = JSON.parse(readFileSync(golden, 'utf8'))
  const stated = receiptOf({ appId: stored.appId, open: receiptIssued.open.parse(stored.open) })
  expect(verifySigned(canonicalJson(stated)).valid).toBe(true)
  expect(receipt.parse(stated)).toEqual(stated)
})

test('given a log that was copied, when stated, then it names the place at which it was signed', () => {
  const { statement } = receiptOf({ ...USER, open: { ...opens.receiptIssued, source: 99 } })
  expect(statement.log).toEqual({ topic: 'memory.writes.v1', partition: 0, position: 10 })
})

test('given a receipt, when filed, then it has the counts that the answer tells', () => {
  expect(filedReceipt({ ...USER, open: opens.receiptIssued })).toMatchObject({
    deletedItems: 3,
    deletedEntities: 4,
    deletedResources: 2,
  })
})
