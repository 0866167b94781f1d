// Removes everything that a log has in a cluster: topics, groups and schemas. For short-lived services, such as those
// of measurements and tests.
import type { Admin } from 'kafkajs'
import { z } from 'zod'
import { sleep } from '../../runtime/wait/pause.ts'
import { connect, type Login, type LogServers } from '../client/connect.ts'
import { failureOf } from '../client/failures.ts'

const GROUP_ATTEMPTS = 60
const GROUP_PAUSE_MS = 1_000

type DropOptions = LogServers & { topicPrefix: string }

export async function dropKafkaEventLog(options: DropOptions): Promise<void> {
  const { topicPrefix: prefix } = options
  if (prefix === '') throw new Error('only what has a prefix of its own can be told from the rest')
  const admin = connect({ ...options, clientId: 'palimpsest-drop' }).admin()
  try {
    await admin.connect()
    const topics = (await admin.listTopics()).filter((topic) => topic.startsWith(prefix))
    if (topics.length > 0) await admin.deleteTopics({ topics })
    await deleteGroups(admin, prefix)
  } catch (error) {
    throw failureOf(error, 'dropping the log')
  } finally {
    await admin.disconnect().catch(() => undefined)
  }
  await dropSubjects(options)
}

/** A member that ended without leaving counts until its session has passed: groups that have one are left, and listed again. */
async function deleteGroups(admin: Admin, prefix: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { groups } = await admin.listGroups()
    const own = groups.map(({ groupId }) => groupId).filter((id) => id.startsWith(prefix))
    if (own.length === 0) return
    try {
      await admin.deleteGroups(own)
    } catch (error) {
      if (!isLeft(error) || attempt === GROUP_ATTEMPTS) throw error
      await sleep(GROUP_PAUSE_MS)
    }
  }
}

const isLeft = (error: unknown) =>
  error instanceof Error && error.name === 'KafkaJSDeleteGroupsError'

const subjectNames = z.array(z.string())

/** A registry deletes a subject permanently only after an ordinary delete. */
async function dropSubjects({
  registryUrl,
  registryLogin,
  topicPrefix,
}: DropOptions): Promise<void> {
  const headers = registryLogin ? { authorization: basic(registryLogin) } : {}
  const answer = await fetch(`${registryUrl}/subjects`, { headers })
  const subjects = answer.ok ? subjectNames.parse(await answer.json()) : []
  for (const subject of subjects.filter((each) => each.startsWith(topicPrefix))) {
    const url = `${registryUrl}/subjects/${encodeURIComponent(subject)}`
    await fetch(url, { method: 'DELETE', headers })
    await fetch(`${url}?permanent=true`, { method: 'DELETE', headers })
  }
}

function basic({ username, password }: Login): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}
