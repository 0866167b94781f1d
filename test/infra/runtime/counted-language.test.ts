// Every call of the engine is counted by its outcome, and passes through unchanged.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createOfflineLanguageModel } from '../../../infra/language/offline/offline-language-model.ts'
import type { LanguageModel } from '../../../infra/ports/language-model.ts'
import { countCalls } from '../../../infra/runtime/counted-language.ts'
import { createTelemetry } from '../../../infra/runtime/telemetry.ts'

const CALLS = ['extract', 'embed', 'summarize'] as const

/** An engine whose calls return their arguments, or fail. */
function engine({ fails }: { fails: boolean }) {
  const error = new Error('refused')
  const answer = async (...given: unknown[]) => {
    if (fails) throw error
    return given
  }
  const answering = {
    extract: answer,
    embed: answer,
    summarize: answer,
  } as unknown as LanguageModel
  return { error, language: { ...createOfflineLanguageModel(), ...answering } }
}

const values = async (telemetry: ReturnType<typeof createTelemetry>) =>
  (await telemetry.modelCalls.get()).values.map(({ labels, value }) => [labels, value])

test.each(CALLS)('given %s, when it answers, then that is counted and given', async (call) => {
  const telemetry = createTelemetry(pino({ level: 'silent' }))
  const counted = countCalls(engine({ fails: false }).language, telemetry)
  const ask = counted[call] as (...given: unknown[]) => Promise<unknown>
  expect(await ask('a', 'b')).toEqual(['a', 'b'])
  expect(await values(telemetry)).toEqual([[{ call, outcome: 'answered' }, 1]])
})

test.each(CALLS)('given %s, when it fails, then that is counted and thrown', async (call) => {
  const telemetry = createTelemetry(pino({ level: 'silent' }))
  const { language, error } = engine({ fails: true })
  const ask = countCalls(language, telemetry)[call] as () => Promise<unknown>
  await expect(ask()).rejects.toBe(error)
  expect(await values(telemetry)).toEqual([[{ call, outcome: 'failed' }, 1]])
})

test('given an engine, when counted, then it is otherwise the same', () => {
  const { language } = engine({ fails: false })
  const counted = countCalls(language, createTelemetry(pino({ level: 'silent' })))
  expect(Object.keys(counted)).toEqual(Object.keys(language))
  expect([counted.name, counted.terms]).toEqual([language.name, language.terms])
})
