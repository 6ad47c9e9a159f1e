import { gzipSync } from 'node:zlib'
import { ServiceError } from '@latchkey/protocol/errors'
import type { ProjectConfig } from '../platform/config/ServerConfig.ts'
import type { App } from '../platform/http/App.ts'
import { type RouteReply, registerRoute } from '../platform/http/registerRoute.ts'
import { readVersion } from '../platform/readVersion.ts'
import { assetHeaders, createReleaseManifest } from './createReleaseManifest.ts'
import { openerPolicyOf, pageHeaders } from './pageHeaders.ts'
import type { WalletBuild } from './readWalletBuild.ts'
import { refusedFrame } from './refusedFrame.ts'
import { toFrameAncestors } from './toFrameAncestors.ts'

type Body = Uint8Array<ArrayBuffer>
/** Plain and compressed bytes. Compressed once, when the server starts. */
type Packed = { plain: Body; gzip: Body | undefined }

const releasePath = '/.well-known/latchkey-release.json'

/** Pictures and fonts are already compressed. */
const isPackable = (type: string) => /^(text\/|application\/json|image\/svg)/.test(type)

/** Registers the wallet's pages, their files, and the hashes of the release. */
export function registerPageRoutes({
  app,
  build,
  projects,
}: {
  app: App
  build: WalletBuild
  projects: readonly ProjectConfig[]
}): void {
  for (const [path, page] of build.pages) {
    const body = pack(page.html, 'text/html')
    const isFrame = path === '/frame'
    registerRoute(app, { method: 'GET', path, project: 'none' }, async ({ request, query, admit }) => {
      await admit(undefined)
      if (!isFrame) {
        const headers = pageHeaders({ page, ancestors: "'none'", opener: openerPolicyOf(path) })
        return reply({ request, body, headers })
      }
      const project = projects.find(({ id, enabled }) => enabled && id === query.projectId)
      if (!project) return refusedFrame()
      return reply({ request, body, headers: pageHeaders({ page, ancestors: toFrameAncestors(project.origins) }) })
    })
  }

  const files = new Map([...build.assets].map(([path, { bytes, type }]) => [path, { type, body: pack(bytes, type) }]))
  registerRoute(app, { method: 'GET', path: '/assets/{file}', project: 'none' }, async ({ request, params, admit }) => {
    await admit(undefined)
    // Only files of the build: a URL path is never converted to a path on disk.
    const file = files.get(`/assets/${params.file}`)
    if (!file) throw new ServiceError('not_found')
    return reply({ request, body: file.body, headers: assetHeaders(file.type) })
  })

  // Serve the signed bytes unchanged, because the signature covers them.
  const {
    manifest = JSON.stringify(createReleaseManifest({ build, version: readVersion(), commit: null })),
    signature,
  } = build.signed ?? {}
  const served = [
    { path: releasePath, body: manifest, type: 'application/json' },
    ...(signature ? [{ path: `${releasePath}.minisig`, body: signature, type: 'text/plain; charset=utf-8' }] : []),
  ]
  for (const { path, body, type } of served) {
    registerRoute(app, { method: 'GET', path, project: 'none' }, async ({ admit }) => {
      await admit(undefined)
      return { headers: { 'content-type': type, 'cache-control': 'no-cache' }, body }
    })
  }
}

function pack(bytes: Body, type: string): Packed {
  return { plain: bytes, gzip: isPackable(type) ? new Uint8Array(gzipSync(bytes, { level: 9 })) : undefined }
}

function reply({
  request,
  body: { plain, gzip },
  headers,
}: {
  request: Request
  body: Packed
  headers: Record<string, string>
}): RouteReply {
  if (!gzip) return { headers, body: plain }
  const takes = takesGzip(request.headers.get('accept-encoding') ?? '')
  const varied = { ...headers, vary: 'accept-encoding' }
  return takes ? { headers: { ...varied, 'content-encoding': 'gzip' }, body: gzip } : { headers: varied, body: plain }
}

function takesGzip(header: string): boolean {
  const offer = header.split(',').find((part) => part.trim().split(';')[0] === 'gzip')
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer)
}
