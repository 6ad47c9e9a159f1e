import type { ChainNamespace } from '@latchkey/protocol'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** The families that a pairing can connect: all that the app has. */
export function pairedFamilies({ networks }: Pick<LatchkeyConfig, 'networks'>): readonly ChainNamespace[] {
  return networks.map(({ chainNamespace }) => chainNamespace)
}
