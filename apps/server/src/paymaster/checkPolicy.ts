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

/** The operator's sponsorship policy on a network. */
export type Sponsorship = NonNullable<ChainSmartAccountsConfig['sponsorship']>

/**
 * Checks an operation before any budget: its sender, its calls and its cost.
 *
 * @param options.code current code of the sender
 * @param options.worst wei; undefined as long as the gas is unknown
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
  /** Owner of an account that is deployed before this operation. */
  owner?: Hex | undefined
  /** Whether the gas is set. */
  isWhole: boolean
}): void {
  const { sender, factory, factoryData, eip7702Auth, callData } = operation
  const kind = accountKindOf({ sender, factory, factoryData, delegate: eip7702Auth?.address, code })
  // An account without code costs nothing, because the EntryPoint refuses its operations.
  const isAwaited =
    owner !== undefined &&
    code === '0x' &&
    factory === undefined &&
    smartAccountAddress({ address: owner }).toLowerCase() === sender.toLowerCase()
  if (kind === 'foreign' && !isAwaited) throw refuse('Only smart accounts of this wallet are sponsored')

  // The code of another validator would run at the operator's cost.
  const validator = operation.nonce >> 96n
  // All operations of an owner have one nonce key, which limits the number of promises that can be used.
  const isOwners = operation.nonce >> 64n === 0n
  if (!isOwners && validator !== BigInt(smartAccountContracts.sessions)) {
    throw refuse('Only operations of the owner or of a permission are sponsored')
  }

  const calls = decodeCalls(callData)
  if (!calls) throw refuse('Only plain calls and batches are sponsored')
  if (targets) {
    const allowed = new Set(targets.map((target) => target.toLowerCase()))
    // Always allowed, because an account must be able to grant and revoke permissions.
    allowed.add(smartAccountContracts.sessions.toLowerCase())
    const foreign = calls.find(({ to, data }) => !allowed.has(to.toLowerCase()) && !isOwnCare({ sender, to, data }))
    if (foreign) throw refuse(`Calls to ${foreign.to} are not sponsored`)
  }

  if (isWhole && worstCost(operation) > BigInt(perOperation)) {
    throw refuse(`The operation can cost ${worstCost(operation)} wei; the limit for sponsorship is ${perOperation}`)
  }
}

/**
 * Whether a call only installs our permission module. No other call to the account itself is allowed: `execute` would hide
 * targets, and another module could call any.
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
