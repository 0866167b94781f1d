// The address of a service, as a command line gives it.
import { expect, test } from 'vitest'
import { UsageError } from '../../../../apps/cli/command/command.ts'
import { checkAddress } from '../../../../apps/cli/command/service-address.ts'

test.each(['localhost:8080', 'x', 'ftp://a.example', 'http://localhost:0'])(
  'given --url %s, when checked, then it is refused with an example',
  (url) => {
    expect(() => checkAddress(url)).toThrow(UsageError)
    expect(() => checkAddress(url)).toThrow(/such as http:\/\/localhost:8080/)
  },
)

test('given the address of a service, when checked, then it is taken', () => {
  for (const url of ['http://localhost:8080', 'https://memory.example']) checkAddress(url)
})
