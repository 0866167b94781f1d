// The event log on Kafka keeps the port's contract.
import { describe } from 'vitest'
import { eventLogContract } from '../../contracts/event-log.contract.ts'
import { mixedNames } from '../../contracts/mixed-names.ts'
import { looseWire, missing, newPrefix, openLog } from './cluster.ts'

describe.skipIf(missing.length > 0)(`with a real broker (needs ${missing.join(', ')})`, () => {
  const topicPrefix = newPrefix()
  eventLogContract(
    'Kafka, half of the events under pseudonyms',
    async () => {
      const open = () => openLog({ topicPrefix, wire: looseWire, partitions: 1, names: mixedNames })
      const log = await open()
      return { log, reopen: open, close: () => log.close() }
    },
    { sharesPartitions: true, tellsOthersLate: true },
  )
})
