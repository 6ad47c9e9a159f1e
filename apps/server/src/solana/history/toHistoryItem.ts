import { type ChainId, formatUnits, nativeSolanaAddress, toAccountId } from '@latchkey/protocol'
import type { HistoryItem, Transfer } from '@latchkey/protocol/api'
import { programs } from '@latchkey/solana'
import type { SolanaChainConfig } from '../../platform/config/ServerConfig.ts'
import type { NodeTransaction } from '../node/SolanaNode.ts'
import type { SolanaToken } from '../tokens/SolanaToken.ts'
import { isSignedBy } from './isSignedBy.ts'
import type { Movement } from './movements.ts'
import { operationType } from './operationType.ts'

export type HistoryScope = {
  chain: SolanaChainConfig
  account: string
  tokens: ReadonlyMap<string, SolanaToken>
  /** USD at the time of the transaction; undefined if unknown. */
  priceOf: (mint: string) => number | undefined
  /** Unix milliseconds, for a block without a time. */
  now: number
}

/** Up to this many USD, a payment of a stranger is dust, sent only to be seen. Lamports apply if the price is unknown. */
const dust = { usd: 0.005, lamports: 100_000n }

/**
 * Returns an item of the activity in the shape of the API.
 *
 * @returns undefined if there is nothing to show: only airdrops of others
 */
export function toHistoryItem(
  transaction: NodeTransaction,
  movements: readonly Movement[],
  scope: HistoryScope,
): HistoryItem | undefined {
  const { chain, account, tokens } = scope
  const { accounts, signature, time, failed } = transaction
  const own = isSignedBy(transaction, account)
  // A failed transaction of others has no effect.
  if (!own && failed) return undefined
  const shown = own ? movements : movements.filter((movement) => !isThrown(movement, scope))
  if (!own && shown.length === 0) return undefined
  const isNft = (mint: string) => tokens.get(mint)?.isNft === true
  const type = operationType({ transaction, own, movements: shown, isNft })
  const payer = accounts[0]?.address ?? account
  const { from, to } = partiesOf(transaction, { shown, type, account, payer })
  const { chainId } = chain
  return {
    id: `${chainId}:${signature}`,
    metadata: {
      operationType: type,
      hash: signature,
      minedAt: new Date(time === undefined ? scope.now : time * 1000).toISOString(),
      sentFrom: from,
      sentTo: to,
      ...(payer === from ? {} : { sentBy: payer }),
      status: failed ? 'failed' : 'confirmed',
      application: null,
      chain: chainId,
    },
    transfers: (shown.length > 0 ? shown : [nothing(account)]).map((movement) => toTransfer(movement, scope)),
  }
}

/** Placeholder for a transaction without movements (a call, an approval): zero native tokens. */
function nothing(account: string): Movement {
  return { mint: nativeSolanaAddress, direction: 'self', amount: 0n, other: account, decimals: undefined }
}

/** Whether a movement in a stranger's transaction is only sent to be seen: spam, or dust. NFTs stay, with a spam flag. */
function isThrown({ mint, direction, amount }: Movement, { tokens, priceOf }: HistoryScope): boolean {
  if (direction !== 'in') return false
  const price = priceOf(mint)
  if (mint === nativeSolanaAddress) {
    return price === undefined ? amount < dust.lamports : price * Number(formatUnits(amount, 9)) < dust.usd
  }
  const token = tokens.get(mint)
  if (token?.isNft) return false
  if (token === undefined || token.spam) return true
  return price !== undefined && price * Number(formatUnits(amount, token.decimals)) < dust.usd
}

/**
 * Returns the sender and receiver: those of the payment for a plain payment, else the transaction's sender and the called
 * program.
 */
function partiesOf(
  { instructions }: NodeTransaction,
  { shown, type, account, payer }: { shown: readonly Movement[]; type: string; account: string; payer: string },
): { from: string; to: string } {
  const others = new Set(shown.map(({ other }) => other))
  const [other] = others
  if ((type === 'send' || type === 'receive') && others.size === 1 && other !== undefined) {
    const isIn = shown[0]?.direction === 'in'
    return isIn ? { from: other, to: account } : { from: account, to: other }
  }
  if (type === 'mint') return { from: payer, to: account }
  const called = instructions.find(({ program }) => program !== programs.computeBudget && program !== programs.memo)
  return { from: payer, to: called?.program ?? account }
}

function toTransfer({ mint, direction, amount, decimals }: Movement, scope: HistoryScope): Transfer {
  const { chain, tokens, priceOf } = scope
  const token = mint === nativeSolanaAddress ? undefined : tokens.get(mint)
  const isNft = token?.isNft === true
  const coin = mint === nativeSolanaAddress ? chain.nativeCurrency : token
  const numeric = formatUnits(amount, coin?.decimals ?? decimals ?? 0)
  const price = isNft ? null : (priceOf(mint) ?? null)
  return {
    fungible_info: isNft
      ? null
      : {
          name: coin?.name ?? 'Unknown token',
          symbol: coin?.symbol ?? '???',
          icon: { url: coin?.iconUrl ?? null },
        },
    nft_info: isNft ? { name: token.name, content: { preview: { url: null } }, flags: { is_spam: token.spam } } : null,
    address: toMintId(chain.chainId, mint),
    direction,
    quantity: { numeric },
    value: price === null ? null : price * Number(numeric),
    price,
  }
}

function toMintId(chainId: ChainId, mint: string) {
  return mint === nativeSolanaAddress ? null : toAccountId({ chainId, address: mint })
}
