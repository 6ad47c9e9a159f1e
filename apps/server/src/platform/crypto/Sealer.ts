/** Sealed bytes, with the id of the key-encryption key. */
export type Sealed = { box: Uint8Array; kekId: string }

/**
 * Seals secrets, so that a copy of the database does not reveal them. Adapters: a key file, an environment variable. A key-management
 * service can implement this interface.
 */
export type Sealer = {
  /** The id of the key that seals now. */
  kekId: string
  /** Returns whether it has the key of a row. */
  knows: (kekId: string) => boolean
  /** @param options.context additional authenticated data that binds the bytes to their place, so that a moved row does not open */
  seal: (options: { plaintext: Uint8Array; context: string }) => Promise<Sealed>
  /** @throws Error if the key is unknown, or if the bytes belong to another place */
  open: (options: { sealed: Sealed; context: string }) => Promise<Uint8Array>
  /** Returns an HMAC-SHA-256 under a separate key for each purpose, for blind indexes and hashes of codes. */
  mac: (options: { purpose: string; data: Uint8Array | string }) => Uint8Array
}
