import type { Bytes } from '../bytes/Bytes.ts'
import { authenticate } from '../bytes/deriveKey.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { createHpkeKeyPair } from '../seal/hpke.ts'

/**
 * Creates the new device's answer: a key pair for this device transfer, and a MAC that proves knowledge of the old device's code.
 *
 * @example const { privateKey, pub, mac } = await answerDeviceTransfer({ secret: parseDeviceTransferCode(typed).secret })
 */
export async function answerDeviceTransfer({ secret }: { secret: Uint8Array }): Promise<{
  privateKey: Bytes
  pub: Bytes
  mac: Bytes
}> {
  const { privateKey, publicKey } = createHpkeKeyPair()
  return { privateKey, pub: publicKey, mac: macOf({ secret, pub: publicKey }) }
}

/**
 * Returns whether the public key is from a device that knows the code.
 *
 * @example if (!(await verifyDeviceTransferAnswer({ secret, pub, mac }))) throw new ServiceError('recovery_failed')
 */
export async function verifyDeviceTransferAnswer({
  secret,
  pub,
  mac,
}: {
  secret: Uint8Array
  pub: Uint8Array
  mac: Uint8Array
}): Promise<boolean> {
  return equalBytes(mac, macOf({ secret, pub }))
}

/**
 * Returns six digits that both devices show. The owner compares them before the data key is sent.
 *
 * @example await matchNumberOf({ secret, pub }) // '042917'
 */
export async function matchNumberOf({ secret, pub }: { secret: Uint8Array; pub: Uint8Array }): Promise<string> {
  const tag = authenticate({ secret, info: 'ew/handover/match/v1', message: pub })
  // 48 bits, so that no number is noticeably likelier than another.
  const number = tag.subarray(0, 6).reduce((sum, byte) => sum * 256 + byte, 0)
  return String(number % 1_000_000).padStart(6, '0')
}

function macOf({ secret, pub }: { secret: Uint8Array; pub: Uint8Array }): Bytes {
  return authenticate({ secret, info: 'ew/handover/v1', message: pub })
}
