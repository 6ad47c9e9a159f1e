import { ServiceError } from '@latchkey/protocol/errors'
import { combine, split } from 'shamir-secret-sharing'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { requireLength } from '../bytes/requireLength.ts'

const shareLength = 33

/** The three shares of one split, 33 bytes each. Any two give the data key; one reveals nothing about it. */
export type Shares = {
  /** D: stays on the device. */
  device: Bytes
  /** A: released by the server to the login of this device. */
  auth: Bytes
  /** R: sealed to the owner's factors. */
  recovery: Bytes
}

/**
 * Splits the data key by a new polynomial (Shamir over GF(2^8), two of three). Each device and epoch has its own.
 *
 * @example const { device, auth, recovery } = await splitDataKey({ dataKey })
 */
export async function splitDataKey({ dataKey }: { dataKey: Uint8Array }): Promise<Shares> {
  requireLength({ name: 'dataKey', bytes: dataKey, length: 32 })
  const [device, auth, recovery] = await split(dataKey, 3, 2)
  if (!device || !auth || !recovery) throw new ServiceError('internal', { details: 'The key was not split' })
  return { device: asBytes(device), auth: asBytes(auth), recovery: asBytes(recovery) }
}

/**
 * Combines two shares to the key. Shares of different splits give a wrong key, not an error: the authenticated vault does not open
 * with it.
 *
 * @throws LatchkeyError `vault_broken` if they cannot be two shares of one split
 * @example const dataKey = await combineShares({ first: deviceShare, second: serverShare })
 */
export async function combineShares({ first, second }: { first: Uint8Array; second: Uint8Array }): Promise<Bytes> {
  // The last byte is the position on the polynomial; zero would be the secret itself.
  const places = [first, second].map((share) => (share.length === shareLength ? share[shareLength - 1] : 0))
  if (places.includes(0) || places[0] === places[1]) throw new ServiceError('vault_broken')
  return asBytes(await combine([first, second]))
}
