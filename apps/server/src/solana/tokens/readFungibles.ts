import { nativeSolanaAddress, toAccountId } from '@latchkey/protocol'
import type { Fungible } from '@latchkey/protocol/api'
import type { SolanaChainConfig } from '../../platform/config/ServerConfig.ts'
import type { SolanaPrices } from './createSolanaPrices.ts'
import type { TokenDescriber } from './SolanaToken.ts'

/**
 * Returns names and prices of mints, and of the native token (`nativeSolanaAddress`). Addresses that are no mints have no
 * name and no price.
 *
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function readFungibles({
  chain,
  describer,
  prices,
  addresses,
}: {
  chain: SolanaChainConfig
  describer: TokenDescriber
  prices: SolanaPrices
  addresses: readonly string[]
}): Promise<Fungible[]> {
  const { chainId, nativeCurrency } = chain
  const mints = addresses.filter((address) => address !== nativeSolanaAddress)
  const [tokens, found] = await Promise.all([describer.describe({ mints }), prices.now(addresses)])
  return addresses.map((address): Fungible => {
    const token = address === nativeSolanaAddress ? nativeCurrency : tokens.get(address)
    return {
      address: toAccountId({ chainId, address }),
      name: token?.name ?? '',
      symbol: token?.symbol ?? '',
      iconUrl: token?.iconUrl ?? null,
      price: found.get(address) ?? null,
      decimals: token?.decimals ?? 0,
    }
  })
}
