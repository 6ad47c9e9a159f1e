import { formatUnits } from '@latchkey/protocol'
import { getSwapGasPrice } from '@latchkey/protocol/api'
import { readGasPrice, readNativeBalance, readTokenBalance } from '../chains/eip155/readCosts.ts'
import type { SwapWork } from './buildSwap.ts'
import type { CheckedToken } from './checkSwapForm.ts'
import type { SwapQuote } from './SwapFeature.ts'

/** Typical gas of a swap without a quote: three pools in a row, split once. */
const usualGas = 450_000n

/**
 * Returns the largest amount that can be swapped, as decimal text. For the native token, it reserves 1.5 times the network cost at the fast
 * price, so that the amount still fits if prices rise before submission.
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
    client.request(getSwapGasPrice, { query: { chainId: subject.network.caipNetworkId } }).then(
      ({ data }) => BigInt(data.fast),
      () => 0n,
    ),
  ])
  // A larger amount may take a longer route than the quoted one.
  const quoted = quote && quote.fromAccount === token.address ? BigInt(quote.gas) : 0n
  const gas = quoted > usualGas ? quoted : usualGas
  const rest = balance - (gas * (fast > own ? fast : own) * 3n) / 2n
  return formatUnits(rest > 0n ? rest : 0n, token.decimals)
}
