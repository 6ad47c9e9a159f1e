import type { ChainId, EvmAddress } from '@latchkey/protocol'
import type { Devnet } from './Devnet.ts'
import { namesChainId, nativeCurrency } from './world/chains.ts'

/** A chain as the server's configuration takes it (`chains`), plain data that survives JSON. */
export type DevnetChainConfig = {
  chainId: ChainId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  upstreams: { url: string; ws: string }[]
  contracts: {
    multicall3: EvmAddress
    weth: EvmAddress
    uniswapV2Factory: EvmAddress
    uniswapV3Factory: EvmAddress
    uniswapSwapRouter02: EvmAddress
    ensRegistry?: EvmAddress
  }
  tokens: { address: EvmAddress; name: string; symbol: string; usdReference: boolean }[]
  spam: EvmAddress[]
  indexer: { startBlock: number; trace: boolean; pollInterval: number }
}

/**
 * The server's configuration of the devnet's chains.
 *
 * @example const config = { ...rest, chains: toChainConfigs(devnet) }
 */
export function toChainConfigs(devnet: Pick<Devnet, 'chains' | 'contracts' | 'tokens' | 'nfts'>): DevnetChainConfig[] {
  const { multicall3, weth, uniswapV2Factory, uniswapV3Factory, uniswapSwapRouter02, ensRegistry } = devnet.contracts
  const isSpam = ({ kind }: { kind: string }) => kind === 'spam'
  return devnet.chains.map(({ chainId, id, name, rpcUrl, wsUrl }) => ({
    chainId,
    name,
    nativeCurrency: { ...nativeCurrency },
    testnet: true,
    upstreams: [{ url: rpcUrl, ws: wsUrl }],
    contracts: {
      ...{ multicall3, weth, uniswapV2Factory, uniswapV3Factory, uniswapSwapRouter02 },
      ...(id === namesChainId ? { ensRegistry } : {}),
    },
    tokens: devnet.tokens
      .filter((token) => !isSpam(token))
      .map((token) => ({
        ...{ address: token.address, name: token.name, symbol: token.symbol },
        usdReference: token.kind === 'usd',
      })),
    spam: [...devnet.tokens.filter(isSpam).map(({ address }) => address), devnet.nfts.spam],
    indexer: { startBlock: 0, trace: true, pollInterval: 250 },
  }))
}
