import type { Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/**
 * Refuses calls that could change who controls the account: to what has power over it, and to the account's own code. Coins alone may go
 * there. Without code of its own an account that calls itself does nothing.
 */
export async function judgeControl({
  reading: { chain, account, asOperation, guarded },
  to,
  data,
}: {
  reading: Reading
  to: `0x${string}` | null
  data: `0x${string}`
}): Promise<readonly Finding[]> {
  if (to === null || data === '0x') return []
  // Some accounts take the zero address for themselves (ERC-7579 implementations; ERC-7821).
  const isOwn = to.toLowerCase() === account.toLowerCase() || (asOperation && /^0x0{40}$/.test(to))
  // What cannot be had may be there.
  const isRefused = guarded.includes(to.toLowerCase()) || (isOwn && (asOperation || (await chain.code(to)) !== '0x'))
  return isRefused ? [{ level: 'refuse', code: 'accountControl', values: { address: to } }] : []
}
