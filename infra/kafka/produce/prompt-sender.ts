// Refuses soon what an unreachable cluster would take long to acknowledge: a client should not wait while the library
// retries. A cluster that answers slowly is waited for.
import { Outage } from '../../runtime/fail/retry.ts'
import { every } from '../../runtime/wait/every.ts'
import { pause } from '../../runtime/wait/pause.ts'
import { orNull } from '../../runtime/wait/within.ts'
import type { Sender } from './producer.ts'

type Promptness = {
  /** How long a send may go without an acknowledgement before the cluster is asked for a sign of life. */
  patienceMs: number
  /** How long the cluster may take to give one. */
  signOfLifeMs: number
}

/** Together with the earlier parts of a write, this stays within two seconds. */
const PROMPT: Promptness = { patienceMs: 800, signOfLifeMs: 600 }

const RECOVERY_PAUSE_MS = 250

/**
 * `ask` resolves when the cluster answers. A refused send that had begun may still succeed: its outcome is unknown, as
 * after any outage. One that had not begun is withdrawn. It is asked at once, because its first answer may take a
 * connection, and thereby several answers of brokers that are slow by the time it matters.
 */
export function createPromptSender(
  sender: Sender,
  ask: () => Promise<unknown>,
  { patienceMs, signOfLifeMs }: Promptness = PROMPT,
): Sender {
  let unreachable = false
  let closed = false
  let asking: Promise<boolean> | null = null
  // One question at a time, however many sends wait: a question that hangs does not start another.
  const answers = async (): Promise<boolean> => {
    asking ??= ask()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
      })
    return (await orNull(asking, signOfLifeMs)) ?? false
  }
  void answers()
  const untilReachable = async () => {
    while (unreachable && !closed) {
      await pause(RECOVERY_PAUSE_MS)
      if (await answers()) unreachable = false
    }
  }
  const giveUp = () => {
    if (unreachable) return
    unreachable = true
    void untilReachable()
  }
  /** Calls `silent` once, when the cluster has been silent for too long, unless the returned function is called first. */
  const listen = (silent: (outage: Outage) => void): (() => void) => {
    let over = false
    const done = () => {
      over = true
      stop()
    }
    const stop = every(patienceMs, async () => {
      if ((!unreachable && (await answers())) || over) return
      done()
      giveUp()
      silent(notReached())
    })
    return done
  }
  return {
    send: async (messages) => {
      if (unreachable) throw notReached()
      const withdrawn = new AbortController()
      return new Promise((resolve, reject) => {
        const done = listen((outage) => {
          withdrawn.abort(outage)
          reject(outage)
        })
        sender.send(messages, withdrawn.signal).then(resolve, reject).finally(done)
      })
    },
    close: async () => {
      closed = true
      await sender.close()
    },
  }
}

function notReached(): Outage {
  return new Outage('appending to the log: the log cannot be reached')
}
