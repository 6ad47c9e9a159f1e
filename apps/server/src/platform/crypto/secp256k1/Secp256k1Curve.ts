/** A signature of secp256k1 over a hash: r and s, 32 bytes each, and which of the up to four keys that fit them it is of. */
export type RecoverableSignature = {
  /** 64 bytes. */
  signature: Uint8Array
  /** 0 to 3; 2 and 3 are of an r that stands for more than the order, which nobody has met. */
  recovery: number
}

/** What the server needs of the curve secp256k1. Both adapters answer alike for every input. */
export type Secp256k1Curve = {
  /** `native` is libsecp256k1; `javascript` takes 20 to 30 times as long. */
  name: 'native' | 'javascript'
  /**
   * The key that signed a hash; high s counts as low s does.
   *
   * @param options.hash 32 bytes
   * @returns 65 bytes, uncompressed; undefined where no key fits, and for whatever is malformed
   */
  recover: (signed: { hash: Uint8Array } & RecoverableSignature) => Uint8Array | undefined
  /**
   * Signs a hash: low s, and the same bytes each time (RFC 6979).
   *
   * @param options.hash 32 bytes
   * @param options.privateKey 32 bytes
   * @throws Error for what is no private key
   */
  sign: (options: { hash: Uint8Array; privateKey: Uint8Array }) => RecoverableSignature
}
