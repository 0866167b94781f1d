// Measures how long a forget of a user with 1,000 items takes beside more and more items of others: `node
// test/scale/forget.ts 10000 100000`. In the embedded setting; not a test, because it takes minutes and asserts no
// time.
import { APP, eventually, startService } from '../journeys/service.ts'

const ITEMS = 1_000
const FORGETS = 5

const service = await startService()
let users = 0
let others = 0

/** A user with as many items as one call may give; returns its name. */
async function addUser(): Promise<string> {
  const userId = `user-${users++}`
  const writes = Array.from({ length: ITEMS }, (_, n) => ({
    kind: 'item',
    userId,
    text: `The drawer ${n} of cabinet ${n % 40} holds the papers of case ${n * 7} of ${userId}.`,
  }))
  const { status } = await service.call('POST', '/batch', { appId: APP, writes })
  if (status !== 202) throw new Error(`batch answered ${status}`)
  return userId
}

async function taken(userId: string): Promise<void> {
  await eventually(
    `${userId} is taken in`,
    async () =>
      (await service.call('GET', `/items/${APP}/${userId}?limit=1`)).body.pagination.total >= ITEMS,
    { patienceMs: 600_000, everyMs: 200 },
  )
}

async function timed(userId: string): Promise<number> {
  const began = performance.now()
  const { status } = await service.call('POST', '/forget', { appId: APP, userId, confirm: true })
  if (status !== 200) throw new Error(`forget answered ${status}`)
  return performance.now() - began
}

for (const wanted of process.argv.slice(2).map(Number)) {
  for (let last = ''; others < wanted; others += ITEMS) {
    last = await addUser()
    if ((others / ITEMS) % 5 === 4 || others + ITEMS >= wanted) await taken(last)
  }
  const leavers: string[] = []
  for (let n = 0; n < FORGETS; n++) leavers.push(await addUser())
  for (const leaver of leavers) await taken(leaver)
  const times: number[] = []
  for (const leaver of leavers) times.push(await timed(leaver))
  const [middle] = times.toSorted((a, b) => a - b).slice(FORGETS >> 1)
  console.log(`beside ${others}: ${middle!.toFixed(0)} ms (${times.map(Math.round).join(', ')})`)
}
await service.stop()
