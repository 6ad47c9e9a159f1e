/** The result of resolving a name. */
export type ResolvedName = {
  /** Normalized (ENSIP-15), for display. */
  name: string
  /** Checksum address (EIP-55). */
  address: string
  /** An image that the owner chose, served only by the app's own server. */
  image: string | null
}
