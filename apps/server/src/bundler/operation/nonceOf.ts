/** Splits an operation's nonce into its key of 24 bytes and its sequence, which counts up under the key. Source: ERC-4337. */
export function splitNonce(nonce: bigint): { key: bigint; sequence: bigint } {
  return { key: nonce >> 64n, sequence: nonce & 0xffff_ffff_ffff_ffffn }
}
