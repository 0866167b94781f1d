// The console: shows what the memory service believes of each user, and why. All its data comes from the API.
import { render } from 'preact'
import { App } from './app.tsx'
import { present } from './pure/certain.ts'

render(<App />, present(document.getElementById('app'), 'place for the page'))
