import { verify } from 'node:crypto'
import { ServiceError } from '@latchkey/protocol/errors'
import {
  type ControlAction,
  type ControlParties,
  controlKeyClaim,
  controlMessage,
  returnMessage,
  type VaultReturn,
} from '@latchkey/protocol/wallet'
import { keccak256, recoverAddress } from 'viem/utils'
import { toEd25519Key } from '../platform/crypto/toEd25519Key.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { fromBase64url } from './bytes.ts'
import type { WalletRow } from './vaultStore.ts'

type Session = Pick<WalletSession, 'userId' | 'deviceId'>
type Wallet = Pick<WalletRow, 'id' | 'controlKey'>

/**
 * Requires the signature of a wallet's control key for a change: this action, by this device, with exactly this body. The key derives from
 * the seed and signs nothing else, so only a device that has opened the wallet can create the signature.
 *
 * @throws LatchkeyError `signature_invalid`, also for a wallet that has no control key yet
 */
export async function requireControl({
  wallet: { id: walletId, controlKey },
  session: { userId, deviceId },
  action,
  body,
}: {
  wallet: Wallet
  session: Session
  action: ControlAction
  body: { proof: string }
}): Promise<void> {
  const message = await controlMessage({ action, walletId, userId, deviceId, body })
  if (!isSigned({ controlKey, message, proof: body.proof })) throw new ServiceError('signature_invalid')
}

/** Requires the control key's signature for the return of a vault. @throws LatchkeyError `signature_invalid` */
export function requireReturn({
  wallet: { id: walletId, controlKey },
  returned: { version, until, proof },
}: {
  wallet: Wallet
  returned: VaultReturn
}): void {
  const message = returnMessage({ walletId, version, until })
  if (!isSigned({ controlKey, message, proof })) throw new ServiceError('signature_invalid')
}

/**
 * Reads a control key that the wallet's address has signed.
 *
 * @throws LatchkeyError `signature_invalid` unless the address signed this claim
 */
export async function readControlClaim({
  controlKey,
  addressProof,
  address,
  ...parties
}: ControlParties & { controlKey: string; addressProof: string; address: string }): Promise<Uint8Array> {
  const { userId, deviceId, walletId } = parties
  const hash = keccak256(controlKeyClaim({ walletId, userId, deviceId, address, controlKey }))
  const signer = await recoverAddress({ hash, signature: addressProof as `0x${string}` }).catch(() => undefined)
  if (signer?.toLowerCase() !== address.toLowerCase()) throw new ServiceError('signature_invalid')
  return fromBase64url(controlKey)
}

/** Returns false instead of throwing: a key that is not a point of the curve has signed nothing. */
function isSigned({
  controlKey,
  message,
  proof,
}: {
  controlKey: Uint8Array | null
  message: Uint8Array
  proof: string
}): boolean {
  if (!controlKey) return false
  try {
    return verify(null, message, toEd25519Key(controlKey), fromBase64url(proof))
  } catch {
    return false
  }
}
