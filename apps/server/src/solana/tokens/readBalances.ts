import { nativeSolanaAddress } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { toBalance } from '../../accounts/toBalance.ts'
import type { SolanaChainConfig } from '../../platform/config/ServerConfig.ts'
import type { SolanaNode } from '../node/SolanaNode.ts'
import type { SolanaPrices } from './createSolanaPrices.ts'
import type { TokenDescriber } from './SolanaToken.ts'

/** Mints of an account that are described at most, those of which it has accounts first: some are sent thousands. */
const mostMints = 1_000

/**
 * Reads what an account holds now: the native coin and all tokens of both programs, several accounts of one mint summed up. Spam is left
 * out: what the operator knows as such or calls itself so, and tokens of nobody's list that were frozen in the account's hands.
 *
 * @param options.forced mints whose own words are read anew, and of which it is told, too, that there is nothing
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
    // Nobody takes it back from there: bait, unless somebody vouches for it. Pieces are shown: collections freeze their own.
    if (holding.frozen && !token.listed && price === null && !token.isNft) return []
    return [toBalance({ chainId, address: mint, token, amount: holding.amount, price })]
  })
  return [...native, ...others]
}
