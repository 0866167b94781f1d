import { describe, expect, it } from 'vitest'
import { inParallel } from '../../../infra/runtime/in-parallel.ts'

describe('inParallel', () => {
  it('keeps the order and the width', async () => {
    let running = 0
    let most = 0
    const doubled = await inParallel([1, 2, 3, 4, 5], 2, async (value) => {
      most = Math.max(most, ++running)
      await new Promise((resolve) => setTimeout(resolve, 5 - value))
      running--
      return value * 2
    })
    expect(doubled).toEqual([2, 4, 6, 8, 10])
    expect(most).toBe(2)
  })

  it('begins nothing more after a failure', async () => {
    const begun: number[] = []
    const failing = inParallel([1, 2, 3], 1, async (value) => {
      begun.push(value)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(begun).toEqual([1])
  })
})
