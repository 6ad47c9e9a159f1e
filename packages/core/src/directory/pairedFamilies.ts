import type { ChainNamespace } from '@latchkey/protocol'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** The families that a pairing can connect: those of the kit's own client; of a client of the app's own, all that the app has. */
export function pairedFamilies({
  connectors,
  networks,
}: Pick<LatchkeyConfig, 'connectors' | 'networks'>): readonly ChainNamespace[] {
  return typeof connectors?.walletConnect === 'function'
    ? networks.map(({ chainNamespace }) => chainNamespace)
    : ['eip155']
}
