// For a part of an answer that another server holds: the rest of the answer does not wait for it or fail with it.
import { isOutage } from '../../../../infra/runtime/fail/retry.ts'
import { inTime } from '../operating/scan-log.ts'

/** Null where what is asked cannot be reached. */
export async function unlessDown<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await inTime(asked)
  } catch (error) {
    if (isOutage(error)) return null
    throw error
  }
}
