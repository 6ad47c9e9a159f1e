/** Settings that the build inserts into the pages: the addresses of this run's world. */
export type InteropSettings = {
  apiUrl: string
  walletUrl: string
  projectId: string
  /** Networks that both the kit and wagmi have. */
  networks: { id: number; name: string; rpcUrl: string }[]
  /** The Solana network that both the kit and a Wallet Standard app have. */
  solana: { reference: string; name: string; rpcUrl: string }
  /** The Bitcoin network of both. */
  bitcoin: { reference: string; name: string }
  /** A network that only wagmi has. */
  stranger: { id: number; name: string; rpcUrl: string }
}

declare global {
  /** Inserted by the build. */
  const INTEROP: InteropSettings
}
