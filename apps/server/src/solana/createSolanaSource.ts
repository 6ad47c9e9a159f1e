import { isAddress } from '@latchkey/solana'
import type { AccountSource } from '../accounts/AccountSource.ts'
import type { LinkedPrices } from '../accounts/createLinkedPrices.ts'
import type { SolanaChainConfig } from '../platform/config/ServerConfig.ts'
import type { Context } from '../platform/context.ts'
import type { RpcServiceWithUpstreams } from '../rpc/createRpcService.ts'
import { listSockets } from '../rpc/listSockets.ts'
import { createSolanaFeed } from './following/createSolanaFeed.ts'
import { readHistory } from './history/readHistory.ts'
import { createSolanaNode } from './node/createSolanaNode.ts'
import { createSolanaPrices } from './tokens/createSolanaPrices.ts'
import { createTokenDescriber } from './tokens/createTokenDescriber.ts'
import { readBalances } from './tokens/readBalances.ts'
import { readFungibles } from './tokens/readFungibles.ts'

/**
 * Creates the source of a Solana cluster's accounts and tokens. It reads from the cluster's nodes on request.
 *
 * @param options.prices of the tokens' forms on indexed networks
 * @param options.pollInterval milliseconds between reads of followed accounts if no node pushes changes (default 4,000)
 */
export function createSolanaSource({
  context,
  rpc,
  chain,
  prices: linked,
  pollInterval,
}: {
  context: Pick<Context, 'clock' | 'log' | 'shutdown'>
  rpc: RpcServiceWithUpstreams
  chain: SolanaChainConfig
  prices: LinkedPrices
  pollInterval?: number
}): AccountSource {
  const { clock, log, shutdown } = context
  const node = createSolanaNode({ rpc, chain })
  const describer = createTokenDescriber({ node, chain, clock })
  const prices = createSolanaPrices({ prices: linked, chain })
  const feed = createSolanaFeed({
    ...{ node, log, signal: shutdown.signal },
    sockets: () => listSockets(rpc.chains.get(chain.chainId)),
    ...(pollInterval === undefined ? {} : { pollInterval }),
  })
  const parts = { node, chain, describer, prices }

  return {
    chainId: chain.chainId,
    isAddress,
    readBalances: async (options) => ({ balances: await readBalances({ ...parts, ...options }), stale: 0 }),
    readHistory: (options) => readHistory({ ...parts, clock, ...options }),
    readFungibles: (options) => readFungibles({ ...parts, ...options }),
    follow: feed.watch,
  }
}
