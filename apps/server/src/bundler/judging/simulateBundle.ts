import { entryPoint08, packOperation, type UserOperation } from '@latchkey/smart-account'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { encodeFunctionData, numberToHex } from 'viem/utils'
import type { NodeCall } from '../../chains/node/createChainNode.ts'
import { bundleGas, maxTransactionGas } from '../bundling/bundleGas.ts'
import type { ChainScope } from '../ChainScope.ts'

import { priceOf } from '../operation/gasOf.ts'
import { delegationOf } from './probeOperation.ts'
import { type EntryPointRefusal, readEntryPointRefusal } from './readRevert.ts'

/** The call of a bundle: the fees of its operations go to the executor. */
export function encodeBundle(operations: readonly UserOperation[], beneficiary: `0x${string}`): `0x${string}` {
  return encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [operations.map(packOperation), beneficiary],
  })
}

/**
 * Asks the real EntryPoint what it would do with these operations in one transaction, at the pending state and at the price that a bundle
 * pays: where a question costs nothing, a contract could tell it from a transaction.
 *
 * @returns undefined when it takes them all
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
  // The executor cannot pay it, or the base fee has just risen: not the operations' fault.
  const outcome = 'unpaid' in paid ? await node.call(call, override) : paid
  if (!('revert' in outcome)) return undefined
  const { data, message } = outcome.revert
  const refusal = readEntryPointRefusal(data)
  // Whatever it is, it is not the operations' number that tells: the caller tries them one by one.
  return refusal ?? { index: -1, reason: message.slice(0, 200), inner: undefined }
}
