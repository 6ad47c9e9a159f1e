import type { PrivateKeyAccount } from 'viem/accounts'
import type { Context } from '../platform/context.ts'
import { readPrivateKey } from '../platform/crypto/readPrivateKey.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { createIdentities, type Identities } from './createIdentities.ts'
import { createNameService } from './createNameService.ts'
import type { NameService } from './NameService.ts'
import { createNameRegistry } from './registry/createNameRegistry.ts'
import type { NameRegistry } from './registry/NameRegistry.ts'

/** Names, and the names of addresses. */
export type Names = {
  service: NameService
  identities: Identities
  /** This server's own names, and the key that signs what its gateway says of them; undefined where the configuration has none. */
  own: { registry: NameRegistry; signer: PrivateKeyAccount } | undefined
}

/**
 * Creates the services of names.
 *
 * @param options.env where the configuration may name a variable with the signer's key
 * @throws LatchkeyError `config_invalid`
 */
export async function createNames({
  context,
  rpc,
  env = process.env,
}: {
  context: Context
  rpc: RpcService
  env?: Readonly<Record<string, string | undefined>>
}): Promise<Names> {
  const config = context.config.names
  const own = config && {
    registry: createNameRegistry({ context, config, rpc }),
    signer: await readPrivateKey({ key: config.signer, name: 'names.signer', env }),
  }
  const service = createNameService({ context, rpc, registry: own?.registry })
  return { service, own, identities: await createIdentities({ context, names: service }) }
}
