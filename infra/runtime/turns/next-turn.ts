// Lets everything else that waits have its turn. For long work over a store that answers at once (SQLite): merely
// awaiting such a store never leaves the current turn of the event loop.
export { setImmediate as nextTurn } from 'node:timers/promises'
