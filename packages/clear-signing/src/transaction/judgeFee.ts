import { readQuantity } from '../chain/readQuantity.ts'
import type { Finding, NetworkFee } from '../Description.ts'
import type { Reading } from '../Reading.ts'

/** Multiple of the network's price that no urgency explains. */
const mostTimes = 10n

/**
 * Warns of a fee that is a disguised payment. The block's producer gets it, so a page or a node that sets the price could take the
 * whole balance.
 */
export async function judgeFee({
  reading: { chain, account },
  fee,
}: {
  reading: Reading
  fee: NetworkFee | null
}): Promise<readonly Finding[]> {
  if (!fee) return []
  const ask = async (method: string, params: readonly unknown[]) =>
    readQuantity(await chain.request({ method, params }).catch(() => undefined))
  const [usual, balance] = await Promise.all([ask('eth_gasPrice', []), ask('eth_getBalance', [account, 'latest'])])
  const isDear = usual !== undefined && usual > 0n && (fee.maxFeePerGas ?? 0n) > usual * mostTimes
  // A fee above the balance is another finding.
  const isMost = balance !== undefined && fee.cost <= balance && fee.cost * 2n > balance
  if (!isDear && !isMost) return []
  return [{ level: 'warn', code: 'highFee', values: { cost: fee.costText, symbol: fee.symbol } }]
}
