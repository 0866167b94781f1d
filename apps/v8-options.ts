// With which options of V8 every main runs. What starts one without this file (npm scripts, the image, the compose file)
// names the same: a test holds them to it.

/**
 * Most of a request's objects are garbage soon, and a large semi-space makes collections of new objects rare. A heap
 * that may grow to 128 MiB before its first whole collection makes those rare as well: V8 begins with a few, so that
 * large bodies cause one after another, and each holds the event loop for 10 ms and more. Memory in MiB, for each thread.
 *
 * Regular expressions become machine code at their first use. V8 would make bytecode of each first, and machine code at
 * its second use, which is three times the work for the hundreds that read a first text. Only a command line may say so:
 * a process that sets it for itself (`v8.setFlagsFromString`) crashes.
 */
export const V8_OPTIONS = [
  '--max-semi-space-size=64',
  '--initial-old-space-size=128',
  '--no-regexp-tier-up',
] as const
