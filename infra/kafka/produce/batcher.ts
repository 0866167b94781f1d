// The micro-batcher: one send at a time, and everything that arrives meanwhile goes into the next. With this client's
// idempotent producer only serial sends are safe, and its throughput comes from batches. Pure: the send is an argument.
import { firstOf, nth } from '../../runtime/certain.ts'
import { Outage } from '../../runtime/fail/retry.ts'

type Batched<Place> = {
  /**
   * When `withdrawn` is aborted, the call rejects with its reason, and its messages that are not yet on their way are
   * not sent.
   */
  add(messages: readonly Message[], withdrawn?: AbortSignal): Promise<Place[]>
  /** Resolves when nothing is waiting or on its way. */
  idle(): Promise<void>
}

export type Message = {
  topic: string
  partition: number
  key: string
  value: Buffer | null
}

export type BatchLimits = {
  /** In one send, for one partition: the messages make one batch there, and the topic limits batches. */
  maxBytesPerPartition: number
  maxBytesPerSend: number
  /** Beyond this, calls are refused at once so that they do not fill the memory. */
  maxWaitingBytes: number
}

type Call<Place> = {
  messages: readonly Message[]
  places: Place[]
  sent: number
  settled: boolean
  resolve: (places: Place[]) => void
  reject: (error: unknown) => void
}

export function createBatcher<Place>(
  send: (messages: readonly Message[]) => Promise<Place[]>,
  limits: BatchLimits,
): Batched<Place> {
  const waiting: Call<Place>[] = []
  let waitingBytes = 0
  let sending: Promise<void> | null = null

  async function sendAll(): Promise<void> {
    // Callers of the same turn of the event loop go together.
    await new Promise((resolve) => setImmediate(resolve))
    while (waiting.length > 0) await sendSome()
    sending = null
  }

  async function sendSome(): Promise<void> {
    const taken = take(waiting, limits)
    try {
      const places = await send(taken.flatMap(({ messages }) => messages))
      let next = 0
      for (const { call, messages } of taken) {
        call.places.push(...places.slice(next, next + messages.length))
        next += messages.length
        if (call.places.length === call.messages.length)
          settle(call, () => call.resolve(call.places))
      }
    } catch (error) {
      for (const { call } of taken) settle(call, () => call.reject(error))
    }
  }

  function settle(call: Call<Place>, how: () => void): void {
    // The call was withdrawn, but its messages were on their way and have been sent.
    if (call.settled) return
    call.settled = true
    const at = waiting.indexOf(call)
    if (at >= 0) waiting.splice(at, 1)
    waitingBytes -= bytesOf(call.messages)
    how()
  }

  return {
    add: (messages, withdrawn) => {
      if (messages.length === 0) return Promise.resolve([])
      if (waitingBytes > limits.maxWaitingBytes) {
        return Promise.reject(new Outage('the log takes records more slowly than they come'))
      }
      waitingBytes += bytesOf(messages)
      return new Promise((resolve, reject) => {
        const call = { messages, places: [], sent: 0, settled: false, resolve, reject }
        waiting.push(call)
        withdrawn?.addEventListener('abort', () => settle(call, () => reject(withdrawn.reason)))
        sending ??= sendAll()
      })
    },
    idle: async () => {
      while (sending) await sending
    },
  }
}

type Taken<Place> = { call: Call<Place>; messages: readonly Message[] }

/** Takes, in order, what fits into one send. A call that does not fit as a whole continues in the next. */
function take<Place>(waiting: Call<Place>[], limits: BatchLimits): Taken<Place>[] {
  const room = createRoom(limits)
  const taken: Taken<Place>[] = []
  while (waiting.length > 0) {
    const call = firstOf(waiting)
    const from = call.sent
    while (call.sent < call.messages.length && room.takes(nth(call.messages, call.sent)))
      call.sent++
    if (call.sent > from) taken.push({ call, messages: call.messages.slice(from, call.sent) })
    if (call.sent < call.messages.length) break
    waiting.shift()
  }
  return taken
}

/** The first message always fits. */
function createRoom({ maxBytesPerPartition, maxBytesPerSend }: BatchLimits) {
  const byPartition = new Map<string, number>()
  let total = 0
  return {
    takes: (message: Message): boolean => {
      const bytes = bytesOf([message])
      const place = `${message.topic}/${message.partition}`
      const partition = byPartition.get(place) ?? 0
      const full =
        total + bytes > maxBytesPerSend ||
        (partition > 0 && partition + bytes > maxBytesPerPartition)
      if (total > 0 && full) return false
      byPartition.set(place, partition + bytes)
      total += bytes
      return true
    },
  }
}

/** What a record adds to its value and key. */
const OVERHEAD_BYTES = 32

function bytesOf(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { key, value }) => sum + key.length + (value?.length ?? 0) + OVERHEAD_BYTES,
    0,
  )
}
