import { entryPoint08, packOperation, type UserOperation } from '@latchkey/smart-account'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { encodeFunctionData, numberToHex } from 'viem/utils'
import { bundleGas, maxTransactionGas } from '../bundling/bundleGas.ts'
import type { ChainScope } from '../ChainScope.ts'

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
 * Asks the real EntryPoint what it would do with these operations in one transaction, at the pending state.
 *
 * @returns undefined when it takes them all
 */
export async function simulateBundle(
  { node, executor }: Pick<ChainScope, 'node' | 'executor'>,
  operations: readonly UserOperation[],
): Promise<EntryPointRefusal | undefined> {
  const gas = bundleGas(operations)
  const outcome = await node.call(
    {
      from: executor.address,
      to: entryPoint08,
      data: encodeBundle(operations, executor.address),
      gas: numberToHex(gas < maxTransactionGas ? gas : maxTransactionGas),
    },
    Object.assign({}, ...operations.map(delegationOf)),
  )
  if (!('revert' in outcome)) return undefined
  const { data, message } = outcome.revert
  const refusal = readEntryPointRefusal(data)
  // Whatever it is, it is not the operations' number that tells: the caller tries them one by one.
  return refusal ?? { index: -1, reason: message.slice(0, 200), inner: undefined }
}
