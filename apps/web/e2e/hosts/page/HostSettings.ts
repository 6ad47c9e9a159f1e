/** What the pages are built with: where the world of this run is. */
export type HostSettings = {
  /** The React that the page is built with; wagmi's major follows it. */
  react: 18 | 19
  apiUrl: string
  walletUrl: string
  projectId: string
  networks: { id: number; name: string; rpcUrl: string }[]
}

declare global {
  /** Put in by the build. */
  const HOST: HostSettings
}
