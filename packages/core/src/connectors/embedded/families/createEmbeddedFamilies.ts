import type { ChainNamespace } from '@latchkey/protocol'
import type { Environment } from '../../../environment/Environment.ts'
import type { LatchkeyConfig } from '../../../LatchkeyConfig.ts'
import type { Connector } from '../../Connector.ts'
import { type EmbeddedWallet, embeddedRdns } from '../EmbeddedWallet.ts'
import { embeddedIdOf } from '../embeddedIdOf.ts'
import { createFamilyConnector } from './createFamilyConnector.ts'
import { createFrameBitcoinProvider } from './createFrameBitcoinProvider.ts'
import { createFrameNetworks } from './createFrameNetworks.ts'
import { createFrameSolanaProvider } from './createFrameSolanaProvider.ts'
import { createEmbeddedStandardWallet } from './standard/createEmbeddedStandardWallet.ts'
import { publishStandardWallet } from './standard/publishStandardWallet.ts'

/** The embedded wallet for Solana and Bitcoin. */
export type EmbeddedFamilies = { find: (id: string) => Connector | undefined; destroy: () => void }

/**
 * Creates the connectors of the families with networks in the app (`latchkey:solana`, `latchkey:bip122`). Registers the wallet for other
 * libraries on the page with the Wallet Standard, unless the app opted out.
 */
export function createEmbeddedFamilies({
  config,
  environment,
  wallet,
}: {
  config: LatchkeyConfig
  environment: Environment
  wallet: EmbeddedWallet
}): EmbeddedFamilies {
  const { name, icon } = wallet.connector.info
  const connectors = new Map<string, Connector>()
  const networks = createFrameNetworks({ wallet, environment })
  const add = <Namespace extends ChainNamespace>(
    namespace: Namespace,
    createProvider: Parameters<typeof createFamilyConnector<Namespace>>[0]['createProvider'],
  ) => {
    const chainIds = config.networks
      .filter(({ chainNamespace }) => chainNamespace === namespace)
      .map(({ caipNetworkId }) => caipNetworkId)
    if (chainIds.length === 0) return
    const id = embeddedIdOf(namespace)
    const info = { id, namespace, name, icon, rdns: embeddedRdns, type: 'embedded' } as const
    connectors.set(id, createFamilyConnector({ info, wallet, environment, networks, chainIds, createProvider }))
  }
  add('solana', createFrameSolanaProvider)
  add('bip122', createFrameBitcoinProvider)
  const page = environment.page()
  const standard = createEmbeddedStandardWallet({
    ...{ wallet, environment, networks, info: wallet.connector.info },
    chainIds: config.networks
      .filter(({ chainNamespace }) => chainNamespace !== 'eip155')
      .map(({ caipNetworkId }) => caipNetworkId),
    site: () => globalThis.location,
  })
  const takeBack =
    page && config.wallet?.announce !== false ? publishStandardWallet({ page, wallet: standard.standard }) : undefined
  return {
    find: (id) => connectors.get(id),
    destroy: () => {
      takeBack?.()
      standard.destroy()
    },
  }
}
