import { type ChainId, parseChainId } from '@latchkey/protocol'
import type { SmartSession } from '@latchkey/protocol/api'
import {
  type AccountCall,
  decodeContext,
  hashGrant,
  permissionsToGrant,
  revokeCall,
  type SessionContext,
} from '@latchkey/smart-account'
import { type AskNode, readPermissionStatus } from './readPermissionStatus.ts'

/** A permission on the chain. */
export type ReadPermission = {
  /** Its ID on the chain. */
  id: number
  /** Unix seconds. */
  expiry: number
  /** `unknown`: never granted, or with other rules than in its context. */
  status: 'running' | 'revoked' | 'unknown'
  /** The server's copy of its rules matches those that the chain enforces. */
  isTrue: boolean
  /** Call that revokes it. */
  revoke: AccountCall
}

/**
 * Compares the data of a server or an app with the permission on the chain. @throws LatchkeyError `session_unknown` for a permission
 * of another account
 */
export async function readPermission({
  account,
  chainId,
  context,
  session,
  ask,
}: {
  account: `0x${string}`
  chainId: ChainId
  context: `0x${string}`
  /** The server's record; null: none. */
  session: Pick<SmartSession, 'permissions' | 'expiry' | 'signer'> | null
  ask: AskNode
}): Promise<ReadPermission | null> {
  const said = decodeContext(context)
  const number = Number(parseChainId(chainId).reference)
  if (said.account.toLowerCase() !== account.toLowerCase() || said.chainId !== number) return null
  const status = await readPermissionStatus({ account, id: said.id, ask })
  return {
    id: said.id,
    expiry: said.grant.validUntil,
    status: status === hashGrant(said.grant) ? 'running' : BigInt(status) === 1n ? 'revoked' : 'unknown',
    isTrue: session !== null && isGrantOf(said, session),
    revoke: revokeCall(said.id),
  }
}

function isGrantOf(context: SessionContext, session: Pick<SmartSession, 'permissions' | 'expiry' | 'signer'>): boolean {
  try {
    const grant = permissionsToGrant({ ...session, coSigner: context.grant.coSigner, account: context.account, now: 0 })
    return hashGrant(grant) === hashGrant(context.grant)
  } catch {
    return false
  }
}
