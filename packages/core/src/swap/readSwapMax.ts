import { formatUnits } from '@latchkey/protocol'
import { getConvertGasPrice } from '@latchkey/protocol/api'
import { readGasPrice, readNativeBalance, readTokenBalance } from '../chains/eip155/readCosts.ts'
import type { SwapWork } from './buildSwap.ts'
import type { CheckedToken } from './checkSwapForm.ts'
import type { SwapQuote } from './SwapFeature.ts'

/** What a swap uses about, while no quote says it: three pools in a row, split once. */
const usualGas = 450_000n

/**
 * The largest amount that can be swapped, decimal text. Of the native coin half as much again as the network cost at the fast
 * price is kept back, so that the amount still fits when prices rise until it is sent.
 */
export async function readSwapMax({
  work: { client, gateway, subject },
  from: { token, address },
  pricing: { quote },
  paysCost,
}: {
  work: SwapWork
  from: CheckedToken
  pricing: SwapQuote
  /** Whether the account pays the network cost itself. */
  paysCost: boolean
}): Promise<string> {
  const owner = subject.address
  if (address)
    return formatUnits((await readTokenBalance({ gateway, token: address, address: owner })).balance, token.decimals)
  const balance = await readNativeBalance({ gateway, address: owner })
  if (!paysCost) return formatUnits(balance, token.decimals)
  const [own, fast] = await Promise.all([
    readGasPrice(gateway),
    client.request(getConvertGasPrice, { query: { chainId: subject.network.caipNetworkId } }).then(
      ({ data }) => BigInt(data.fast),
      () => 0n,
    ),
  ])
  // A larger amount may take a longer way than the one that was quoted.
  const quoted = quote && quote.fromAccount === token.address ? BigInt(quote.gas) : 0n
  const gas = quoted > usualGas ? quoted : usualGas
  const rest = balance - (gas * (fast > own ? fast : own) * 3n) / 2n
  return formatUnits(rest > 0n ? rest : 0n, token.decimals)
}
