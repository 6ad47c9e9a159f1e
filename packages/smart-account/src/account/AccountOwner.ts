/** Who owns a smart account: an ordinary account, a passkey (P-256), or both. The address of the account follows from it. */
export type AccountOwner = {
  /** EIP-55; left out: a passkey alone. */
  address?: `0x${string}`
  /** Coordinates of the public key, 32 bytes each. */
  passkey?: { x: `0x${string}`; y: `0x${string}` }
  /** Another account of the same owner. Default 0. */
  salt?: bigint
}
