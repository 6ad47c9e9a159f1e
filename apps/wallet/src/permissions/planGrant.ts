import type { Description } from '@latchkey/clear-signing'
import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { GrantPermissions } from '@latchkey/protocol/api'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  type AccountCall,
  accountAbi,
  encodeContext,
  grantCall,
  hashGrant,
  permissionsHash,
  permissionsToGrant,
  smartAccountContracts,
} from '@latchkey/smart-account'
import { secp256k1 } from '@noble/curves/secp256k1'
import { publicKeyToAddress } from 'viem/accounts'
import { encodeFunctionData } from 'viem/utils'
import type { OperationAccount } from '../operations/Operations.ts'
import { type AskNode, readPermissionStatus } from './readPermissionStatus.ts'

/** Plan of a grant, computed from exactly the described request. */
export type GrantPlan = {
  request: GrantPermissions
  /** @see createSessionMessage */
  permissionsHash: `0x${string}`
  /** Calls of the account: the module's installation if it is missing, and the grant. */
  calls: readonly AccountCall[]
  context: `0x${string}`
  /** The chain's hash of the permission once granted. */
  grantHash: `0x${string}`
}

export type GrantPlanParameters = {
  description: Description
  account: OperationAccount
  chainId: ChainId
  /** The permission's ID on the chain. */
  id: number
  /** The server's key, SEC 1. Null if there is none: then the plan is only for a cost estimate. */
  coSignerKey: string | null
  /** Unix seconds. */
  now: number
  ask: AskNode
}

/** ERC-7579: a module that validates operations. */
const validatorType = 1n
const stranger = `0x${'11'.repeat(20)}` as const

/**
 * Computes the rules of a permission. They come only from the shown request; the server contributes only a key.
 *
 * @throws LatchkeyError `permissions_invalid` with the reason; `response_invalid` if the server's key is invalid, or is the app's own;
 * `session_unknown` if the ID is used already; `upstream_unavailable`
 */
export async function planGrant({
  description,
  account,
  chainId,
  id,
  coSignerKey,
  now,
  ask,
}: GrantPlanParameters): Promise<GrantPlan> {
  if (description.intent !== 'grantPermissions' || description.findings.some(({ level }) => level === 'refuse'))
    throw new ServiceError('request_refused')
  const { params } = JSON.parse(description.raw) as { params: [GrantPermissions] }
  const [request] = params
  const { permissions, expiry, signer, policies = [] } = request
  const coSigner = coSignerKey === null ? stranger : readCoSigner(coSignerKey)
  const grant = permissionsToGrant({ permissions, expiry, signer, coSigner, account: account.address, now })
  // With the app's key for both signatures the server could not stop anything.
  if (grant.signer.toLowerCase() === coSigner.toLowerCase()) throw new ServiceError('response_invalid')
  const [status, isInstalled] = await Promise.all([
    readPermissionStatus({ account: account.address, id, ask }),
    readInstalled({ account, ask }),
  ])
  if (BigInt(status) !== 0n) throw new ServiceError('session_unknown')
  const { sessions } = smartAccountContracts
  const number = Number(parseChainId(chainId).reference)
  const install: AccountCall = {
    to: account.address,
    data: encodeFunctionData({ abi: accountAbi, functionName: 'installModule', args: [validatorType, sessions, '0x'] }),
  }
  return {
    request,
    permissionsHash: permissionsHash({ signer, permissions, policies }),
    calls: [...(isInstalled ? [] : [install]), grantCall({ id, grant })],
    context: encodeContext({ account: account.address, chainId: number, id, grant }).toLowerCase() as `0x${string}`,
    grantHash: hashGrant(grant),
  }
}

function readCoSigner(key: string): `0x${string}` {
  try {
    const point = secp256k1.ProjectivePoint.fromHex(key.replace(/^0x/, ''))
    return publicKeyToAddress(`0x${point.toHex(false)}`)
  } catch {
    throw new ServiceError('response_invalid')
  }
}

/** Whether the account has the module: an account that its factory has yet to deploy will have it. */
async function readInstalled({
  account: { address, type },
  ask,
}: Pick<GrantPlanParameters, 'account' | 'ask'>): Promise<boolean> {
  const data = encodeFunctionData({
    abi: accountAbi,
    functionName: 'isModuleInstalled',
    args: [validatorType, smartAccountContracts.sessions, '0x'],
  })
  const [code, answer] = await Promise.all([
    ask('eth_getCode', [address, 'latest']),
    // An EOA returns nothing, an account with other code may revert.
    ask('eth_call', [{ to: address, data }, 'latest']).catch(() => '0x'),
  ])
  if (typeof code !== 'string') throw new ServiceError('upstream_unavailable')
  if (code === '0x') return type === 'smartAccount'
  return typeof answer === 'string' && /^0x0{63}1$/.test(answer)
}
