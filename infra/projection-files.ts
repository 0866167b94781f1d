// The files of the embedded setting that a replay builds anew, in the data directory.
export const projectionFiles = {
  memory: 'memory.db',
  graph: 'graph.db',
  audit: 'audit.db',
} as const
