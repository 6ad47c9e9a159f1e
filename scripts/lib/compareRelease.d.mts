/** `release.json`, see `createReleaseManifest` of the server. */
export type ReleaseManifest = {
  format: string
  version: string
  commit: string | null
  release: string
  paths: Record<string, ReleaseAnswer>
  refusedFrame: ReleaseAnswer
  everywhere: Record<string, string>
  https: Record<string, string>
  interfaces: string[]
  sbom?: { file: string; sha256: string }
}
export type ReleaseAnswer = { status: number; sha256: string; headers: Record<string, string> }
export function compareRelease(options: {
  url: string
  manifest: ReleaseManifest
  projectId: string
  origins?: string[]
  random?: number
}): Promise<string[]>
