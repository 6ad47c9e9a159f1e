/** The two parts of an operation's number: a key of 24 bytes, under which numbers count up by one. Source: ERC-4337. */
export function splitNonce(nonce: bigint): { key: bigint; sequence: bigint } {
  return { key: nonce >> 64n, sequence: nonce & 0xffff_ffff_ffff_ffffn }
}
