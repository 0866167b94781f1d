// The console: shows what the memory service believes of each user, and why. Everything that it knows it asks of the API.
import { render } from 'preact'
import { App } from './app.tsx'

render(<App />, document.getElementById('app')!)
