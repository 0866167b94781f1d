// The end of a committer: finished work is committed or left, and nothing follows.
import { describe, expect, test, vi } from 'vitest'
import { IDLE_MS, LINGER_MS, passed, stands } from '../given-commits.ts'
import { ended, givenCommitter, record } from '../given-committer.ts'

describe('the end', () => {
  test('given a commit that fails for good, when it has, then it is told once, its parts are told too, and nothing follows', async () => {
    const fatal = Object.assign(new Error('the configuration is wrong'), { fatal: true })
    const { committer, commits, failures } = givenCommitter({
      places: 3,
      commit: () => {
        throw fatal
      },
    })
    committer.add(ended(1))
    const part = committer.publish({ records: [record()], position: 2, note: {} })
    const late = committer.publish({ records: [record()], position: 3, note: {} })
    await expect(part).rejects.toBe(fatal)
    await expect(late).rejects.toThrow('the partition has ended')
    await expect(committer.publish({ records: [record()], position: 3, note: {} })).rejects.toThrow(
      'the partition has ended',
    )
    committer.add(ended(3))
    committer.moved()
    committer.idle()
    await passed(IDLE_MS)
    await committer.finish()
    expect(failures).toEqual([fatal])
    expect(commits).toHaveLength(1)
  })

  test('given what has ended and what waits, when stopped, then nothing of it is committed', async () => {
    const { committer, commits, failures } = givenCommitter({ places: 2 })
    committer.add(ended(1))
    committer.stop()
    await expect(committer.publish({ records: [record()], position: 2, note: {} })).rejects.toThrow(
      'the partition has ended',
    )
    committer.moved()
    committer.idle()
    await passed(IDLE_MS)
    await committer.finish()
    expect([commits, failures]).toEqual([[], []])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('given that it was stopped, when work ends without a result, then it is not told as done', async () => {
    const { committer } = givenCommitter({ places: 1 })
    committer.stop()
    const committed = vi.fn()
    committer.add(ended(1, { records: [], committed }))
    expect(committed).not.toHaveBeenCalled()
  })

  test('given what has ended, when finished, then it is committed at once, and nothing follows', async () => {
    const { committer, commits } = givenCommitter({ places: 2 })
    committer.add(ended(1))
    await committer.finish()
    expect(stands(commits)).toEqual([1])
    await expect(committer.publish({ records: [record()], position: 2, note: {} })).rejects.toThrow(
      'the partition has ended',
    )
    committer.add(ended(2))
    committer.moved()
    committer.idle()
    await passed(IDLE_MS)
    expect(commits).toHaveLength(1)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('given a commit that is due, when finished before, then what ends during the last commit is left, and nothing is committed beside that', async () => {
    const { committer, commits, hold } = givenCommitter({ places: 2 })
    const open = hold()
    committer.add(ended(1))
    const finished = committer.finish()
    await passed(0)
    committer.add(ended(2))
    await passed(IDLE_MS)
    expect(stands(commits)).toEqual([1])
    open()
    await finished
    expect(stands(commits)).toEqual([1])
  })

  test('given nothing to commit, when finished, then nothing is', async () => {
    const { committer, commits } = givenCommitter({})
    await committer.finish()
    expect(commits).toEqual([])
  })

  test('given a last commit that fails, when finished, then it is told', async () => {
    const fatal = Object.assign(new Error('the configuration is wrong'), { fatal: true })
    const { committer, failures } = givenCommitter({
      places: 1,
      commit: () => {
        throw fatal
      },
    })
    committer.add(ended(1))
    await committer.finish()
    expect(failures).toEqual([fatal])
  })

  test('given a commit under way, when finished, then the last one comes after it, and nothing goes on after that', async () => {
    const { committer, commits, busy, hold } = givenCommitter({ places: 4 })
    let open = hold()
    committer.add(ended(1))
    await passed(LINGER_MS)
    busy.now = false
    committer.add(ended(2))
    let isFinished = false
    const finished = committer.finish().then(() => {
      isFinished = true
    })
    await passed(IDLE_MS)
    expect([commits.length, isFinished]).toEqual([1, false])
    const release = open
    open = hold()
    release()
    await passed(IDLE_MS)
    expect(stands(commits)).toEqual([1, 2])
    // Work that has waited for its limit still publishes while the last commit is under way.
    const late = committer.publish({ records: [record()], position: 3, note: {} })
    const refused = expect(late).rejects.toThrow('the partition has ended')
    committer.add(ended(4))
    committer.idle()
    await passed(IDLE_MS)
    expect([commits.length, isFinished]).toEqual([2, false])
    open()
    await finished
    await refused
    await passed(IDLE_MS)
    expect(stands(commits)).toEqual([1, 2])
  })
})
