import { type Coin, readTransaction, toHex } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { readRawTransaction } from './readCoins.ts'

/**
 * Fetches the transactions that created the coins, and compares the values. The transactions decide, not the list of coins. The wallet gets
 * them with the payment, so that it can verify the values as well.
 *
 * @throws LatchkeyError `response_invalid` if they contradict the list, and the errors of the gateway client
 */
export async function proveCoins({
  gateway,
  coins,
  chainId,
}: {
  gateway: GatewayClient
  coins: readonly Coin[]
  chainId: ChainId
}): Promise<readonly Coin[]> {
  const ids = [...new Set(coins.map(({ txid }) => txid))]
  const transactions = new Map(
    await Promise.all(
      ids.map(async (id) => {
        const hex = await readRawTransaction({ gateway, id })
        return [id, { hex, read: readTransaction({ hex, chainId }) }] as const
      }),
    ),
  )
  return coins.map((coin) => {
    const { hex, read } = transactions.get(coin.txid) as { hex: string; read: ReturnType<typeof readTransaction> }
    const output = read.outputs[coin.vout]
    if (read.txid !== coin.txid || output?.value !== coin.value || toHex(output.script) !== toHex(coin.script))
      throw new ServiceError('response_invalid', { details: `The coin ${coin.txid}:${coin.vout} is another` })
    return { ...coin, previousTransaction: hex }
  })
}
