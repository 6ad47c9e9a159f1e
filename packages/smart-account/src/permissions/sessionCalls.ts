import { encodeFunctionData } from 'viem/utils'
import type { AccountCall } from '../calls/AccountCall.ts'
import { sessionsAbi } from '../contracts/abis.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import type { Grant } from './Grant.ts'

/** Returns the account's call that grants a permission. Its ID must be new, or the chain refuses it. */
export function grantCall({ id, grant }: { id: number; grant: Grant }): AccountCall {
  return {
    to: smartAccountContracts.sessions,
    data: encodeFunctionData({ abi: sessionsAbi, functionName: 'grant', args: [id, grant] }),
  }
}

/** Returns the account's call that revokes a permission permanently. */
export function revokeCall(id: number): AccountCall {
  return {
    to: smartAccountContracts.sessions,
    data: encodeFunctionData({ abi: sessionsAbi, functionName: 'revoke', args: [id] }),
  }
}
