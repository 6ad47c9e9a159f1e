import { createPublicClient, createWalletClient, defineChain, http } from 'viem'
import type { EvmChainConfig } from '../platform/config/evmChainConfig.ts'
import type { DeploymentChain } from './createSteps.ts'

/**
 * Connects to a chain of the configuration to deploy contracts.
 *
 * @throws Error with a sentence if its first upstream is on another chain
 */
export async function connectChain({
  chainId,
  name,
  nativeCurrency,
  upstreams,
}: EvmChainConfig): Promise<Pick<DeploymentChain, 'reader' | 'sender'>> {
  const [upstream] = upstreams
  if (!upstream) throw new Error(`The chain ${chainId} has no upstream`)
  const transport = http(upstream.url)
  const chain = defineChain({
    ...{ id: Number(chainId.slice('eip155:'.length)), name, nativeCurrency },
    rpcUrls: { default: { http: [upstream.url] } },
  })
  const reader = createPublicClient({ chain, transport })
  const found = await reader.getChainId()
  if (found !== chain.id) throw new Error(`The upstream is on chain ${found}, not on ${chainId}`)
  return { reader, sender: createWalletClient({ chain, transport }) }
}
