export function choosePorts(): Promise<{
  ports: Record<string, number>
  wanted: Record<string, { name: string; port: number }>
  release: (parts: readonly string[]) => Promise<void>
}>
