import { type CanonicalValue, canonicalBytes } from '../canonical/canonicalJson.ts'

/** The tag of everything that a wallet's control key signs. No signing method of the wallet signs a text that holds it. */
export const controlTag = 'latchkey/control/v1'

/** The tag of the claim by which an address names its control key. */
export const controlKeyTag = 'latchkey/control-key/v1'

/** The changes of a wallet that its control key allows, each by a signature of its own. */
export type ControlAction =
  | 'create'
  | 'register'
  | 'enrol'
  | 'addFactor'
  | 'removeFactor'
  | 'rotate'
  | 'updateVault'
  | 'undoRotation'

/** Whose wallet is changed, and by which device. */
export type ControlParties = { walletId: string; userId: string; deviceId: string }

/**
 * The bytes that the control key signs (Ed25519) to allow one change: the action, the wallet, the user, the device, and the SHA-256 of
 * the request's body without its `proof`. Bodies name the epoch or the version that they replace, so that none is good twice.
 *
 * @example const message = await controlMessage({ action: 'rotate', walletId, userId, deviceId, body })
 */
export async function controlMessage({
  action,
  body,
  walletId,
  userId,
  deviceId,
}: ControlParties & { action: ControlAction; body: object }): Promise<Uint8Array<ArrayBuffer>> {
  const { proof: _proof, ...authorized } = body as { proof?: unknown } & Record<string, CanonicalValue | undefined>
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', canonicalBytes(authorized)))
  return canonicalBytes({ t: controlTag, action, walletId, userId, deviceId, data: toHex(hash) })
}

/**
 * The bytes that the control key signs when the data key is changed: the vault of before may come back, in the place of what the
 * change made, if it is taken back in time. A device that has seen the newer vault accepts the older one by this signature alone.
 *
 * @param options.version that the vault of before is sealed as
 * @param options.until unix seconds: a device that saw the newer vault after it takes nothing back
 */
export function returnMessage({
  walletId,
  version,
  until,
}: {
  walletId: string
  version: number
  until: number
}): Uint8Array<ArrayBuffer> {
  return canonicalBytes({ t: controlTag, action: 'return', walletId, version, until })
}

/**
 * What the wallet's address signs, as the Keccak-256 digest of these bytes, to name its control key: at creation, and once for a
 * wallet that was made before there were control keys. The first byte, 0x80, begins no EIP-191 or EIP-712 message (0x19), no typed
 * transaction (0x00 to 0x7f) and no RLP list (0xc0 and above), so that no signing method ever signs the same digest.
 *
 * @param options.controlKey 32 bytes of Ed25519, base64url
 * @example const digest = keccak_256(controlKeyClaim({ walletId, userId, deviceId, address, controlKey }))
 */
export function controlKeyClaim({
  address,
  controlKey,
  walletId,
  userId,
  deviceId,
}: ControlParties & { address: string; controlKey: string }): Uint8Array<ArrayBuffer> {
  const text = canonicalBytes({
    t: controlKeyTag,
    walletId,
    userId,
    deviceId,
    address: address.toLowerCase(),
    controlKey,
  })
  const claim = new Uint8Array(1 + text.length)
  claim[0] = 0x80
  claim.set(text, 1)
  return claim
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
