/** Bytes under a key-encryption key, with the id of that key. */
export type Sealed = { box: Uint8Array; kekId: string }

/**
 * Seals what must not be readable in a copy of the database. Adapters: a key file, an environment variable; the port is where a
 * key-management service goes.
 */
export type Sealer = {
  /** The id that it seals under now. */
  kekId: string
  /** Whether it has the key that a row's id names. */
  knows: (kekId: string) => boolean
  /** @param options.context additional authenticated data: where the bytes belong, so that a moved row does not open */
  seal: (options: { plaintext: Uint8Array; context: string }) => Promise<Sealed>
  /** @throws Error when the key is unknown or the bytes do not belong here */
  open: (options: { sealed: Sealed; context: string }) => Promise<Uint8Array>
  /** HMAC-SHA-256 under a key of its own per purpose: for blind indexes and hashes of codes. */
  mac: (options: { purpose: string; data: Uint8Array | string }) => Uint8Array
}
