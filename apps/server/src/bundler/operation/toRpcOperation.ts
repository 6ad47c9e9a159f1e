import type { RpcUserOperation } from '@latchkey/protocol'
import type { UserOperation } from '@latchkey/smart-account'
import { numberToHex } from 'viem/utils'

/** An operation as JSON-RPC and the database have it. */
export function toRpcOperation(operation: UserOperation): RpcUserOperation {
  const { eip7702Auth, ...fields } = operation
  const numbers = Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'bigint' ? numberToHex(value) : value.toLowerCase()]],
    ),
  )
  const authorization = eip7702Auth && {
    ...eip7702Auth,
    chainId: numberToHex(eip7702Auth.chainId),
    nonce: numberToHex(eip7702Auth.nonce),
    yParity: numberToHex(eip7702Auth.yParity),
  }
  return { ...numbers, ...(authorization ? { eip7702Auth: authorization } : {}) } as RpcUserOperation
}
