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
  /** `otp`, `link`, `passkey`, `social`. */
  amr: readonly string[]
}
