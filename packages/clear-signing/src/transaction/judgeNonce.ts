import { readQuantity } from '../chain/readQuantity.ts'
import type { Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/**
 * Reports a nonce from the app that is not the account's next one. If that transaction is pending, it is replaced, which speeds up or
 * cancels a payment. Any other nonce is refused by the network, or waits for earlier ones.
 */
export async function judgeNonce({
  reading: { chain, account },
  given,
}: {
  reading: Reading
  given: number | undefined
}): Promise<readonly Finding[]> {
  if (given === undefined) return []
  const count = async (block: 'latest' | 'pending') => {
    const params = [account, block]
    return readQuantity(await chain.request({ method: 'eth_getTransactionCount', params }).catch(() => undefined))
  }
  const next = await count('pending')
  if (next === undefined || next === BigInt(given)) return []
  const included = next > BigInt(given) ? await count('latest') : undefined
  const isReplacing = included !== undefined && BigInt(given) >= included
  const values = { nonce: String(given), next: next.toString() }
  return [{ level: isReplacing ? 'note' : 'warn', code: 'nonceGiven', values }]
}
