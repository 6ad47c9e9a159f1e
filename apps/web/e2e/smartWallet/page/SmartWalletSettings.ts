/** What the pages are built with: where the world of this run is. */
export type SmartWalletSettings = {
  apiUrl: string
  projectId: string
  /** The address of the wallet's page. */
  walletUrl: string
  networks: { id: number; name: string; rpcUrl: string }[]
  /** The wallet's own key: one of the local chains' accounts. */
  privateKey: `0x${string}`
}

declare global {
  /** Put in by the build. */
  const SMART_WALLET: SmartWalletSettings
}
