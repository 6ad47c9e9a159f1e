/** Web3 Secret Storage, version 3, as this package writes it: one private key under a password. Bytes are hexadecimal. */
export type Keystore = {
  version: 3
  id: string
  /** Lowercase, without 0x. */
  address: string
  crypto: {
    cipher: 'aes-128-ctr'
    ciphertext: string
    cipherparams: { iv: string }
    kdf: 'scrypt'
    kdfparams: { dklen: 32; n: number; r: number; p: number; salt: string }
    mac: string
  }
}
