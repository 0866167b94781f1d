// `npm start`: the whole service in one process; on one machine it needs no server.
import { keepCompiled } from '../keep-compiled.ts'

// Node keeps only modules that are loaded after this.
keepCompiled()
await import('./program.ts')
