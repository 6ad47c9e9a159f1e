import type { Bytes } from '../bytes/Bytes.ts'
import { authenticate } from '../bytes/deriveKey.ts'
import { equalBytes } from '../bytes/equalBytes.ts'
import { createHpkeKeyPair } from '../seal/hpke.ts'

/**
 * The new device's answer: a key pair of this hand-over, and the MAC by which the old device knows that its code was read.
 *
 * @example const { privateKey, pub, mac } = await answerHandover({ secret: parseHandoverCode(typed).secret })
 */
export async function answerHandover({ secret }: { secret: Uint8Array }): Promise<{
  privateKey: Bytes
  pub: Bytes
  mac: Bytes
}> {
  const { privateKey, publicKey } = createHpkeKeyPair()
  return { privateKey, pub: publicKey, mac: macOf({ secret, pub: publicKey }) }
}

/**
 * Whether the public key is of somebody who read the code.
 *
 * @example if (!(await verifyHandoverAnswer({ secret, pub, mac }))) throw new ServiceError('recovery_failed')
 */
export async function verifyHandoverAnswer({
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
 * Six digits that both devices show; the owner sees that they are the same before anything is handed over.
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
