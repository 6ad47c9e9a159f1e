/** Settings that the build inserts into the pages: the addresses of this run's world. */
export type SmartWalletSettings = {
  apiUrl: string
  projectId: string
  /** URL of the wallet's page. */
  walletUrl: string
  networks: { id: number; name: string; rpcUrl: string }[]
  /** The wallet's key: one of the local chains' accounts. */
  privateKey: `0x${string}`
}

declare global {
  /** Inserted by the build. */
  const SMART_WALLET: SmartWalletSettings
}
