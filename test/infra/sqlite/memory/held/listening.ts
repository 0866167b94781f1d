// A database that lists the statements with which it is read.
import {
  type Database,
  type Sql,
  statementOf,
} from '../../../../../infra/sqlite/database/database.ts'

const READERS = new Set<string | symbol>(['all', 'get', 'one'])

export function listening(db: Database): { db: Database; asked: string[] } {
  const asked: string[] = []
  const get = (of: Database, key: string | symbol) => {
    const member: unknown = Reflect.get(of, key)
    if (!READERS.has(key) || typeof member !== 'function') return member
    return (sql: Sql, ...values: unknown[]) => {
      asked.push(statementOf(sql))
      return member(sql, ...values)
    }
  }
  return { db: new Proxy(db, { get }), asked }
}
