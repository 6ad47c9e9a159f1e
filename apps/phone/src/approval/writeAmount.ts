import type { AssetName } from '@latchkey/clear-signing'
import { formatAmount } from '../ui/formatAmount.ts'

/** Formats an exact amount with its unit: `1,250.5 USDL`, `unlimited USDL`, `Lantern no. 7`. */
export function writeAmount({
  asset: { symbol, kind, decimals },
  text,
  isUnlimited = false,
  tokenId = null,
}: {
  asset: AssetName
  /** An exact decimal text. */
  text: string
  isUnlimited?: boolean
  tokenId?: bigint | null
}): string {
  if (isUnlimited) return `unlimited ${symbol}`
  const piece = tokenId === null ? '' : ` no. ${tokenId}`
  if (kind === 'erc721') return `${symbol}${piece}`
  const unit = decimals === null && kind === 'erc20' ? ' base units of' : ''
  return `${formatAmount(text)}${unit} ${symbol}${piece}`
}
