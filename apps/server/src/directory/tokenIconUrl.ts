/**
 * Where the icon of a coin is: our own mark for a well-known symbol, else a monogram. Only for native coins and for tokens
 * that the operator lists. Anybody can deploy a token that is called ETH, and it must not wear that mark.
 *
 * @param options.publicUrl where clients reach this server (`http.publicUrl`)
 * @param options.symbol as the configuration or the contract has it
 * @returns an absolute URL; null when the server does not know its own address, or nothing of the symbol can be shown
 * @example tokenIconUrl({ publicUrl: 'https://api.example.com', symbol: 'ETH' }) // 'https://api.example.com/public/getTokenImage/ETH'
 */
export function tokenIconUrl({ publicUrl, symbol }: { publicUrl: string | undefined; symbol: string }): string | null {
  // Contracts may call themselves anything; a path of dots, say, would lead elsewhere.
  const name = [...symbol.replace(/[^\p{L}\p{N}\p{Sc}.+-]/gu, '')].slice(0, 32).join('')
  if (publicUrl === undefined || !/[\p{L}\p{N}]/u.test(name)) return null
  return `${publicUrl.replace(/\/+$/, '')}/public/getTokenImage/${encodeURIComponent(name)}`
}
