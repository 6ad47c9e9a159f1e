export type Child = {
  name: string
  pid: number | undefined
  ready: Promise<Record<string, unknown>>
  exited: Promise<{ name: string; code: number | null; signal: string | null; tail: string[] }>
  stop: () => Promise<void>
  logFile: string
}
export function startChild(options: {
  name: string
  file: string
  args?: readonly string[]
  env: Record<string, string | number>
  logFile: string
  isBuilt?: boolean
  onProgress?: (message: string) => void
}): Child
