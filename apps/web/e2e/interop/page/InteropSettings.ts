/** What the pages are built with: where the world of this run is. */
export type InteropSettings = {
  apiUrl: string
  walletUrl: string
  projectId: string
  /** The networks that both the kit and wagmi know. */
  networks: { id: number; name: string; rpcUrl: string }[]
  /** The Solana network that both the kit and an app by the Wallet Standard know. */
  solana: { reference: string; name: string; rpcUrl: string }
  /** The Bitcoin network, likewise. */
  bitcoin: { reference: string; name: string }
  /** A network that only wagmi knows. */
  stranger: { id: number; name: string; rpcUrl: string }
}

declare global {
  /** Put in by the build. */
  const INTEROP: InteropSettings
}
