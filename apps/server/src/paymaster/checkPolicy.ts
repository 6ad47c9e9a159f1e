import { ServiceError } from '@latchkey/protocol/errors'
import {
  accountAbi,
  decodeCalls,
  smartAccountAddress,
  smartAccountContracts,
  type UserOperation,
} from '@latchkey/smart-account'
import { decodeFunctionData } from 'viem'
import type { Hex } from '../chains/rpcTypes.ts'
import type { ChainSmartAccountsConfig } from '../platform/config/smartAccountsConfig.ts'
import { accountKindOf } from './accountKindOf.ts'
import { worstCost } from './worstCost.ts'

/** What the operator pays for on a network. */
export type Sponsorship = NonNullable<ChainSmartAccountsConfig['sponsorship']>

/**
 * Looks at what an operation is, before any budget: who sends it, what it calls, what it may cost.
 *
 * @param options.code at the sender now
 * @param options.worst wei; left out while the gas is not known yet
 * @throws ServiceError `sponsorship_refused` with the reason
 */
export function checkPolicy({
  sponsorship: { targets, perOperation },
  operation,
  code,
  owner,
  isWhole,
}: {
  sponsorship: Pick<Sponsorship, 'targets' | 'perOperation'>
  operation: UserOperation
  code: Hex
  /** Whose account it is, where it is to be made before this operation. */
  owner?: Hex | undefined
  /** Whether the gas stands in it already. */
  isWhole: boolean
}): void {
  const { sender, factory, factoryData, eip7702Auth, callData } = operation
  const kind = accountKindOf({ sender, factory, factoryData, delegate: eip7702Auth?.address, code })
  // An account that is not there costs nothing: the EntryPoint refuses its operations.
  const isAwaited =
    owner !== undefined &&
    code === '0x' &&
    factory === undefined &&
    smartAccountAddress({ address: owner }).toLowerCase() === sender.toLowerCase()
  if (kind === 'foreign' && !isAwaited) throw refuse('Only the smart accounts of this wallet are paid for')

  // Another validator's code would run at the operator's cost, whatever comes of it.
  const validator = operation.nonce >> 96n
  // An owner's operations have one row of numbers, so that only so many of what is promised can come true.
  const isOwners = operation.nonce >> 64n === 0n
  if (!isOwners && validator !== BigInt(smartAccountContracts.sessions)) {
    throw refuse('Only what the owner or a session signs is paid for')
  }

  const calls = decodeCalls(callData)
  if (!calls) throw refuse('Only plain calls and batches of them are paid for')
  if (targets) {
    const allowed = new Set(targets.map((target) => target.toLowerCase()))
    // Granting and revoking is how an account is kept in order.
    allowed.add(smartAccountContracts.sessions.toLowerCase())
    const foreign = calls.find(({ to, data }) => !allowed.has(to.toLowerCase()) && !isOwnCare({ sender, to, data }))
    if (foreign) throw refuse(`Calls of ${foreign.to} are not paid for`)
  }

  if (isWhole && worstCost(operation) > BigInt(perOperation)) {
    throw refuse(`It may cost ${worstCost(operation)} wei; at most ${perOperation} are paid for one operation`)
  }
}

/**
 * Tells whether an account only installs our module of sessions. No other call of itself passes: `execute` would hide targets, and another
 * module could call any.
 */
function isOwnCare({ sender, to, data }: { sender: Hex; to: Hex; data: Hex }): boolean {
  if (to.toLowerCase() !== sender.toLowerCase()) return false
  try {
    const { functionName, args } = decodeFunctionData({ abi: accountAbi, data })
    return functionName === 'installModule' && args[1].toLowerCase() === smartAccountContracts.sessions.toLowerCase()
  } catch {
    return false
  }
}

function refuse(message: string): ServiceError {
  return new ServiceError('sponsorship_refused', { message, field: 'operation' })
}
