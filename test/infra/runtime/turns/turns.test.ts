// The order of turns: apps rotate, long work returns its turn, urgent work goes first, and the work under way is
// bounded.
import { describe, expect, test } from 'vitest'
import { createTurns, type Turn } from '../../../../infra/runtime/turns/turns.ts'

const user = (appId: string, userId = 'u') => ({ appId, userId })
const nothingMore = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Work that ends on command. */
function held() {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  return { end: () => end(), work: () => ended }
}

/** Two long works, `a` and `b`, that both go on, behind what runs first. */
async function twoAside() {
  const turns = createTurns(1)
  const [answer, first] = [held(), held()]
  const order: string[] = []
  const long = (name: string) =>
    turns.run(user(name), async (turn) => {
      await turn.aside(answer.work)
      order.push(name)
    })
  const all = [long('a'), long('b')]
  await nothingMore()
  all.push(turns.run(user('c'), first.work, () => true))
  answer.end()
  await nothingMore()
  return { turns, first, order, all }
}

describe('turns', () => {
  test('given more work than turns, when some ends, then the next begins, and never more at a time', async () => {
    const turns = createTurns(2)
    let running = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, ++running)
      await nothingMore()
      running--
    }
    await Promise.all(Array.from({ length: 9 }, (_, n) => turns.run(user('a', `u${n}`), work)))
    expect(most).toBe(2)
  })

  test('given works that rest, when others come, then as many begin as if there were none', async () => {
    const turns = createTurns(1)
    const [rest, order] = [held(), [] as string[]]
    const resting = ['a', 'b', 'c', 'd'].map((app) =>
      turns.run(user(app), async (turn) => {
        await turn.rest(rest.work)
        order.push(app)
      }),
    )
    // No more than two works may have begun at a time.
    for (const app of ['a', 'e', 'f']) {
      await turns.run(user(app, 'other'), async () => void order.push(`${app} other`))
    }
    expect(order).toEqual(['a other', 'e other', 'f other'])
    rest.end()
    await Promise.all(resting)
    expect(order.slice(3)).toEqual(['a', 'b', 'c', 'd'])
  })

  test('given a work that rested, when it goes on, then it counts as begun, and another is not lost', async () => {
    const turns = createTurns(1)
    const [rest, aside] = [held(), held()]
    const order: string[] = []
    const long = turns.run(user('a'), async (turn) => {
      await turn.rest(rest.work)
      await turn.aside(aside.work)
      order.push('long')
    })
    rest.end()
    await nothingMore()
    const second = turns.run(user('a', 'second'), async () => void order.push('second'))
    await nothingMore()
    // The app has as much under way as it may.
    expect(order).toEqual([])
    aside.end()
    await Promise.all([long, second])
    expect(order).toEqual(['long', 'second'])
    expect(turns.isFree()).toBe(true)
  })

  test('are free while fewer are taken than there are', async () => {
    const turns = createTurns(2)
    const [first, second] = [held(), held()]
    expect(turns.isFree()).toBe(true)
    const one = turns.run(user('a'), first.work)
    expect(turns.isFree()).toBe(true)
    const other = turns.run(user('b'), second.work)
    expect(turns.isFree()).toBe(false)
    first.end()
    await one
    expect(turns.isFree()).toBe(true)
    second.end()
    await other
  })

  test('are urgent while urgent work waits for one of them, whether it came so or has become so', async () => {
    const turns = createTurns(1)
    const [first, second] = [held(), held()]
    const all = [turns.run(user('a'), first.work)]
    all.push(turns.run(user('b'), second.work))
    expect(turns.isUrgent()).toBe(false)
    turns.hurry(user('b'))
    expect(turns.isUrgent()).toBe(true)
    first.end()
    await nothingMore()
    expect(turns.isUrgent()).toBe(false)
    all.push(
      turns.run(
        user('c'),
        async () => undefined,
        () => true,
      ),
    )
    expect(turns.isUrgent()).toBe(true)
    second.end()
    await Promise.all(all)
    expect(turns.isUrgent()).toBe(false)
  })

  test('given an app with much to do, when another comes, then it waits for one turn', async () => {
    const turns = createTurns(1)
    const order: string[] = []
    const log = (name: string) => async () => void order.push(name)
    const first = held()
    const all = [turns.run(user('a'), first.work)]
    for (let n = 0; n < 5; n++) all.push(turns.run(user('a', `u${n}`), log('a')))
    all.push(turns.run(user('b'), log('b')))
    first.end()
    await Promise.all(all)
    expect(order.indexOf('b')).toBeLessThanOrEqual(1)
  })

  test('given long work that passes its turn, when others wait, then they go between its parts', async () => {
    const turns = createTurns(1)
    const order: string[] = []
    const long = async (turn: Turn) => {
      for (let part = 0; part < 4; part++) {
        order.push('long')
        await turn.pass()
      }
    }
    const all = [turns.run(user('a'), long)]
    for (let n = 0; n < 3; n++) {
      all.push(turns.run(user('b', `u${n}`), async () => void order.push('short')))
    }
    await Promise.all(all)
    expect(order.join(' ')).toMatch(/^(long (short )+){1,3}(long ?)+$/)
    expect(order.slice(0, 5)).toEqual(['long', 'short', 'long', 'short', 'long'])
  })

  test('given work that waits aside, when it waits, then its turn is another’s', async () => {
    const turns = createTurns(1)
    const answer = held()
    const waits = turns.run(user('a'), (turn) => turn.aside(answer.work))
    await turns.run(user('b'), async () => undefined)
    answer.end()
    await waits
  })

  test('given work that fails in a turn or aside, when it has failed, then its turn is free again', async () => {
    const turns = createTurns(1)
    const fails = async () => Promise.reject(new Error('a bug'))
    await expect(turns.run(user('a'), fails)).rejects.toThrow('a bug')
    await expect(turns.run(user('a'), (turn) => turn.aside(fails))).rejects.toThrow('a bug')
    expect(await turns.run(user('a'), async () => 'goes on')).toBe('goes on')
  })

  test('given work that waits, when it has become urgent, then it goes before all others', async () => {
    const turns = createTurns(1)
    const order: string[] = []
    const first = held()
    const all = [turns.run(user('a'), first.work)]
    for (const name of ['b', 'c', 'd']) {
      all.push(turns.run(user(name), async () => void order.push(name)))
    }
    turns.hurry(user('d'))
    all.push(
      turns.run(
        user('e'),
        async () => void order.push('e'),
        () => true,
      ),
    )
    first.end()
    await Promise.all(all)
    expect(order.slice(0, 2).sort()).toEqual(['d', 'e'])
  })

  test('given an app that begins much and waits aside, when it has begun enough, then the others may still begin', async () => {
    const turns = createTurns(1)
    const answer = held()
    let begun = 0
    const waits = (turn: Turn) => {
      begun++
      return turn.aside(answer.work)
    }
    const all = Array.from({ length: 10 }, (_, n) => turns.run(user('a', `u${n}`), waits))
    await nothingMore()
    expect(begun).toBe(1)
    expect(await turns.run(user('b'), async () => 'begun')).toBe('begun')
    answer.end()
    await Promise.all(all)
    expect(begun).toBe(10)
  })

  test('given two turns, when four works wait aside, then the next begins when one has ended, two of an app at the most', async () => {
    const turns = createTurns(2)
    const answers = new Map<string, () => void>()
    const begun: string[] = []
    const waits = (name: string) =>
      turns.run(user(name[0]!, name), (turn) => {
        begun.push(name)
        return turn.aside(() => new Promise<void>((resolve) => answers.set(name, resolve)))
      })
    const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1'].map(waits)
    await nothingMore()
    expect(begun.splice(0)).toEqual(['a1', 'a2', 'b1', 'c1'])
    for (const [ended, next] of Object.entries({ c1: 'b2', b1: 'b3', a1: 'a3' })) {
      answers.get(ended)!()
      await nothingMore()
      expect(begun.splice(0)).toEqual([next])
    }
    for (const answer of answers.values()) answer()
    await Promise.all(all)
  })

  test('given urgent work, when as much has begun as may, then it begins all the same', async () => {
    const turns = createTurns(1)
    const answer = held()
    const waits = ['a', 'b'].map((name) => turns.run(user(name), (turn) => turn.aside(answer.work)))
    await nothingMore()
    const order: string[] = []
    const late = turns.run(user('c'), async () => void order.push('late'))
    const urgent = async () => void order.push('urgent')
    await turns.run(user('d'), urgent, () => true)
    expect(order).toEqual(['urgent'])
    answer.end()
    await Promise.all([...waits, late])
  })

  test('given a turn left over because an app has begun enough, when more of its work has become urgent, then that begins at once', async () => {
    const turns = createTurns(1)
    const [answer, urgent] = [held(), held()]
    const order: string[] = []
    const all = [turns.run(user('a', 'long'), (turn) => turn.aside(answer.work))]
    await nothingMore()
    all.push(
      turns.run(user('a', 'forgets'), async () => {
        order.push('urgent')
        await urgent.work()
      }),
    )
    await nothingMore()
    expect([turns.isFree(), order]).toEqual([true, []])
    turns.hurry(user('a', 'forgets'))
    await nothingMore()
    expect(order).toEqual(['urgent'])
    urgent.end()
    answer.end()
    await Promise.all(all)
  })

  test('given work that waits aside, when it has become urgent meanwhile, then it goes on before all others', async () => {
    const turns = createTurns(1)
    const [answer, first] = [held(), held()]
    const order: string[] = []
    let urgent = false
    const long = turns.run(
      user('a'),
      async (turn) => {
        await turn.aside(answer.work)
        order.push('long')
      },
      () => urgent,
    )
    const all = [long, turns.run(user('b'), first.work)]
    for (const name of ['c', 'd']) {
      all.push(turns.run(user(name), async () => void order.push(name)))
    }
    await nothingMore()
    urgent = true
    answer.end()
    await nothingMore()
    first.end()
    await Promise.all(all)
    expect(order).toEqual(['long', 'c', 'd'])
  })

  test('given parts of long work that wait, when their user is hurried, then they go before what others begin', async () => {
    const { turns, first, order, all } = await twoAside()
    turns.hurry(user('b'))
    first.end()
    await Promise.all(all)
    expect(order).toEqual(['b', 'a'])
  })

  test('given one turn, when work has given it back and taken it again, then one works at a time', async () => {
    const turns = createTurns(1)
    let working = 0
    const work = async (turn: Turn) => {
      for (let part = 0; part < 3; part++) {
        expect(++working).toBe(1)
        await nothingMore()
        working--
        await turn.pass()
      }
    }
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => turns.run(user(name), work)))
    const waits = held()
    const last = turns.run(user('a'), waits.work)
    let began = false
    const next = turns.run(user('b'), async () => {
      began = true
    })
    await nothingMore()
    expect(began).toBe(false)
    waits.end()
    await Promise.all([last, next])
  })

  test('given two long works that both go on, when another waits to begin, then it goes between them', async () => {
    const { turns, first, order, all } = await twoAside()
    for (const name of ['d', 'e']) {
      all.push(turns.run(user(name), async () => void order.push(name)))
    }
    first.end()
    await Promise.all(all)
    expect(order).toEqual(['a', 'd', 'b', 'e'])
  })

  test('given work that ends without what it waits for aside, when that ends later, then no turn is lost', async () => {
    const turns = createTurns(1)
    const answer = held()
    let late: Promise<void> | undefined
    await turns.run(user('a'), async (turn) => {
      late = turn.aside(answer.work)
    })
    answer.end()
    await late
    expect(await turns.run(user('b'), async () => 'goes on')).toBe('goes on')
  })
})
