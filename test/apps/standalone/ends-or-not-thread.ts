// A thread that starts, and that ends when it is told to stop, or never answers again: as `masterKey` says.
import { parentPort, workerData } from 'node:worker_threads'

const [ends] = workerData.masterKey as Uint8Array

parentPort!.on('message', () => {
  if (ends === 1) parentPort!.close()
  // Held for ever, as by a step that never ends.
  else for (;;);
})
parentPort!.postMessage({ tell: 'started' })
