export function findPostgres(): string | undefined
export function startPostgres(options?: { settings?: string[] }): Promise<{
  url: string
  pid: number | undefined
  stop: () => Promise<void>
}>
