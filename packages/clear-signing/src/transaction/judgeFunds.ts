import { formatUnits } from '@latchkey/protocol'
import { readQuantity } from '../chain/readQuantity.ts'
import type { Finding } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/** Warns if the account has less of the native token than needed, in wei. */
export async function judgeFunds({
  reading: { chain, account, network },
  needed,
}: {
  reading: Reading
  needed: bigint
}): Promise<readonly Finding[]> {
  const answer = await chain.request({ method: 'eth_getBalance', params: [account, 'latest'] }).catch(() => undefined)
  const balance = readQuantity(answer)
  if (balance === undefined || balance >= needed) return []
  const { symbol, decimals } = network.nativeCurrency
  const values = { needed: formatUnits(needed, decimals), available: formatUnits(balance, decimals), symbol }
  return [{ level: 'warn', code: 'insufficientFunds', values }]
}
