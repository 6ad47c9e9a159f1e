/** A logged-in device of the contract suite. */
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
  /** Steps up with a code, as the account's owner. */
  stepUp: () => Promise<void>
}

/** A server with the wallet's API: the real one, or its replacement in the wallet's tests. */
export type ContractWorld = {
  /** Logs a user in, on a new device unless a key is given. */
  logIn: (options: { email: string; key?: ContractKey }) => Promise<ContractDevice>
  createKey: () => Promise<ContractKey>
  /** Advances the time by milliseconds. */
  pass: (milliseconds: number) => void
  stop: () => Promise<void>
}

/** A device's key (RFC 9449). */
export type ContractKey = { privateKey: CryptoKey; jwk: object; jkt: string }
