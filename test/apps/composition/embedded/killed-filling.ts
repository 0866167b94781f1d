// A rebuild of the memory on threads that is killed when a part of the log has been read, for the test beside it.
import { replayInParts } from './rebuilding.ts'

await replayInParts(process.argv[2]!, 2, {
  told: (line) => {
    if (line.includes(' %')) process.kill(process.pid, 'SIGKILL')
  },
})
