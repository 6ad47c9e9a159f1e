import type { ChainId } from '@latchkey/protocol'
import type { Devnet } from '../Devnet.ts'

/** A Bitcoin chain as the server's configuration takes it (`chains`), plain data that survives JSON. */
export type DevnetBitcoinConfig = {
  chainId: ChainId
  name: string
  testnet: boolean
  upstreams: { url: string }[]
  /** CAIP-10 of bridged Bitcoin on the first EVM chain. Bitcoin has its price. */
  priceFrom?: string
}

/** Returns the server's configuration of the devnet's Bitcoin chain, in addition to the EVM chains (`toChainConfigs`). */
export function toBitcoinConfigs({
  chains,
  tokens,
  bitcoin,
}: Pick<Devnet, 'chains' | 'tokens' | 'bitcoin'>): DevnetBitcoinConfig[] {
  const bridged = tokens.find(({ symbol }) => symbol === 'LBTC')
  const [first] = chains
  return bitcoin.map(({ chainId, name, esploraUrl }) => ({
    ...{ chainId, name, testnet: true },
    upstreams: [{ url: esploraUrl }],
    ...(first && bridged ? { priceFrom: `${first.chainId}:${bridged.address}` } : {}),
  }))
}
