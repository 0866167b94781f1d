// For servers that live as long as one run of the tests: they compile less. In ten minutes the optimising compiler takes
// a quarter of their processor time and gives less back (test/README.md has the figures).

export function setup(): void {
  process.env.STACK_JAVA_OPTIONS ??= '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
}
