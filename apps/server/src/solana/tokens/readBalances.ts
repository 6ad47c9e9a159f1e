import { nativeSolanaAddress } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { toBalance } from '../../accounts/toBalance.ts'
import type { SolanaChainConfig } from '../../platform/config/ServerConfig.ts'
import type { SolanaNode } from '../node/SolanaNode.ts'
import type { SolanaPrices } from './createSolanaPrices.ts'
import type { TokenDescriber } from './SolanaToken.ts'

/** Maximum number of an account's mints that are described; some accounts receive thousands. */
const mostMints = 1_000

/**
 * Reads an account's current holdings: the native token and the tokens of both programs, summed up by mint. Spam is left out:
 * tokens that the operator blocks, names like spam, and unlisted tokens that are frozen in the account.
 *
 * @param options.forced mints to read without the cache, and to return even with a zero balance
 * @throws LatchkeyError `upstream_unavailable`
 */
export async function readBalances({
  node,
  chain,
  describer,
  prices,
  address,
  forced,
}: {
  node: SolanaNode
  chain: SolanaChainConfig
  describer: TokenDescriber
  prices: SolanaPrices
  address: string
  forced: readonly string[]
}): Promise<Balance[]> {
  const { lamports, tokenAccounts } = await node.readHoldings({ owner: address })
  const held = new Map<string, { amount: bigint; frozen: boolean }>()
  for (const { mint, amount, state } of tokenAccounts) {
    if (amount === 0n) continue
    const known = held.get(mint)
    held.set(mint, { amount: (known?.amount ?? 0n) + amount, frozen: (known?.frozen ?? true) && state === 'frozen' })
  }
  for (const mint of forced)
    if (mint !== nativeSolanaAddress && !held.has(mint)) held.set(mint, { amount: 0n, frozen: false })
  const mints = [...held.keys()].slice(0, mostMints)
  const [tokens, found] = await Promise.all([
    describer.describe({ mints, fresh: forced }),
    prices.now([nativeSolanaAddress, ...mints]),
  ])
  const { chainId, nativeCurrency } = chain
  const coinPrice = found.get(nativeSolanaAddress) ?? null
  const native =
    lamports === 0n && !forced.includes(nativeSolanaAddress)
      ? []
      : [toBalance({ chainId, token: nativeCurrency, amount: lamports, price: coinPrice })]
  const others = mints.flatMap((mint) => {
    const token = tokens.get(mint)
    const holding = held.get(mint)
    const price = found.get(mint) ?? null
    if (!token || !holding || token.spam) return []
    // A frozen token cannot be moved: it is bait unless it is listed or has a price. Frozen NFTs are shown, because collections
    // freeze their own.
    if (holding.frozen && !token.listed && price === null && !token.isNft) return []
    return [toBalance({ chainId, address: mint, token, amount: holding.amount, price })]
  })
  return [...native, ...others]
}
