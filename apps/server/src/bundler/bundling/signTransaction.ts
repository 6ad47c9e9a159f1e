import { entryPoint08, type UserOperation } from '@latchkey/smart-account'
import { keccak256 } from 'viem/utils'
import type { ChainScope } from '../ChainScope.ts'
import { encodeBundle } from '../judging/simulateBundle.ts'
import type { SignedTransaction } from '../store/bundleStore.ts'

/** Fees of a transaction per unit of gas, wei. */
export type TransactionPrice = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint; isLegacy: boolean }

/**
 * Signs the transaction of a bundle. Without operations, signs an empty one that only uses up the executor's nonce.
 *
 * @param options.authorizations of the accounts that do not run our code yet (EIP-7702)
 */
export async function signTransaction(
  { executor, number }: Pick<ChainScope, 'executor' | 'number'>,
  {
    operations,
    authorizations,
    nonce,
    gas,
    price: { maxFeePerGas, maxPriorityFeePerGas, isLegacy },
  }: {
    operations: readonly UserOperation[]
    authorizations: readonly NonNullable<UserOperation['eip7702Auth']>[]
    nonce: number
    gas: bigint
    price: TransactionPrice
  },
): Promise<SignedTransaction> {
  const isCancel = operations.length === 0
  const base = {
    chainId: number,
    nonce,
    gas,
    to: isCancel ? executor.address : entryPoint08,
    data: isCancel ? ('0x' as const) : encodeBundle(operations, executor.address),
  }
  const fees = { maxFeePerGas, maxPriorityFeePerGas }
  const raw = await (authorizations.length > 0
    ? executor.signTransaction({ ...base, ...fees, type: 'eip7702', authorizationList: [...authorizations] })
    : isLegacy
      ? executor.signTransaction({ ...base, type: 'legacy', gasPrice: maxFeePerGas })
      : executor.signTransaction({ ...base, ...fees, type: 'eip1559' }))
  return {
    hash: keccak256(raw),
    raw,
    kind: isCancel ? 'cancel' : 'bundle',
    maxFeePerGas,
    maxPriorityFeePerGas,
    gasLimit: Number(gas),
  }
}
