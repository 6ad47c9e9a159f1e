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
import { type AskNode, readSessionStatus } from './readSessionStatus.ts'

/** What granting takes, worked out from the very text that was described. */
export type GrantPlan = {
  request: GrantPermissions
  /** @see createSessionMessage */
  permissionsHash: `0x${string}`
  /** What the account does: the module where it is missing, and the grant. */
  calls: readonly AccountCall[]
  context: `0x${string}`
  /** What the chain says of the session once it is granted. */
  grantHash: `0x${string}`
}

/** What {@link planGrant} needs. */
export type GrantPlanParameters = {
  description: Description
  account: OperationAccount
  chainId: ChainId
  /** The session's number on the chain. */
  id: number
  /** The server's key, SEC 1; null while there is none: the plan is then good for its cost alone. */
  coSignerKey: string | null
  /** Unix seconds. */
  now: number
  ask: AskNode
}

/** ERC-7579: a module that says whether an operation is valid. */
const validatorType = 1n
const stranger = `0x${'11'.repeat(20)}` as const

/**
 * Works out the rules of a session. They come from the request that was shown and from nowhere else; of the server there is a key alone.
 *
 * @throws LatchkeyError `permissions_invalid` with the reason; `response_invalid` when the server's key is none, or is the app's own;
 * `session_unknown` when the number is used already; `upstream_unavailable`
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
  // With the app's key for both signatures the server could stop nothing.
  if (grant.signer.toLowerCase() === coSigner.toLowerCase()) throw new ServiceError('response_invalid')
  const [status, isInstalled] = await Promise.all([
    readSessionStatus({ account: account.address, id, ask }),
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

/** Whether the account has the module: one that its factory has yet to make will have it. */
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
    // An ordinary account answers nothing, one of other code may refuse.
    ask('eth_call', [{ to: address, data }, 'latest']).catch(() => '0x'),
  ])
  if (typeof code !== 'string') throw new ServiceError('upstream_unavailable')
  if (code === '0x') return type === 'smartAccount'
  return typeof answer === 'string' && /^0x0{63}1$/.test(answer)
}
