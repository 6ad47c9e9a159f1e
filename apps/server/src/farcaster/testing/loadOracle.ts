import { createRequire } from 'node:module'

/** Result of their clients: the relay's reply, or an error. */
export type OracleResult<Data> =
  | { isError: false; response: Response; data: Data }
  | { isError: true; error?: { message: string; errCode: string } }

/** A channel's state in their client. */
export type OracleStatus = {
  state: 'pending' | 'completed'
  nonce: string
  message?: string
  signature?: `0x${string}`
  fid?: number
  username?: string
  authMethod?: string
  signatureParams: { siweUri: string; domain: string; nonce: string; expirationTime?: string }
  acceptAuthAddress: boolean
}

/** The part of Farcaster's own client that the tests use, with its names. */
export type Oracle = {
  viemConnector: (options: { rpcUrl: string }) => unknown
  createAppClient: (options: { relay: string; ethereum: unknown }) => {
    createChannel: (options: {
      siweUri: string
      domain: string
      acceptAuthAddress?: boolean
    }) => Promise<OracleResult<{ channelToken: string; url: string; nonce: string }>>
    status: (options: { channelToken: string }) => Promise<OracleResult<OracleStatus>>
    watchStatus: (options: {
      channelToken: string
      interval: number
      timeout: number
    }) => Promise<OracleResult<OracleStatus>>
    verifySignInMessage: (options: {
      nonce: string
      domain: string
      message: string
      signature: `0x${string}`
    }) => Promise<{ isError: false; success: boolean; fid: number; authMethod: string } | { isError: true }>
  }
  createWalletClient: (options: { relay: string; ethereum: unknown }) => {
    parseSignInURI: (options: { uri: string }) => { channelToken: string }
    buildSignInMessage: (options: {
      address: `0x${string}`
      fid: number
      uri: string
      domain: string
      nonce: string
      expirationTime?: Date
    }) => { isError: false; message: string } | { isError: true }
    authenticate: (options: {
      channelToken: string
      authKey: string
      message: string
      signature: `0x${string}`
      fid: number
      username?: string
      authMethod?: string
    }) => Promise<OracleResult<OracleStatus>>
  }
}

/** Loads `@farcaster/auth-client`, which is installed only for tests. */
export function loadOracle(): Oracle {
  const home = createRequire(import.meta.url).resolve('@latchkey/farcaster-oracle/package.json')
  return createRequire(home)('@farcaster/auth-client')
}
