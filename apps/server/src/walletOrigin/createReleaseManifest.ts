import { createHash } from 'node:crypto'
import type { ReplyHeaders } from '../platform/http/replyHeaders.ts'
import { openerPolicyOf, pageHeaders } from './pageHeaders.ts'
import type { WalletBuild } from './readWalletBuild.ts'
import { refusedFrame } from './refusedFrame.ts'
import { walletHeaders } from './walletHeaders.ts'

/** One response of a release: its status, the SHA-256 of its uncompressed body (hexadecimal) and its headers. */
export type ReleaseAnswer = { status: number; sha256: string; headers: ReplyHeaders }

/** A release of the wallet's pages, which is signed outside the server and compared with a running one. */
export type ReleaseManifest = {
  format: 'latchkey-release/1'
  version: string
  /** Git commit of the sources. Null outside of a repository. */
  commit: string | null
  /** Release identifier on the pages' security page. */
  release: string
  /** Every path of the wallet's origin with a page or a file. All others are 404, or belong to `interfaces`. */
  paths: Record<string, ReleaseAnswer>
  /** Frame for an unknown project. */
  refusedFrame: ReleaseAnswer
  /** Headers of every other response, including the 404 of unknown paths. */
  everywhere: ReplyHeaders
  /** Headers that an origin with https adds to each response. */
  https: ReplyHeaders
  /** Paths for programs, which return no page and no script. One that ends in a slash is a prefix. */
  interfaces: string[]
  /** Software bill of materials (CycloneDX) of the release. */
  sbom?: { file: string; sha256: string }
}

/** Placeholder in the frame's policy for the project's origins, which the release does not know. */
const projectOrigins = '{origins of the project}'

/**
 * Describes everything that the wallet's origin serves, with the headers of the server.
 *
 * @param options.commit 40 hexadecimal digits
 * @example createReleaseManifest({ build: await readWalletBuild({ folder }), version: '0.1.0', commit: null })
 */
export function createReleaseManifest({
  build: { release, pages, assets },
  version,
  commit,
}: {
  build: WalletBuild
  version: string
  commit: string | null
}): ReleaseManifest {
  const { 'strict-transport-security': transport = '', ...everywhere } = fixedHeaders('https://wallet.example.com')
  const answer = (body: Uint8Array | string, headers: ReplyHeaders, status = 200): ReleaseAnswer => ({
    status,
    sha256: createHash('sha256').update(body).digest('hex'),
    headers: { ...everywhere, ...headers },
  })
  const paths: ReleaseManifest['paths'] = {}
  for (const [path, page] of pages) {
    const policy =
      path === '/frame'
        ? { page, ancestors: projectOrigins }
        : { page, ancestors: "'none'", opener: openerPolicyOf(path) }
    paths[path] = answer(page.html, pageHeaders(policy))
  }
  for (const [path, { bytes, type }] of assets) paths[path] = answer(bytes, assetHeaders(type))
  const { status, headers, body } = refusedFrame()
  return {
    format: 'latchkey-release/1',
    version,
    commit,
    release,
    paths,
    refusedFrame: answer(body, headers, status),
    everywhere,
    https: { 'strict-transport-security': transport },
    interfaces: [
      '/v1/',
      '/health',
      '/oauth/callback/',
      '/.well-known/latchkey-release.json',
      '/.well-known/latchkey-release.json.minisig',
      '/.well-known/security.txt',
    ],
  }
}

/** Returns the headers of a file that pages load. */
export function assetHeaders(type: string): ReplyHeaders {
  return { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }
}

function fixedHeaders(publicUrl: string): ReplyHeaders {
  const { 'x-request-id': _each, ...fixed } = walletHeaders({ publicUrl })({ origin: undefined, requestId: '' })
  return fixed
}
