/** Who asks, on the wallet's origin: proven by an access token and a DPoP proof of the same key. */
export type WalletSession = {
  userId: string
  deviceId: string
  sessionId: string
  projectId: string
  hostOrigin: string
  /** JWK thumbprint of the device's key. */
  jkt: string
  authTime: Date
  /** When a person last used the wallet, to about a minute. */
  activeAt: Date
  /** When the session was locked by a call; null: it was not, though it may have been idle for too long. */
  lockedAt: Date | null
  /** `otp`, `link`, `passkey`, `social`. */
  amr: readonly string[]
}
