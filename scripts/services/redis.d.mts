export function findRedis(): string | undefined
export function startRedis(options?: { port?: number }): Promise<{
  url: string
  pid: number | undefined
  stop: () => Promise<void>
}>
