import type { AssetName } from '@latchkey/clear-signing'
import type { Scope } from '../../ui/Scope.ts'

export type AmountTextParameters = {
  scope: Pick<Scope, 't' | 'format'>
  asset: AssetName
  /** Exact decimal text. */
  text: string
  isUnlimited?: boolean
  tokenId?: bigint | null
}

/** Formats an exact amount with its unit: `1,250.5 USDC`, `Unlimited USDC`, `Lantern No. 7`. */
export function amountText({
  scope: { t, format },
  asset,
  text,
  isUnlimited = false,
  tokenId = null,
}: AmountTextParameters): string {
  if (isUnlimited) return t('approve.unlimited', { token: asset.symbol })
  const number = tokenId === null ? '' : ` ${t('approve.tokenId', { id: tokenId.toString() })}`
  if (asset.kind === 'splNft') return asset.symbol
  if (asset.kind === 'erc721') return `${asset.symbol}${number}`
  const amount =
    asset.decimals === null && (asset.kind === 'erc20' || asset.kind === 'spl')
      ? t('approve.baseUnits', { amount: text })
      : format.amount(text)
  return `${amount} ${asset.symbol}${number}`
}
