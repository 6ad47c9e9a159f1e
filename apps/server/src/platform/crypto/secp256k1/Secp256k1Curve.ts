/** A signature of secp256k1 over a hash: r and s (32 bytes each), and the recovery id, which selects one of up to four matching keys. */
export type RecoverableSignature = {
  /** 64 bytes. */
  signature: Uint8Array
  /** 0 to 3. The values 2 and 3 mean that r is above the order, which has never been observed. */
  recovery: number
}

/** Operations of the curve secp256k1 that the server uses. Both adapters return the same results for every input. */
export type Secp256k1Curve = {
  /** `native` is libsecp256k1. `javascript` takes 20 to 30 times as long. */
  name: 'native' | 'javascript'
  /**
   * Returns the public key that signed a hash. High and low s are both accepted.
   *
   * @param options.hash 32 bytes
   * @returns 65 bytes, uncompressed; undefined if no key matches or the input is malformed
   */
  recover: (signed: { hash: Uint8Array } & RecoverableSignature) => Uint8Array | undefined
  /**
   * Signs a hash with low s, deterministically (RFC 6979).
   *
   * @param options.hash 32 bytes
   * @param options.privateKey 32 bytes
   * @throws Error if the private key is invalid
   */
  sign: (options: { hash: Uint8Array; privateKey: Uint8Array }) => RecoverableSignature
}
