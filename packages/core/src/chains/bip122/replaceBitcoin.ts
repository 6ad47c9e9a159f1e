import { assertPayment, type Payment, planReplacement, writePsbt } from '@latchkey/bitcoin'
import { type ChainId, formatUnits, LatchkeyError } from '@latchkey/protocol'
import { ServiceError } from '@latchkey/protocol/errors'
import { type GatewayClient, RpcError } from '../../http/createGatewayClient.ts'
import type { SignedChain } from '../SignedChain.ts'
import { readPlan } from './paymentPlan.ts'
import { proveCoins } from './proveCoins.ts'
import { isPlain, readCoins } from './readCoins.ts'
import { toSigned } from './toSigned.ts'

/**
 * Lets the wallet sign a replacement of a pending payment at a higher fee (BIP-125). It has the same coins, and more confirmed ones if
 * necessary. Refused if the change was already spent, because the replacement would invalidate that payment.
 *
 * @throws ServiceError `transaction_done`, `replacement_unsupported`, `insufficient_gas`; LatchkeyError `send_failed` if another
 *   transaction was signed; the errors of the wallet and the gateway client
 */
export async function replaceBitcoin({
  gateway,
  chainId,
  status,
  signed,
  kind,
  feeRate,
  sign,
}: Parameters<NonNullable<SignedChain['replace']>>[0] & {
  gateway: GatewayClient
  chainId: ChainId
  status: SignedChain['status']
}): ReturnType<NonNullable<SignedChain['replace']>> {
  const payment = readPlan({ plan: signed.plan, chainId })
  const [first] = payment?.inputs ?? []
  if (!payment || !first) throw new ServiceError('replacement_unsupported')
  const [{ type }, coins] = await Promise.all([
    status(signed),
    readCoins({ gateway, account: { ...first, publicKey: first.publicKey } }),
    refuseSpentChange({ gateway, payment, txid: signed.hash }),
  ])
  if (type === 'confirmed' || type === 'failed' || type === 'replaced') throw new ServiceError('transaction_done')

  const planned = plan({
    kind,
    payment,
    coins: coins.filter(isPlain),
    changeAddress: first.address,
    feeRate: feeRate ?? 0n,
  })
  const next: Payment = { ...planned, inputs: await proveCoins({ gateway, coins: planned.inputs, chainId }) }
  const psbt = writePsbt(next)
  assertPayment({ payment: next, psbt })
  const inputs = next.inputs.map(({ address }, index) => ({ index, address }))
  const { fee, vsize } = next
  return {
    signed: toSigned({ payment: next, psbt, signed: await sign({ psbt, inputs }) }),
    networkCostText: formatUnits(fee, 8),
    feeRate: (fee * 1000n) / BigInt(vsize),
    vsize,
  }
}

function plan(parameters: Parameters<typeof planReplacement>[0]): Payment {
  try {
    return planReplacement(parameters)
  } catch (cause) {
    if (cause instanceof LatchkeyError && cause.code === 'insufficient_gas')
      throw new ServiceError('insufficient_gas', { cause })
    throw cause
  }
}

/** @throws ServiceError `replacement_unsupported` */
async function refuseSpentChange({
  gateway,
  payment,
  txid,
}: {
  gateway: GatewayClient
  payment: Payment
  txid: string
}): Promise<void> {
  const change = payment.outputs.findIndex(({ isChange }) => isChange)
  if (change < 0) return
  const { spent } = (await gateway.request('gettxoutspend', [txid, change]).catch((error: unknown) => {
    // The transaction is unknown, so nothing can spend its outputs.
    if (error instanceof RpcError) return {}
    throw error
  })) as { spent?: unknown }
  if (spent === true)
    throw new ServiceError('replacement_unsupported', { details: 'Another payment spends the change of this one' })
}
