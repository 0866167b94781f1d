// The same event always gives the same statement of a receipt: an issued signature stays valid.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { derivedUuid } from '../../../infra/runtime/envelope/ids.ts'
import { canonicalJson } from '../../../infra/runtime/signing/canonical-json.ts'
import { verifySigned } from '../../../infra/runtime/signing/verify-signed.ts'
import {
  filedReceipt,
  receiptIssued,
  receiptOf,
  receiptScope,
} from '../../../processors/forget/receipt.ts'
import * as facts from '../../../schemas/events/facts.ts'
import { appId } from '../../../schemas/identifiers.ts'
import { receipt } from '../../../schemas/receipt.ts'
import { AT } from '../../contracts/given.ts'
import { LATER, opens, RESOURCE, USER } from '../given.ts'

const golden = new URL('../../schemas/events/golden/ReceiptIssued.v1.json', import.meta.url)

test('given the event as it was written once, when stated, then its signature holds', () => {
  const { stored } = JSON.parse(readFileSync(golden, 'utf8'))
  const stated = receiptOf({
    appId: stored.appId,
    open: facts.receiptIssued.open.parse(stored.open),
  })
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

test('given the id of a receipt, when filed, then it is of an app whose name no client can choose', () => {
  const scope = receiptScope(RESOURCE)
  expect(scope).toEqual({ appId: '~receipts', userId: RESOURCE })
  expect(appId.safeParse(scope.appId).success).toBe(false)
})

test('given a forget that is carried out again, when its receipt is issued, then its id is the same', () => {
  const { publicKey, signature: value, ...unsigned } = opens.receiptIssued
  const forgetting = { ...USER, id: RESOURCE, before: 10, partition: 0, category: null }
  const at = { occurredAt: AT, recordedAt: LATER, keyGeneration: 1 }
  const signature = { alg: 'EdDSA', publicKey, value } as const
  expect(receiptIssued({ ...forgetting, ...at }, unsigned, signature)).toMatchObject({
    id: derivedUuid(RESOURCE, 'receipt'),
  })
})
