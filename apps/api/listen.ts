// Listens where HOST and the port say. Looking HOST up fails in the words in which a server of the service does not
// answer, so only here is it known that HOST is to be changed.
import { InvalidConfig } from '../../infra/config.ts'
import { memberOf } from '../../infra/runtime/certain.ts'

type Address = { host: string; port: number }

export async function listen(
  app: { listen(address: Address): Promise<string> },
  address: Address,
): Promise<string> {
  try {
    return await app.listen(address)
  } catch (error) {
    if (memberOf(error, 'syscall') !== 'getaddrinfo') throw error
    throw new InvalidConfig(
      `${address.host} is neither an address nor a name that is known: set HOST to an address of this machine, or to 0.0.0.0 for all`,
    )
  }
}
