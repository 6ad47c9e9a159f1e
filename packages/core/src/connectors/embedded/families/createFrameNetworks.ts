import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { Environment } from '../../../environment/Environment.ts'
import { callFrame } from '../callFrame.ts'
import type { EmbeddedWallet } from '../EmbeddedWallet.ts'

/** The frame's current networks of Solana and Bitcoin. It signs only for those, and everything on the page shares them. */
export type FrameNetworks = {
  /**
   * Switches the frame to a network of its family.
   *
   * @param options.isSure switch even if the frame was switched before, because it may have been reloaded
   * @throws LatchkeyError the errors of the frame: `unsupported_chain`
   */
  use: (options: { chainId: ChainId; isSure?: boolean }) => Promise<void>
}

export function createFrameNetworks({
  wallet,
  environment,
}: {
  wallet: Pick<EmbeddedWallet, 'host'>
  environment: Environment
}): FrameNetworks {
  const inUse = new Map<string, ChainId>()
  return {
    use: async ({ chainId, isSure = false }) => {
      const { namespace } = parseChainId(chainId)
      if (inUse.get(namespace) === chainId && !isSure) return
      await callFrame({ host: await wallet.host(), environment, type: 'switchNetwork', payload: { chainId } })
      inUse.set(namespace, chainId)
    },
  }
}
