import type { Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/**
 * Refuses calls that could change who controls the account: to contracts with power over it, and to the account's own code. Only
 * native tokens may go there. For an account without code a call to itself has no effect.
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
  // Some accounts treat the zero address as themselves (ERC-7579 implementations; ERC-7821).
  const isOwn = to.toLowerCase() === account.toLowerCase() || (asOperation && /^0x0{40}$/.test(to))
  // If the code is not available, assume that there is some.
  const isRefused = guarded.includes(to.toLowerCase()) || (isOwn && (asOperation || (await chain.code(to)) !== '0x'))
  return isRefused ? [{ level: 'refuse', code: 'accountControl', values: { address: to } }] : []
}
