import { type Coin, readTransaction, toHex } from '@latchkey/bitcoin'
import type { ChainId } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import type { GatewayClient } from '../../http/createGatewayClient.ts'
import { readRawTransaction } from './readCoins.ts'

/**
 * Fetches the transactions that coins come from, and holds the coins against them: a coin is worth what they say, whatever the list of
 * coins said. A wallet is handed them with the payment, so that it can see the same.
 *
 * @throws LatchkeyError `response_invalid` where they contradict the list, and what the gateway client throws
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
