// A user with 10,000 facts and 2,000 entities: some are read from sentences about friends, the rest are given.
import { eventually, type Reached } from '../journeys/service.ts'

export const APP = 'big'
export const USER = 'ada'
const FACTS = 10_000
const FRIENDS = 1_500
const PLACES = 520
const AT_ONCE = 500
const CATEGORIES = ['profile', 'work', 'preferences', 'health', 'travel', 'finances', 'education']
const STEP_MS = 5 * 60 * 60_000

const syllables = 'ba de fi go lu ma ne pi ro su ta vi zo ka le'.split(' ')

function nameOf(prefix: string, number: number): string {
  const digits = [0, 1, 2, 3].map((place) => Math.floor(number / syllables.length ** place))
  return prefix + digits.map((digit) => syllables[digit % syllables.length]).join('')
}

/** In the order of time, from 2020 on. */
function writeOf(n: number) {
  const at = new Date(Date.UTC(2020, 0, 1) + n * STEP_MS).toISOString()
  const every = Math.floor(FACTS / FRIENDS)
  if (n % every === 0 && n / every < FRIENDS) {
    const friend = n / every
    const content = `My friend ${nameOf('Qu', friend)} lives in ${nameOf('Wy', friend % PLACES)}.`
    return {
      kind: 'memorize',
      userId: USER,
      contentType: 'document',
      content,
      metadata: { timestamp: at },
    }
  }
  const text = `Ada saw ${nameOf('Qu', n % FRIENDS)} on walk ${n}, and they spoke of the weather.`
  return {
    kind: 'item',
    userId: USER,
    text,
    category: CATEGORIES[n % CATEGORIES.length],
    validFrom: at,
  }
}

export async function rememberMany(service: Reached): Promise<{ facts: number; entities: number }> {
  const count = async (path: string) => (await service.call('GET', path)).body
  const known = async () => ({
    facts: (await count(`/items/${APP}/${USER}?limit=1`)).pagination.total as number,
    entities: (await count(`/entities/${APP}/${USER}?limit=1`)).total as number,
  })
  let last = await known()
  if (last.facts >= FACTS) return last
  const all = Array.from({ length: FACTS }, (_, n) => writeOf(n))
  for (let n = 0; n < FACTS; n += AT_ONCE) {
    const writes = all.slice(n, n + AT_ONCE)
    const { status } = await service.call('POST', '/batch', { appId: APP, writes })
    if (status !== 202) throw new Error(`batch answered ${status}`)
  }
  await eventually(
    'all is taken in',
    async () => {
      last = await known()
      return last.facts >= FACTS && last.entities >= 2_000
    },
    { patienceMs: 600_000, everyMs: 1_000 },
  )
  return last
}
