import { shortenAddress } from '@latchkey/protocol'
import { type Mint, readMint, wrappedSolMint } from '@latchkey/solana'
import type { Clock } from '../../platform/clock/Clock.ts'
import type { SolanaChainConfig } from '../../platform/config/ServerConfig.ts'
import { sanitizeText } from '../../tokens/sanitizeText.ts'
import { spamFlags } from '../../tokens/spamRules.ts'
import type { SolanaNode } from '../node/SolanaNode.ts'
import { metadataAddress, readMetadata } from './metaplex.ts'
import type { SolanaToken, TokenDescriber } from './SolanaToken.ts'

/** Milliseconds for which a mint's metadata is cached, because its authority may change it. */
const remember = 10 * 60_000
const mostRemembered = 20_000
/** Maximum number of characters. */
const longest = { name: 64, symbol: 24 }

/**
 * Creates the describer of mints. Decimals come from the mint. The name comes from the operator's list, else from the mint
 * itself (Token-2022), else from its Metaplex account, else it is the shortened address.
 */
export function createTokenDescriber({
  node,
  chain,
  clock,
}: {
  node: Pick<SolanaNode, 'readAccounts'>
  chain: SolanaChainConfig
  clock: Clock
}): TokenDescriber {
  const { nativeCurrency } = chain
  const listed = new Map(chain.tokens.map((token) => [token.address, token]))
  const blocked = new Set(chain.spam)
  const kept = new Map<string, { token: SolanaToken | undefined; at: number }>()

  const keep = (mint: string, token: SolanaToken | undefined) => {
    kept.delete(mint)
    kept.set(mint, { token, at: clock.now() })
    for (const oldest of kept.keys()) {
      if (kept.size <= mostRemembered) break
      kept.delete(oldest)
    }
  }

  const toToken = (mint: string, { decimals, supply }: Mint, words: { name: string; symbol: string } | undefined) => {
    const own = listed.get(mint)
    const isWrapped = mint === wrappedSolMint
    const wrapped = isWrapped
      ? { name: `Wrapped ${nativeCurrency.symbol}`, symbol: `W${nativeCurrency.symbol}` }
      : undefined
    const [name, symbol] = [
      sanitizeText(words?.name ?? '', longest.name) || null,
      sanitizeText(words?.symbol ?? '', longest.symbol) || null,
    ]
    const others = [nativeCurrency.symbol, ...chain.tokens.flatMap(({ symbol: known }) => known ?? [])]
    const isVouched = own !== undefined || isWrapped
    const flags = isVouched ? 0 : spamFlags({ name, symbol, listed: others, raw: [words?.name, words?.symbol] })
    const short = shortenAddress(mint)
    return {
      ...{ mint, decimals, listed: isVouched },
      name: own?.name ?? wrapped?.name ?? name ?? symbol ?? short,
      symbol: own?.symbol ?? wrapped?.symbol ?? symbol ?? short,
      iconUrl: own?.iconUrl ?? (isWrapped ? (nativeCurrency.iconUrl ?? null) : null),
      spam: blocked.has(mint) || flags !== 0,
      isNft: decimals === 0 && supply <= 1n,
    }
  }

  const look = async (mints: readonly string[]) => {
    const accounts = await node.readAccounts({ addresses: mints })
    const found = mints.flatMap((mint, index) => {
      const account = accounts[index]
      const data = account && readMint(account)
      return data ? [{ mint, data }] : []
    })
    // Use the metadata only if the mint's pointer names it. Anyone can write metadata elsewhere.
    const ownWords = ({ mint, data: { extensions } }: (typeof found)[number]) =>
      extensions.metadataPointer?.address === mint && extensions.metadata?.mint === mint
        ? extensions.metadata
        : undefined
    const nameless = found.filter((entry) => !ownWords(entry) && entry.mint !== wrappedSolMint)
    const told = await node.readAccounts({ addresses: nameless.map(({ mint }) => metadataAddress(mint)) })
    const words = new Map(
      nameless.map(({ mint }, index) => {
        const account = told[index]
        return [mint, account && readMetadata({ mint, account })] as const
      }),
    )
    for (const mint of mints) keep(mint, undefined)
    for (const entry of found)
      keep(entry.mint, toToken(entry.mint, entry.data, ownWords(entry) ?? words.get(entry.mint)))
  }

  return {
    describe: async ({ mints, fresh = [] }) => {
      const wanted = [...new Set(mints)]
      const renewed = new Set(fresh)
      const missing = wanted.filter((mint) => {
        const entry = kept.get(mint)
        return !entry || renewed.has(mint) || clock.now() - entry.at > remember
      })
      if (missing.length > 0) await look(missing)
      return new Map(
        wanted.flatMap((mint) => {
          const token = kept.get(mint)?.token
          return token ? [[mint, token] as const] : []
        }),
      )
    },
  }
}
