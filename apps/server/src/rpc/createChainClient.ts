import { type ChainId, parseChainId } from '@latchkey/protocol'
import { createPublicClient, custom, defineChain, type PublicClient } from 'viem'
import type { RpcService } from './RpcService.ts'

/** Creates viem's client of an EVM network on this server's upstreams, with their failover. */
export function createChainClient({
  rpc,
  chainId,
}: {
  rpc: Pick<RpcService, 'request'>
  chainId: ChainId
}): PublicClient {
  const id = Number(parseChainId(chainId).reference)
  const request = ({ method, params }: { method: string; params?: unknown }) =>
    rpc.request({ chainId, call: { method, ...(Array.isArray(params) ? { params } : {}) } })
  return createPublicClient({
    chain: defineChain({
      id,
      name: chainId,
      nativeCurrency: { name: '', symbol: '', decimals: 18 },
      // Never used, because the transport is our own.
      rpcUrls: { default: { http: [] } },
    }),
    // No retries: the service has already tried other upstreams.
    transport: custom({ request } as Parameters<typeof custom>[0], { retryCount: 0 }),
    cacheTime: 0,
    // A contract must not choose URLs that this server fetches (ERC-3668).
    ccipRead: false,
  })
}
