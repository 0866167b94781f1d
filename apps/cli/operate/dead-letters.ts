// `dead-letters`: lists the records that could not be handled, with the reasons, and tries them again.
import { present } from '../../../infra/runtime/certain.ts'
import type { DeadLetter } from '../../../infra/runtime/fail/read-letter.ts'
import { flow } from '../../../processors/flow.ts'
import { refusePositionals } from '../command/arguments.ts'
import { CommandFailed, defineCommand, type Io, UsageError } from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { flag, option } from '../command/option.ts'
import { type Letter, readLetters, replayLetters } from './replay-letters.ts'
import { type Opened, withPorts } from './with-ports.ts'

export const command = defineCommand({
  usage: 'list|replay [--id ID] [--json]',
  options: {
    id: option('ID', 'only this dead letter'),
    json: flag('print JSON'),
  },
  run: async (values, [verb, ...more], io) => {
    if (verb !== 'list' && verb !== 'replay') throw new UsageError('say list or replay')
    refusePositionals(more)
    const { id } = values
    const handle = async (opened: Opened) => {
      const letters = await readLetters(opened.ports.log, id === undefined ? null : [id])
      if (id !== undefined && letters.length === 0) {
        throw new CommandFailed(`there is no dead letter ${id}`)
      }
      if (verb === 'list') return list(letters, io, { json: values.json === true })
      const left = await replayLetters(opened, letters, io)
      const handled = letters.length - left.length
      if (values.json) io.out(JSON.stringify({ handled, left: left.length }))
      for (const each of values.json ? [] : left) io.err(stillThere(each.parked))
      if (!values.json) io.out(`${handled} of ${counted(letters.length, 'dead letter')} handled.`)
      return left.length === 0 ? 0 : 1
    }
    return withPorts(io.signal, handle, { more: { readsAll: verb === 'replay' } })
  },
})

function list(letters: readonly Letter[], io: Io, { json }: { json: boolean }): number {
  const shown = letters.map(({ record, parked }) => {
    const { id, recordedAt: at, appId } = present(record.event, 'event')
    return { id, at, appId, ...parked }
  })
  if (json) io.out(JSON.stringify(shown))
  else if (shown.length === 0) io.out('There are no dead letters.')
  for (const each of json ? [] : shown) {
    io.out(
      `${each.id}  ${each.at}  ${each.processor}  ${each.topic}/${each.partition}/${each.position}`,
    )
    io.out(`  ${each.eventType} of app ${each.appId}: ${each.reason} (${each.attempts} attempts)`)
  }
  return 0
}

function stillThere({ topic, partition, position, processor, errorClass }: DeadLetter): string {
  const why = flow.some(({ name }) => name === processor)
    ? `${processor} could not handle it this time either (${errorClass} before)`
    : `there is no processor ${processor} in this version; the letter stays`
  return `${topic}/${partition}/${position}: ${why}`
}
