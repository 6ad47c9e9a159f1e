/** A passkey that owns an account. Its signatures are only valid for the site that created it. */
export type PasskeyOwner = {
  /** Coordinates of the public key, 32 bytes each. */
  x: `0x${string}`
  y: `0x${string}`
  /** SHA-256 of the relying party's ID, see `rpIdHashOf`. The account's address depends on it. */
  rpIdHash: `0x${string}`
}

/** Owner of a smart account: an EOA, a passkey (P-256), or both. The account's address depends on it. */
export type AccountOwner = {
  /** EIP-55; undefined for a passkey alone. */
  address?: `0x${string}`
  passkey?: PasskeyOwner
  /** Selects another account of the same owner (default 0). */
  salt?: bigint
}
