import type { ReleaseManifest } from './compareRelease.mjs'

export function checkRelease(options: {
  url: string
  projectId: string
  publicKey: string
  signed?: { content: string; signature: string | undefined }
  built?: ReleaseManifest
  origins?: string[]
}): Promise<{ findings: string[]; release?: string; commit?: string | null; version?: string }>
