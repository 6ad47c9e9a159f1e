import { readQuantity } from '../chain/readQuantity.ts'
import type { Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/** Warns when the app gave a number other than the account's next one: it replaces what is on its way, or waits until others came. */
export async function judgeNonce({
  reading: { chain, account },
  given,
}: {
  reading: Reading
  given: number | undefined
}): Promise<readonly Finding[]> {
  if (given === undefined) return []
  const params = [account, 'pending']
  const answer = await chain.request({ method: 'eth_getTransactionCount', params }).catch(() => undefined)
  const next = readQuantity(answer)
  if (next === undefined || next === BigInt(given)) return []
  return [{ level: 'warn', code: 'nonceGiven', values: { nonce: String(given), next: next.toString() } }]
}
