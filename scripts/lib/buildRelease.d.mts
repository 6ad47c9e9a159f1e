import type { ReleaseManifest } from './compareRelease.mjs'

export function buildRelease(options: { pages: string; logs: string }): Promise<ReleaseManifest>
export function addBillOfMaterials(options: { pages: string }): { components: number; manifest: ReleaseManifest }
