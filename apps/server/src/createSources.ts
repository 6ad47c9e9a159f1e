import type { AccountSource } from './accounts/AccountSource.ts'
import { createLinkedPrices } from './accounts/createLinkedPrices.ts'
import { createBitcoinSource } from './bitcoin/accounts/createBitcoinSource.ts'
import { isBitcoinChain, isSolanaChain } from './platform/config/chainConfig.ts'
import type { Context } from './platform/context.ts'
import type { RpcServiceWithUpstreams } from './rpc/createRpcService.ts'
import { createSolanaSource } from './solana/createSolanaSource.ts'

/** Creates the sources of accounts and tokens on networks without an index: Solana and Bitcoin. */
export function createSources({ context, rpc }: { context: Context; rpc: RpcServiceWithUpstreams }): AccountSource[] {
  const prices = createLinkedPrices({ context })
  const { chains } = context.config
  return [
    ...chains.filter(isSolanaChain).map((chain) => createSolanaSource({ context, rpc, chain, prices })),
    ...chains.filter(isBitcoinChain).map((chain) => createBitcoinSource({ context, rpc, chain, prices })),
  ]
}
