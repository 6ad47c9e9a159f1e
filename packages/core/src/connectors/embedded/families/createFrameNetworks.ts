import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { Environment } from '../../../environment/Environment.ts'
import { callFrame } from '../callFrame.ts'
import type { EmbeddedWallet } from '../EmbeddedWallet.ts'

/** Which network of Solana and which of Bitcoin the frame uses. It signs for those alone; all of a page that asks it shares them. */
export type FrameNetworks = {
  /**
   * Has the frame use a network of its family from now on.
   *
   * @param options.isSure whether it is told so although it was before: it may have been loaded anew
   * @throws LatchkeyError what the frame refuses with: `unsupported_chain`
   */
  use: (options: { chainId: ChainId; isSure?: boolean }) => Promise<void>
}

/** Makes {@link FrameNetworks}. */
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
