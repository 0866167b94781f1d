// `bring-over`: gives an installation over servers the kind of stores that SEALED_PROJECTIONS and EMBEDDING_GENERATION
// ask for.
import { readConfig } from '../../../../infra/config.ts'
import { asDataIs } from '../../../composition/as-data-is.ts'
import {
  type BringOverServers,
  bringOverServers,
} from '../../../composition/distributed/bring-over-servers.ts'
import { refusePositionals } from '../../command/arguments.ts'
import { CommandFailed, defineCommand, type Io, UsageError } from '../../command/command.ts'
import { counted } from '../../command/counted.ts'
import { flag } from '../../command/option.ts'
import { printerOf } from '../../command/printer.ts'
import { createProgress, type Progress } from '../../command/progress.ts'
import { withPorts } from '../with-ports.ts'

export const command = defineCommand({
  usage: '[--json]',
  options: { json: flag('print JSON') },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    const config = await asDataIs(readConfig())
    if (config.PROFILE !== 'distributed') {
      throw new UsageError('an embedded service is brought over by its next start')
    }
    const bars = createBars(io)
    const done = await withPorts(
      io.signal,
      ({ ports, runtime }) => bringOverServers({ config, ports, runtime, step: bars.step }),
      { config, more: { bringsOver: true, readsAll: true } },
    ).catch((error: Error) => {
      throw error.name === 'WorkersRun' ? new CommandFailed(error.message) : error
    })
    bars.complete()
    const { records, deliveries, names } = done
    const kind = config.SEALED_PROJECTIONS === 'on' ? 'sealed' : 'in plain'
    printerOf(io, values)(
      done,
      `The stores are ${kind}: ${counted(records, 'event')} replayed, ${counted(deliveries, 'delivery', 'deliveries')} carried over, ${counted(names, 'key or note', 'keys and notes')} renamed. Start all processes with SEALED_PROJECTIONS=${config.SEALED_PROJECTIONS}.`,
    )
    return 0
  },
})

/** One bar after another. */
function createBars(io: Io): { step: BringOverServers['step']; complete(): void } {
  let bar: Progress | undefined
  return {
    step: (what, total) => {
      bar?.complete()
      const next = createProgress(io, { label: `bring over ${what}`, total })
      bar = next
      return (more) => next.advance(more)
    },
    complete: () => bar?.complete(),
  }
}
