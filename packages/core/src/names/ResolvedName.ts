/** Whom a name stands for. */
export type ResolvedName = {
  /** Normalised (ENSIP-15), as it is shown. */
  name: string
  /** EIP-55. */
  address: string
  /** A picture that the owner chose; only ever shown from the app's own server. */
  image: string | null
}
