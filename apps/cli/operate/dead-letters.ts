// `dead-letters`: lists the records that could not be handled, with the reasons, and tries them again.
import { present } from '../../../infra/runtime/certain.ts'
import type { DeadLetter } from '../../../infra/runtime/fail/read-letter.ts'
import { flow } from '../../../processors/flow.ts'
import { refusePositionals } from '../command/arguments.ts'
import { CommandFailed, defineCommand, UsageError } from '../command/command.ts'
import { counted } from '../command/counted.ts'
import { flag, option } from '../command/option.ts'
import { printerOf } from '../command/printer.ts'
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
      const print = printerOf(io, values)
      if (verb === 'list') {
        const shown = letters.map(shownLetter)
        print(shown, shown.length === 0 ? 'There are no dead letters.' : shown.flatMap(linesOf))
        return 0
      }
      const left = await replayLetters(opened, letters, io)
      const handled = letters.length - left.length
      for (const each of values.json ? [] : left) io.err(stillThere(each.parked))
      const done = `${handled} of ${counted(letters.length, 'dead letter')} handled.`
      print({ handled, left: left.length }, done)
      return left.length === 0 ? 0 : 1
    }
    return withPorts(io.signal, handle, { more: { readsAll: verb === 'replay' } })
  },
})

function shownLetter({ record, parked }: Letter) {
  const { id, recordedAt: at, appId } = present(record.event, 'event')
  return { id, at, appId, ...parked }
}

function linesOf(letter: ReturnType<typeof shownLetter>): string[] {
  const { id, at, appId, processor, topic, partition, position } = letter
  const { eventType, reason, attempts } = letter
  return [
    `${id}  ${at}  ${processor}  ${topic}/${partition}/${position}`,
    `  ${eventType} of app ${appId}: ${reason} (${attempts} attempts)`,
  ]
}

function stillThere({ topic, partition, position, processor, errorClass }: DeadLetter): string {
  const why = flow.some(({ name }) => name === processor)
    ? `${processor} could not handle it this time either (${errorClass} before)`
    : `there is no processor ${processor} in this version; the letter stays`
  return `${topic}/${partition}/${position}: ${why}`
}
