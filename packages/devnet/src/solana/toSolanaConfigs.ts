import type { ChainId } from '@latchkey/protocol'
import type { Devnet } from '../Devnet.ts'

/** A local Solana network as the server's configuration takes it (`chains`), plain data that survives JSON. */
export type DevnetSolanaConfig = {
  chainId: ChainId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  upstreams: { url: string; ws: string }[]
  /** CAIP-10 of bridged SOL on the first EVM chain. SOL has its price. */
  priceFrom?: string
  tokens: { address: string; name: string; symbol: string; usdReference: boolean; priceFrom?: string }[]
  spam: string[]
}

/** Returns the server's configuration of the devnet's Solana networks, in addition to the EVM chains (`toChainConfigs`). */
export function toSolanaConfigs({
  chains,
  tokens,
  solana,
  solanaTokens,
}: Pick<Devnet, 'chains' | 'tokens' | 'solana' | 'solanaTokens'>): DevnetSolanaConfig[] {
  const [first] = chains
  /** Returns the token with the same symbol on the first EVM chain, because only that chain has a market. */
  const priceOf = (symbol: string) => {
    const bridged = tokens.find((token) => token.symbol === symbol)
    return first && bridged ? { priceFrom: `${first.chainId}:${bridged.address}` } : {}
  }
  return solana.map(({ chainId, name, rpcUrl, wsUrl }) => ({
    ...{ chainId, name, testnet: true },
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    upstreams: [{ url: rpcUrl, ws: wsUrl }],
    ...priceOf('LSOL'),
    tokens: solanaTokens
      .filter(({ kind }) => kind !== 'spam')
      .map(({ address, name: tokenName, symbol, kind }) => ({
        ...{ address, name: tokenName, symbol, usdReference: kind === 'usd' },
        ...(kind === 'site' || kind === 'transfer-fee' ? priceOf(symbol) : {}),
      })),
    spam: solanaTokens.filter(({ kind }) => kind === 'spam').map(({ address }) => address),
  }))
}
