import { type CanonicalValue, canonicalBytes } from '../canonical/canonicalJson.ts'

/** Tag of everything that a wallet's control key signs. No signing method of the wallet signs a text with it. */
export const controlTag = 'latchkey/control/v1'

/** Tag of the claim with which an address names its control key. */
export const controlKeyTag = 'latchkey/control-key/v1'

/** Changes of a wallet that need a signature of its control key, a separate one each. */
export type ControlAction =
  | 'create'
  | 'register'
  | 'enrol'
  | 'addFactor'
  | 'removeFactor'
  | 'rotate'
  | 'updateVault'
  | 'undoRotation'

/** The changed wallet, its user, and the device. */
export type ControlParties = { walletId: string; userId: string; deviceId: string }

/**
 * Returns the bytes that the control key signs (Ed25519) to allow one change. They contain the action, the wallet, the user, the device,
 * and the SHA-256 of the request's body without its `proof`. Bodies name the epoch or the version that they replace, so that each is valid only once.
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
 * Returns the bytes that the control key signs with a change of the data key. They allow the previous vault to replace the new one, if the
 * change is undone in time. A device that has seen the newer vault accepts the older one only with this signature.
 *
 * @param options.version version under which the previous vault is sealed
 * @param options.until unix seconds. A device that saw the newer vault after this time does not accept the previous one
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
 * Returns the bytes whose Keccak-256 digest the wallet's address signs to name its control key: at creation, and once for a wallet from the
 * time before control keys. The first byte is 0x80. No EIP-191 or EIP-712 message (0x19), typed transaction (0x00 to 0x7f) or RLP list (0xc0
 * and above) begins with it, so no signing method can sign the same digest.
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
