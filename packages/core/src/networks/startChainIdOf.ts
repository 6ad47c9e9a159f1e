import type { ChainId, ChainNamespace } from '@latchkey/protocol'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'
import type { ConnectionStorage } from '../storage/createConnectionStorage.ts'

/** Returns the initial network of a family: that of the last visit, else the app's default, else the app's first of the family. */
export function startChainIdOf({
  config: { networks, defaultNetwork },
  record,
  namespace,
}: {
  config: LatchkeyConfig
  record: ConnectionStorage
  namespace: ChainNamespace
}): ChainId | undefined {
  const family = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const find = (chainId: ChainId | undefined) => family.find(({ caipNetworkId }) => caipNetworkId === chainId)
  const network = find(record.read().chainIds[namespace]) ?? find(defaultNetwork) ?? family[0]
  return network?.caipNetworkId
}
