/** A passkey that owns an account. Its signatures count for the site that made it and for no other. */
export type PasskeyOwner = {
  /** Coordinates of the public key, 32 bytes each. */
  x: `0x${string}`
  y: `0x${string}`
  /** SHA-256 of the relying party's id, see `rpIdHashOf`. The account's address commits to it. */
  rpIdHash: `0x${string}`
}

/** Who owns a smart account: an ordinary account, a passkey (P-256), or both. The address of the account follows from it. */
export type AccountOwner = {
  /** EIP-55; left out: a passkey alone. */
  address?: `0x${string}`
  passkey?: PasskeyOwner
  /** Another account of the same owner. Default 0. */
  salt?: bigint
}
