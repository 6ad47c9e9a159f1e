export const projectId: string
export function startServer(options: { chains: readonly unknown[]; [key: string]: unknown }): Promise<{
  url: string
  pid: number | undefined
  stop: () => Promise<void>
}>
