import type { PrivateKeyAccount } from 'viem/accounts'
import type { Context } from '../platform/context.ts'
import type { HealthCheck } from '../platform/health/HealthCheck.ts'
import type { RpcService } from '../rpc/RpcService.ts'
import { createIdentities, type Identities } from './createIdentities.ts'
import { createNameChecks } from './createNameChecks.ts'
import { createNameService } from './createNameService.ts'
import type { NameService } from './NameService.ts'
import { readNameSigner } from './readNameSigner.ts'
import { createNameRegistry } from './registry/createNameRegistry.ts'
import type { NameRegistry } from './registry/NameRegistry.ts'

/** Services for names, and for the names of addresses. */
export type Names = {
  service: NameService
  identities: Identities
  /** Names of this server, and the key that signs its gateway's answers. Undefined if the configuration has none. */
  own: { registry: NameRegistry; signer: PrivateKeyAccount } | undefined
  /** For `/ready`. */
  checks: () => HealthCheck[]
}

/**
 * Creates the services of names.
 *
 * @param options.env environment variables, one of which can have the signer's key
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
    signer: await readNameSigner({ config: context.config, names: config, env }),
  }
  const service = createNameService({ context, rpc, registry: own?.registry })
  const { chains } = context.config
  return {
    ...{ service, own, identities: await createIdentities({ context, names: service }) },
    checks: () => (own ? createNameChecks({ rpc, chains, zone: own.registry.zone, signer: own.signer.address }) : []),
  }
}
