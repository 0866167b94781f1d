// A process that sends due deliveries, at a given time, and never ends by itself: for the tests that kill it.
import { openDeliverer } from './deliverer.ts'

const [directory, at] = process.argv.slice(2)
const deliverer = await openDeliverer(directory!, Number(at))
deliverer.send()
