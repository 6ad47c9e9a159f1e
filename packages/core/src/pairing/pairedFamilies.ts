import { type ChainNamespace, chainNamespaces } from '@latchkey/protocol'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** The families that a pairing can connect: those of the kit's own client; of a client of the app's own nothing is known. */
export function pairedFamilies({ connectors }: Pick<LatchkeyConfig, 'connectors'>): readonly ChainNamespace[] {
  return typeof connectors?.walletConnect === 'function' ? chainNamespaces : ['eip155']
}
