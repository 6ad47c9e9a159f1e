import { delegatedCode, type UserOperation } from '@latchkey/smart-account'
import { isAddressEqual, recoverAuthorizationAddress } from 'viem/utils'
import type { ChainScope } from '../ChainScope.ts'
import { OperationRefusal } from '../OperationRefusal.ts'

/** Half of the curve's order. A higher value is a second form of the same signature. Source: EIP-2. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/**
 * Checks an authorization against the account and the chain. The chain would skip an invalid one, and the operation would
 * fail. Source: EIP-7702.
 *
 * @returns whether it is needed; false if the account already runs that code
 * @throws OperationRefusal
 */
export async function requireAuthorization(
  { node }: Pick<ChainScope, 'node'>,
  operation: Pick<UserOperation, 'sender' | 'eip7702Auth'>,
): Promise<boolean> {
  const { sender, eip7702Auth } = operation
  if (!eip7702Auth) return false
  const code = await node.code(sender)
  if (code.toLowerCase() === delegatedCode(eip7702Auth.address)) return false
  const [count, signer] = await Promise.all([node.transactionCount(sender, 'pending'), recover(eip7702Auth)])
  if (!signer || !isAddressEqual(signer, sender)) {
    throw new OperationRefusal('invalidParams', 'The eip7702Auth is not signed by the operation’s sender', {
      field: 'eip7702Auth',
      code: 'operation_refused',
    })
  }
  if (count !== eip7702Auth.nonce) {
    throw new OperationRefusal(
      'invalidParams',
      `The eip7702Auth has the nonce ${eip7702Auth.nonce}; the account’s next nonce is ${count}`,
      { field: 'eip7702Auth', code: 'operation_refused' },
    )
  }
  return true
}

async function recover(authorization: NonNullable<UserOperation['eip7702Auth']>) {
  if (BigInt(authorization.s) > highestS) return undefined
  return recoverAuthorizationAddress({ authorization }).catch(() => undefined)
}
