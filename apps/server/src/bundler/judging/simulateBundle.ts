import { entryPoint08, packOperation, type UserOperation } from '@latchkey/smart-account'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { encodeFunctionData, numberToHex } from 'viem/utils'
import type { NodeCall } from '../../chains/node/createChainNode.ts'
import { bundleGas, maxTransactionGas } from '../bundling/bundleGas.ts'
import type { ChainScope } from '../ChainScope.ts'

import { priceOf } from '../operation/gasOf.ts'
import { delegationOf } from './probeOperation.ts'
import { type EntryPointRefusal, readEntryPointRefusal } from './readRevert.ts'

/** Encodes the call of a bundle. The executor receives the fees of its operations. */
export function encodeBundle(operations: readonly UserOperation[], beneficiary: `0x${string}`): `0x${string}` {
  return encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [operations.map(packOperation), beneficiary],
  })
}

/**
 * Simulates these operations in one transaction on the real EntryPoint, at the pending state. It uses the gas price of a
 * bundle, because with a price of 0 a contract could detect the simulation.
 *
 * @returns undefined if all pass
 */
export async function simulateBundle(
  { node, executor, view }: Pick<ChainScope, 'node' | 'executor' | 'view'>,
  operations: readonly UserOperation[],
): Promise<EntryPointRefusal | undefined> {
  const gas = bundleGas(operations)
  const { baseFee } = (await view.now()).market
  const prices = operations.map((operation) => priceOf(operation, baseFee))
  const gasPrice = numberToHex(prices.reduce((least, price) => (price < least ? price : least)))
  const call: NodeCall & { gas: `0x${string}` } = {
    from: executor.address,
    to: entryPoint08,
    data: encodeBundle(operations, executor.address),
    gas: numberToHex(gas < maxTransactionGas ? gas : maxTransactionGas),
  }
  const override = Object.assign({}, ...operations.map(delegationOf))
  const paid = await node.callPaid({ ...call, gasPrice }, override)
  // The executor lacks funds, or the base fee has just risen. The operations are not the cause.
  const outcome = 'unpaid' in paid ? await node.call(call, override) : paid
  if (!('revert' in outcome)) return undefined
  const { data, message } = outcome.revert
  const refusal = readEntryPointRefusal(data)
  // The failure has no index: the caller tries the operations one by one.
  return refusal ?? { index: -1, reason: message.slice(0, 200), inner: undefined }
}
