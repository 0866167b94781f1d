// The endpoints of partner systems: which partners may sign records of the inbox, and for which apps.
import { z } from 'zod'
import { givenId } from '../../identifiers.ts'
import { named } from '../named.ts'
import { pageOf } from '../paging.ts'
import { appIds } from './config.ts'

export const createPartnerRequest = named('CreatePartnerRequest', {
  name: z.string().min(1).max(128),
  appIds,
})

export const partner = named('Partner', {
  id: z.string(),
  name: z.string(),
  appIds: z.array(z.string()),
  createdAt: z.string(),
  rotatedAt: z.string().nullable().describe('When its secret was replaced last'),
})
const secret = z.string().describe('Signs records of the inbox. Shown once; kept sealed')
export const createdPartner = partner.extend({ secret }).meta({ id: 'CreatedPartner' })
export const rotatedPartner = partner
  .extend({
    secret,
    previousUntil: z
      .string()
      .describe('What is written until then may be signed with the old secret'),
  })
  .meta({ id: 'RotatedPartner' })
export const partnersResponse = pageOf(partner).meta({ id: 'PartnersResponse' })
export const partnerParams = z.object({ id: givenId })
