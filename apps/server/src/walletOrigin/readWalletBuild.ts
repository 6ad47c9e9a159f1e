import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { ServiceError } from '@latchkey/protocol/errors'
import { z } from 'zod'

const sha384 = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/)
const sha256 = z.string().regex(/^sha256-[A-Za-z0-9+/]{43}=$/)
const path = z.string().regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/)

const pageSchema = z.object({
  file: path,
  integrity: sha384.optional(),
  scriptHashes: z.array(z.union([sha384, sha256])),
  styleHashes: z.array(z.union([sha384, sha256])),
  usesWorker: z.boolean(),
})

/** Manifest that `apps/wallet` writes next to its pages. */
const manifestSchema = z.object({
  release: sha384,
  pages: z.record(z.string(), pageSchema),
  routes: z.record(z.string().regex(/^\/[a-z/]+$/), z.string()),
  assets: z.record(path, sha384),
})

/** Parts of a page's policy. */
export type PagePolicyParts = Pick<z.output<typeof pageSchema>, 'scriptHashes' | 'styleHashes' | 'usesWorker'>

export type WalletPage = PagePolicyParts & { html: Uint8Array<ArrayBuffer>; integrity: string }

/** A file that pages load. */
export type WalletAsset = { bytes: Uint8Array<ArrayBuffer>; type: string; integrity: string }

/** The built pages of the wallet, in memory. Files outside of the build cannot be requested. */
export type WalletBuild = {
  release: string
  /** By path: `/frame`, `/w/approve`, … */
  pages: ReadonlyMap<string, WalletPage>
  /** By path: `/assets/…`. */
  assets: ReadonlyMap<string, WalletAsset>
  /** `release.json` and `release.json.minisig`, if the operator added them to the pages. */
  signed?: { manifest: string; signature: string } | undefined
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}

/**
 * Reads the build of the wallet's pages, and checks it against its own manifest.
 *
 * @throws LatchkeyError `config_invalid` with a sentence if the folder is missing, not built, or has changed files
 */
export async function readWalletBuild({ folder }: { folder: string }): Promise<WalletBuild> {
  const root = resolve(folder)
  const manifest = await readManifest(root)
  const read = async (file: string, expected: string | undefined) => {
    let bytes: Uint8Array<ArrayBuffer>
    try {
      bytes = new Uint8Array(await readFile(join(root, file)))
    } catch (error) {
      throw refuse(`${root} has no ${file}, which its manifest names`, error)
    }
    const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`
    if (expected !== undefined && integrity !== expected)
      throw refuse(`${file} in ${root} is not the file that was built`)
    return { bytes, integrity }
  }

  const named = new Map<string, WalletPage>()
  for (const [name, { file, integrity: expected, ...policy }] of Object.entries(manifest.pages)) {
    const { bytes, integrity } = await read(file, expected)
    named.set(name, { ...policy, html: bytes, integrity })
  }
  const pages = new Map<string, WalletPage>()
  for (const [route, name] of Object.entries(manifest.routes)) {
    const page = named.get(name)
    if (!page) throw refuse(`${root}/manifest.json gives ${route} a page that it does not have: ${name}`)
    pages.set(route, page)
  }
  const assets = new Map<string, WalletAsset>()
  for (const [file, expected] of Object.entries(manifest.assets)) {
    const { bytes, integrity } = await read(file, expected)
    assets.set(`/${file}`, { bytes, integrity, type: types[extname(file)] ?? 'application/octet-stream' })
  }
  return { release: manifest.release, pages, assets, signed: await readSigned(root) }
}

/** The server only serves these files. The verifier has pinned the public key for them. */
async function readSigned(root: string): Promise<WalletBuild['signed']> {
  const path = join(root, 'release.json')
  if (!existsSync(path)) return undefined
  try {
    return { manifest: await readFile(path, 'utf8'), signature: await readFile(`${path}.minisig`, 'utf8') }
  } catch (error) {
    throw new ServiceError('config_invalid', {
      message: `wallet.folder: ${path} has no signature file. Run: npm run release -- sign ${path} --key <key file>`,
      cause: error,
    })
  }
}

async function readManifest(root: string): Promise<z.output<typeof manifestSchema>> {
  let text: string
  try {
    text = await readFile(join(root, 'manifest.json'), 'utf8')
  } catch (error) {
    throw refuse(`${root} has no manifest.json`, error)
  }
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch (error) {
    throw refuse(`${root}/manifest.json is not a manifest of the wallet's pages`, error)
  }
}

function refuse(reason: string, cause?: unknown): ServiceError {
  return new ServiceError('config_invalid', {
    message: `wallet.folder: ${reason}. Build the pages with \`npm run build\`, or set wallet.folder to the folder where they are.`,
    cause,
  })
}
