/** Login on the wallet's origin, proven by an access token and a DPoP proof of the same key. */
export type WalletSession = {
  userId: string
  deviceId: string
  sessionId: string
  projectId: string
  hostOrigin: string
  /** JWK thumbprint of the device's key. */
  jkt: string
  authTime: Date
  /** Last use of the wallet by a person, accurate to about a minute. */
  activeAt: Date
  /** Time at which a call locked the login. Null if it was not locked, although it may have been idle for too long. */
  lockedAt: Date | null
  /** `otp`, `link`, `passkey`, `social`. */
  amr: readonly string[]
}
