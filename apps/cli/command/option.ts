// How a command states its options.

/** Takes a value, for which `value` stands in the help. */
export const option = (value: string, description: string) =>
  ({ type: 'string', value, description }) as const

export const flag = (description: string) => ({ type: 'boolean', description }) as const
