/**
 * Returns the URL of a token's icon: our own mark for a well-known symbol, else a monogram. Only for native tokens and for tokens that the
 * operator lists. Anyone can deploy a token with the name ETH, and it must not have that mark.
 *
 * @param options.publicUrl URL at which clients reach this server (`http.publicUrl`)
 * @param options.symbol symbol from the configuration or the contract
 * @returns an absolute URL; null if the server has no public URL, or the symbol has no usable character
 * @example tokenIconUrl({ publicUrl: 'https://api.example.com', symbol: 'ETH' }) // 'https://api.example.com/public/getTokenImage/ETH'
 */
export function tokenIconUrl({ publicUrl, symbol }: { publicUrl: string | undefined; symbol: string }): string | null {
  // Contracts can use any symbol. For example, one of dots would give another path.
  const name = [...symbol.replace(/[^\p{L}\p{N}\p{Sc}.+-]/gu, '')].slice(0, 32).join('')
  if (publicUrl === undefined || !/[\p{L}\p{N}]/u.test(name)) return null
  return `${publicUrl.replace(/\/+$/, '')}/public/getTokenImage/${encodeURIComponent(name)}`
}
