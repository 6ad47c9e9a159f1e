import type { ChainNamespace } from '@latchkey/protocol'
import type { LatchkeyConfig } from '../LatchkeyConfig.ts'

/** Returns the families that a pairing can connect: all families of the app. */
export function pairedFamilies({ networks }: Pick<LatchkeyConfig, 'networks'>): readonly ChainNamespace[] {
  return networks.map(({ chainNamespace }) => chainNamespace)
}
