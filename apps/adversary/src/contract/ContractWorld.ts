/** A device of the contract suite, logged in. */
export type ContractDevice = {
  userId: string
  deviceId: string
  call: (
    method: 'GET' | 'POST',
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; json: Record<string, unknown> }>
  /** Exchanges the refresh token. */
  renew: () => Promise<void>
  /** Confirms with a code, as the account's owner. */
  stepUp: () => Promise<void>
}

/** A server that keeps the wallet's API: the real one, or the one that stands in for it in the wallet's tests. */
export type ContractWorld = {
  /** Logs a person in; on a new device unless the key of one is given. */
  logIn: (options: { email: string; key?: ContractKey }) => Promise<ContractDevice>
  createKey: () => Promise<ContractKey>
  /** Lets milliseconds pass. */
  pass: (milliseconds: number) => void
  stop: () => Promise<void>
}

/** A device's key (RFC 9449). */
export type ContractKey = { privateKey: CryptoKey; jwk: object; jkt: string }
