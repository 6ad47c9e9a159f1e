/** `manifest.json` of the built wallet pages. */
export type ReleaseManifest = {
  release: string
  routes: Record<string, string>
  pages: Record<string, { integrity: string }>
  assets: Record<string, string>
}
export function compareRelease(options: {
  url: string
  manifest: ReleaseManifest
  projectId: string
}): Promise<string[]>
