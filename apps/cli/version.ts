// `version`, `--version` or `-V`: tells which version of the service this command line is of.
import { packageVersion } from '../../infra/runtime/package-version.ts'
import { refusePositionals } from './command/arguments.ts'
import { defineCommand } from './command/command.ts'
import { flag } from './command/option.ts'

export const command = defineCommand({
  usage: '[--json]',
  options: { json: flag('print JSON') },
  run: async (values, positionals, io) => {
    refusePositionals(positionals)
    const version = packageVersion()
    io.out(values.json ? JSON.stringify({ version }) : version)
    return 0
  },
})
