import { type ChainId, parseChainId } from '@latchkey/protocol'
import { createPublicClient, custom, defineChain, type PublicClient } from 'viem'
import type { RpcService } from './RpcService.ts'

/** Creates viem's reader of a chain (eip155) over this server's own upstreams, with their fail-over. */
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
      // Never asked: the transport is our own.
      rpcUrls: { default: { http: [] } },
    }),
    // What an upstream did not answer was asked of others already.
    transport: custom({ request } as Parameters<typeof custom>[0], { retryCount: 0 }),
    cacheTime: 0,
    // A contract must not choose what this server fetches (ERC-3668).
    ccipRead: false,
  })
}
