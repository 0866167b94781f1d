// Starts the adversary, and tells it when to begin and when to end.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type Adversary = {
  attack(url: string): void
  /** Ends when all requests are answered; returns the number of answers per status (0: no answer). */
  end(): Promise<Map<number, number>>
  /** Ends it at once, in any state. */
  leave(): void
}

/** Resolves when all its requests are made. */
export async function startAdversary(): Promise<Adversary> {
  const child = fork(fileURLToPath(new URL('adversary.ts', import.meta.url)), {
    execArgv: [],
    env: { PATH: process.env.PATH },
  })
  await once(child, 'message')
  return {
    attack: (url) => void child.send(url),
    end: async () => {
      const told = once(child, 'message')
      child.send('end')
      const [sent] = (await told) as [[number, number][]]
      return new Map(sent)
    },
    leave: () => void child.kill(),
  }
}
