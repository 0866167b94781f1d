// `npm run api`: the HTTP side alone, over the distributed setting. Any number of them.
import { keepCompiled } from '../keep-compiled.ts'

// Node keeps only modules that are loaded after this.
keepCompiled()
await import('./program.ts')
