// With which options of Node.js every main runs. What starts one without this file (npm scripts, the image, the compose
// file) names the same: a test holds them to it.

/**
 * Most of a request's objects are garbage soon, and a large semi-space makes collections of new objects rare. A heap
 * that may grow to 128 MiB before its first whole collection makes those rare as well: V8 begins with a few, so that
 * large bodies cause one after another, and each holds the event loop for 10 ms and more. Memory in MiB, for each thread.
 */
export const HEAP_OPTIONS = ['--max-semi-space-size=64', '--initial-old-space-size=128'] as const
