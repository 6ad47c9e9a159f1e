import { ServiceError } from '@latchkey/protocol/errors'
import { combine, split } from 'shamir-secret-sharing'
import { asBytes, type Bytes } from '../bytes/Bytes.ts'
import { requireLength } from '../bytes/requireLength.ts'

const shareLength = 33

/** The three shares of one splitting, 33 bytes each; any two give the data key, one says nothing about it. */
export type Shares = {
  /** D: stays on the device. */
  device: Bytes
  /** A: released by the server to the session of this device. */
  auth: Bytes
  /** R: sealed to the owner's factors. */
  recovery: Bytes
}

/**
 * Splits the data key by a polynomial of its own (Shamir over GF(2^8), two of three): one for each device and epoch.
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
 * The key that two shares give. Shares of different splittings give a wrong key, not an error: the vault, which is authenticated,
 * does not open with it.
 *
 * @throws LatchkeyError `vault_broken` for what cannot be two shares of one splitting
 * @example const dataKey = await combineShares({ first: deviceShare, second: serverShare })
 */
export async function combineShares({ first, second }: { first: Uint8Array; second: Uint8Array }): Promise<Bytes> {
  // The last byte is the place on the polynomial; zero would be the secret itself.
  const places = [first, second].map((share) => (share.length === shareLength ? share[shareLength - 1] : 0))
  if (places.includes(0) || places[0] === places[1]) throw new ServiceError('vault_broken')
  return asBytes(await combine([first, second]))
}
