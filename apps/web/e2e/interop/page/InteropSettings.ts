/** What the pages are built with: where the world of this run is. */
export type InteropSettings = {
  apiUrl: string
  walletUrl: string
  projectId: string
  /** The networks that both the kit and wagmi know. */
  networks: { id: number; name: string; rpcUrl: string }[]
  /** A network that only wagmi knows. */
  stranger: { id: number; name: string; rpcUrl: string }
}

declare global {
  /** Put in by the build. */
  const INTEROP: InteropSettings
}
