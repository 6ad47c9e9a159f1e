import type { ChainId } from '@latchkey/protocol'
import type { Devnet } from '../Devnet.ts'

/** A local Solana network as the server's configuration takes it (`chains`), plain data that survives JSON. */
export type DevnetSolanaConfig = {
  chainId: ChainId
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  testnet: boolean
  upstreams: { url: string; ws: string }[]
  /** CAIP-10 of bridged SOL on the first EVM chain: whose price the coin has. */
  priceFrom?: string
  tokens: { address: string; name: string; symbol: string; usdReference: boolean; priceFrom?: string }[]
  spam: string[]
}

/** The server's configuration of the devnet's Solana networks, to stand beside that of the EVM chains (`toChainConfigs`). */
export function toSolanaConfigs({
  chains,
  tokens,
  solana,
  solanaTokens,
}: Pick<Devnet, 'chains' | 'tokens' | 'solana' | 'solanaTokens'>): DevnetSolanaConfig[] {
  const [first] = chains
  /** A token of the first EVM chain has a market, and what it is worth there it is worth here. */
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
