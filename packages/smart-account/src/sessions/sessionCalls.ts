import { encodeFunctionData } from 'viem/utils'
import type { AccountCall } from '../calls/AccountCall.ts'
import { sessionsAbi } from '../contracts/abis.ts'
import { smartAccountContracts } from '../contracts/addresses.ts'
import type { Grant } from './Grant.ts'

/** What an account calls to allow a session. The number must be one that it never used: the chain refuses any other. */
export function grantCall({ id, grant }: { id: number; grant: Grant }): AccountCall {
  return {
    to: smartAccountContracts.sessions,
    data: encodeFunctionData({ abi: sessionsAbi, functionName: 'grant', args: [id, grant] }),
  }
}

/** What an account calls to end a session, for good. */
export function revokeCall(id: number): AccountCall {
  return {
    to: smartAccountContracts.sessions,
    data: encodeFunctionData({ abi: sessionsAbi, functionName: 'revoke', args: [id] }),
  }
}
