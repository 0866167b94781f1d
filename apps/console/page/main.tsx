// The console: shows what the memory service believes of each user, and why. All its data comes from the API.
import { render } from 'preact'
import { App } from './app.tsx'

render(<App />, document.getElementById('app')!)
