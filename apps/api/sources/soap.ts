// Reads Salesforce's outbound messages: the one shape of XML that they have, and nothing else of XML. A document type
// or an entity declaration is refused, so that nothing is ever expanded.
import { Unreadable } from './source.ts'

type OutboundMessage = {
  /** The notification's id: the same when it is sent again. */
  id: string | null
  organisation: string | null
  /** Such as `Opportunity`. */
  object: string | null
  fields: Readonly<Record<string, string>>
}

/** As many as Salesforce sends at once. */
const MAX_NOTIFICATIONS = 100

export const SOAP_ACKNOWLEDGEMENT = `<?xml version="1.0" encoding="UTF-8"?>
<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/"><soapenv:Body><notificationsResponse xmlns="http://soap.sforce.com/2005/09/outbound"><Ack>true</Ack></notificationsResponse></soapenv:Body></soapenv:Envelope>`

export function readOutboundMessages(xml: string): OutboundMessage[] {
  if (/<!(DOCTYPE|ENTITY|\[CDATA\[)/i.test(xml)) throw new Unreadable('must hold no document type')
  const [notifications] = elements(xml, 'notifications')
  if (!notifications) throw new Unreadable('is no outbound message')
  const found = elements(notifications.inner, 'Notification')
  if (found.length > MAX_NOTIFICATIONS) {
    throw new Unreadable(`must hold at most ${MAX_NOTIFICATIONS} notifications`)
  }
  const organisation = textOf(notifications.inner, 'OrganizationId')
  return found.map(({ inner }) => {
    const [record] = elements(inner, 'sObject')
    const type = /\btype="(?:[\w-]+:)?(\w+)"/.exec(record?.attributes ?? '')?.[1] ?? null
    const own = record ? inner.replace(record.inner, '') : inner
    const fields = fieldsOf(record?.inner ?? '')
    return { id: textOf(own, 'Id'), organisation, object: type, fields }
  })
}

/** Elements of a name with any prefix, not nested in one another. */
function elements(xml: string, name: string): { attributes: string; inner: string }[] {
  const opening = new RegExp(`<([\\w-]+:)?${name}(\\s[^<>]*)?>`, 'g')
  const found: { attributes: string; inner: string }[] = []
  for (let match = opening.exec(xml); match; match = opening.exec(xml)) {
    if (match[0].endsWith('/>')) continue
    const end = xml.indexOf(`</${match[1] ?? ''}${name}>`, opening.lastIndex)
    if (end < 0) break
    found.push({ attributes: match[2] ?? '', inner: xml.slice(opening.lastIndex, end) })
    opening.lastIndex = end
  }
  return found
}

/** The elements that hold text alone. */
function fieldsOf(xml: string): Record<string, string> {
  const flat = /<(?:[\w-]+:)?(\w+)(?:\s[^<>]*)?>([^<]*)<\//g
  return Object.fromEntries(
    [...xml.matchAll(flat)].map(([, name, text = '']) => [name, decoded(text)]),
  )
}

function textOf(xml: string, name: string): string | null {
  const [element] = elements(xml, name)
  return element && !element.inner.includes('<') ? decoded(element.inner).trim() || null : null
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
])

function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, dec, hex, name) => {
    if (name !== undefined) return ENTITIES.get(name) ?? whole
    const code = dec === undefined ? Number.parseInt(hex, 16) : Number(dec)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
