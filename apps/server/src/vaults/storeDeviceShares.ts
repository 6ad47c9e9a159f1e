import { ServiceError } from '@latchkey/protocol/errors'
import type { DeviceShares } from '@latchkey/protocol/wallet'
import type { Sealer } from '../platform/crypto/Sealer.ts'
import type { Transaction } from '../platform/db/Database.ts'
import type { WalletSession } from '../platform/http/WalletSession.ts'
import { readArchivedEpoch } from './archiveStore.ts'
import { fromBase64url } from './bytes.ts'
import { readOnlyCoveredBy, readShare, writeShares } from './vaultStore.ts'

/** Maximum gap between epochs of a device. Skipped epochs never reached the server, or were ended by a change of the data key. */
const maxEpochGap = 1000

/** Returns the sealing context of a share, which opens only there. */
export function shareContext({ userId, deviceId, epoch }: { userId: string; deviceId: string; epoch: number }): string {
  return `share/${userId}/${deviceId}/${epoch}`
}

/**
 * Stores the shares of a device for a new epoch. Replaces those of its last one.
 *
 * @param options.factorIds the recovery factors after this change
 * @param options.covering the factors to which the share must be sealed
 * @returns whether it is the device's first
 * @throws LatchkeyError `epoch_outdated` unless the epoch is higher than all earlier ones of the device, including archived ones.
 * `invalid_body` for shares sealed to unknown factors, and `factor_uncovered` if a factor would lose its only share
 */
export async function storeDeviceShares({
  tx,
  sealer,
  session: { userId, deviceId },
  walletId,
  device: { epoch, share, sealed },
  factorIds,
  covering = [],
  createdAt,
}: {
  tx: Transaction
  sealer: Sealer
  session: WalletSession
  walletId: string
  device: DeviceShares
  factorIds: readonly string[]
  covering?: readonly string[]
  createdAt: Date
}): Promise<{ isFirst: boolean }> {
  const last = await readShare(tx, { deviceId })
  const highest = Math.max(last?.epoch ?? 0, await readArchivedEpoch(tx, { deviceId }))
  // A device may have prepared epochs that never arrived, but only a limited number.
  if (highest > 0 && (epoch <= highest || epoch > highest + maxEpochGap)) throw new ServiceError('epoch_outdated')
  const known = new Set(factorIds)
  const sealedTo = new Set(sealed.map(({ factorId }) => factorId))
  if (sealedTo.size !== sealed.length || [...sealedTo].some((factorId) => !known.has(factorId))) {
    throw invalid('device.sealed', 'A share is sealed twice, or to an unknown factor')
  }
  if (covering.some((factorId) => !sealedTo.has(factorId))) {
    throw invalid('device.sealed', 'The recovery share is not sealed to every factor')
  }
  const only = await readOnlyCoveredBy(tx, { walletId, deviceId })
  if (only.some((factorId) => known.has(factorId) && !sealedTo.has(factorId)))
    throw new ServiceError('factor_uncovered')

  const plaintext = fromBase64url(share)
  if (plaintext.length === 0) throw invalid('device.share', 'The share is empty')
  const box = await sealer.seal({ plaintext, context: shareContext({ userId, deviceId, epoch }) })
  await writeShares(tx, { walletId, share: { deviceId, epoch, sealed: box }, recovery: sealed, createdAt })
  return { isFirst: !last }
}

/** Creates the error for a well-formed body with inconsistent content. */
export function invalid(field: string, message: string): ServiceError {
  return new ServiceError('invalid_body', { field, message })
}
