import type { Factor, SealedShare } from '@latchkey/protocol/wallet'
import { fromBase64Url, toBase64Url } from '../bytes/base64Url.ts'
import { type Splitting, sealShare } from '../seal/sealShare.ts'
import { verifyFactorMac } from './factorMac.ts'

/**
 * Seals a recovery share to every factor that one of the owner's devices created, and to no other. A key that the server added to the
 * list is among the refused IDs.
 *
 * @example const { sealed, refused } = await sealToFactors({ recoveryShare: shares.recovery, factors, dataKey, walletId, deviceId, epoch })
 */
export async function sealToFactors({
  recoveryShare,
  factors,
  dataKey,
  walletId,
  deviceId,
  epoch,
}: Splitting & { recoveryShare: Uint8Array; factors: readonly Factor[]; dataKey: Uint8Array }): Promise<{
  sealed: SealedShare[]
  /** IDs of factors whose MAC is invalid. */
  refused: string[]
}> {
  const sealed: SealedShare[] = []
  const refused: string[] = []
  for (const factor of factors) {
    if (await verifyFactorMac({ factor, walletId, dataKey })) {
      const publicKey = fromBase64Url(factor.pub)
      const { enc, ct } = await sealShare({ recoveryShare, publicKey, walletId, deviceId, epoch })
      sealed.push({ factorId: factor.id, enc: toBase64Url(enc), ct: toBase64Url(ct) })
    } else refused.push(factor.id)
  }
  return { sealed, refused }
}
