import { formatUnits } from '@latchkey/protocol'
import type { Balance } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import type { Subject } from '../../account/readSubject.ts'
import { buildTransfer } from '../../chains/eip155/buildTransfer.ts'
import { readGas, readNativeBalance, readTokenBalance } from '../../chains/eip155/readCosts.ts'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import { lackingCost } from '../../transactions/lackingCost.ts'
import type { BarePreview } from '../SendFamily.ts'
import type { SendForm, SendIssue } from '../SendFeature.ts'
import { toIssue } from '../toIssue.ts'
import { worth } from '../worth.ts'
import { checkForm } from './checkForm.ts'
import { readTransferFee, simulateTransfer } from './simulateTransfer.ts'

/**
 * Turns a form into a preview: check → read the network → build → read back → simulate. The checks use amounts from the network. Balances
 * and prices in usd are only for display.
 *
 * @returns the preview, or the issues of the form
 * @throws LatchkeyError `simulation_failed`, `estimate_gas_failed`, `send_failed`, and the errors of the gateway client
 */
export async function prepareSend({
  form,
  subject,
  gateway,
  nativeRow,
  paysCost,
  readPrice,
}: {
  /** With an address as the receiver. */
  form: SendForm
  subject: Subject
  gateway: GatewayClient
  /** Balance row of the native token, for its price. */
  nativeRow: Balance | undefined
  /** Whether the account pays the network cost itself. A smart account never lacks it (specification 5). */
  paysCost: boolean
  /** Wei per unit of gas, at the chosen speed. */
  readPrice: () => Promise<bigint>
}): Promise<{ preview: BarePreview } | { issues: readonly SendIssue[] }> {
  const { network, address: from } = subject
  const result = checkForm({ form, network })
  if ('issues' in result) return result
  const { token, tokenAddress, decimals, amount, receiver } = result.checked

  const [nativeBalance, gasPrice, tokenOnChain] = await Promise.all([
    readNativeBalance({ gateway, address: from }),
    readPrice(),
    tokenAddress ? readTokenBalance({ gateway, token: tokenAddress, address: from }) : undefined,
  ])
  if (tokenOnChain?.decimals !== undefined && tokenOnChain.decimals !== decimals)
    throw new ServiceError('simulation_failed', {
      details: `The token has ${tokenOnChain.decimals} decimals, the balances list ${decimals}`,
    })
  const owned = tokenOnChain?.balance ?? nativeBalance
  if (amount > owned) return { issues: [toIssue('sendTokenAmount', 'insufficient_balance')] }

  const call = buildTransfer({ token: tokenAddress, receiver, amount })
  await simulateTransfer({ gateway, from, call })
  const [gas, fee] = await Promise.all([
    readGas({ gateway, call: { from, ...call } }).catch((cause: unknown) => {
      if (cause instanceof RpcError) throw new ServiceError('estimate_gas_failed', { cause, details: cause.message })
      throw cause
    }),
    tokenAddress ? readTransferFee({ gateway, from, receiver, amount, call }) : 0n,
  ])
  const cost = gas * gasPrice
  const left = nativeBalance - call.value
  if (paysCost && cost > left) {
    const issue = lackingCost({ cost, left, isNative: tokenAddress === undefined, network })
    return { issues: [{ field: 'sendTokenAmount', ...issue }] }
  }

  const { symbol, decimals: nativeDecimals } = network.nativeCurrency
  const amountText = formatUnits(amount, decimals)
  const networkCostText = formatUnits(cost, nativeDecimals)
  const remaining = tokenAddress || !paysCost ? owned - amount : owned - amount - cost
  return {
    preview: {
      chainId: network.caipNetworkId,
      from,
      receiver,
      token,
      amount,
      amountText,
      value: worth(amountText, token.price),
      remainingText: formatUnits(remaining, decimals),
      transaction: { namespace: 'eip155', ...call, gas, gasPrice },
      speed: form.speed,
      networkCostText,
      networkCostValue: worth(networkCostText, nativeRow?.price ?? null),
      nativeSymbol: symbol,
      transferFeeText: fee ? formatUnits(fee, decimals) : null,
      transferFeeChecked: fee !== undefined,
    },
  }
}

/**
 * Returns the largest amount that can be sent, as decimal text. For the native token, it reserves 1.5 times the network cost, so that the
 * amount still fits if prices rise before submission.
 */
export async function readMax({
  token: { tokenAddress, decimals },
  receiver,
  subject,
  gateway,
  paysCost,
  readPrice,
}: {
  token: { tokenAddress: `0x${string}` | undefined; decimals: number }
  /** If known, because payments to contracts cost more. */
  receiver: `0x${string}` | undefined
  subject: Subject
  gateway: GatewayClient
  /** Whether the account pays the network cost itself. */
  paysCost: boolean
  /** Wei per unit of gas, at the chosen speed. */
  readPrice: () => Promise<bigint>
}): Promise<string> {
  const from = subject.address
  if (tokenAddress)
    return formatUnits((await readTokenBalance({ gateway, token: tokenAddress, address: from })).balance, decimals)
  if (!paysCost) return formatUnits(await readNativeBalance({ gateway, address: from }), decimals)
  const [balance, gasPrice, gas] = await Promise.all([
    readNativeBalance({ gateway, address: from }),
    readPrice(),
    readGas({ gateway, call: { from, to: receiver ?? from, value: 0n, data: '0x' } }),
  ])
  const rest = balance - (gas * gasPrice * 3n) / 2n
  return formatUnits(rest > 0n ? rest : 0n, decimals)
}
