import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { english } from 'viem/accounts'
import { frameCss, windowCss } from './src/ui/sheets.css.ts'
import { bundleEntry, bundlePair, firstScript } from './vite/bundleEntry.ts'
import { sha256, sha384 } from './vite/digest.ts'
import { fillPage, setRelease } from './vite/fillPage.ts'
import { leanProtocolPlugin } from './vite/leanProtocolPlugin.ts'
import { passwordDictionaries } from './vite/passwordDictionaries.ts'
import { readMessageCatalogs } from './vite/readMessageCatalogs.ts'
import type { WalletAsset, WalletAssets } from './vite/WalletAssets.ts'
import { walletAssetsPlugin } from './vite/walletAssetsPlugin.ts'

/** Data with which a server serves the wallet's pages and writes their CSP; `manifest.json`. */
export type WalletManifest = {
  /**
   * SHA-384 over the hashes of all files, with the release mark in the pages left empty. Compare it with a published release. The
   * pages contain it for the security page.
   */
  release: string
  pages: Record<PageName, PageManifest>
  /** Paths of the wallet's origin and their pages. */
  routes: Record<string, PageName>
  /** Immutable files under `assets/`, with the integrity of each. */
  assets: Record<string, string>
}

type PageName = 'frame' | 'window' | 'mail' | 'popup'
type PageManifest = {
  file: string
  /** SHA-384 of the file. */
  integrity: string
  scriptHashes: string[]
  styleHashes: string[]
  /** Whether the page starts a worker, which requires the Trusted Types policy `ew-worker`. */
  usesWorker: boolean
}

const root = import.meta.dirname
const routes: WalletManifest['routes'] = {
  '/frame': 'frame',
  '/w/approve': 'window',
  '/w/unlock': 'window',
  '/w/recover': 'window',
  '/w/security': 'window',
  '/w/export': 'window',
  '/w/protect': 'window',
  '/w/device': 'mail',
  '/w/undo': 'mail',
  '/w/login': 'mail',
  '/w/rotation': 'mail',
  '/w/return': 'mail',
  '/popup/oauth': 'popup',
  '/popup/done': 'popup',
}

/**
 * Builds the wallet's pages. Two builds of the same sources are identical to the byte.
 *
 * @param outFolder is emptied first
 * @returns the manifest, as written to `manifest.json`
 */
export async function buildWallet({ outFolder }: { outFolder: string }): Promise<WalletManifest> {
  const files = new Map<string, string>()
  const assets: Record<string, string> = {}
  const add = (name: string, extension: string, content: string): WalletAsset => {
    const integrity = sha384(content)
    const mark = integrity.slice(7, 19).replaceAll('+', '-').replaceAll('/', '_')
    const path = `assets/${name}-${mark}.${extension}`
    files.set(path, content)
    assets[path] = integrity
    return { url: `/${path}`, integrity }
  }
  /** @param known the workers that it starts; undefined: none */
  const worker = async (name: string, known?: Parameters<typeof walletAssetsPlugin>[0]): Promise<WalletAsset> => {
    const plugins = [
      walletAssetsPlugin(known ?? {}),
      leanProtocolPlugin({ messages: false, codes: known !== undefined }),
    ]
    return add(
      name,
      'js',
      await bundleEntry({ root, entry: join(root, `src/worker/${name}.ts`), format: 'iife', plugins }),
    )
  }

  const messages: Record<string, WalletAsset> = {}
  for (const [language, catalog] of await readMessageCatalogs()) {
    messages[language] = add(`messages-${language}`, 'json', JSON.stringify(catalog))
  }
  const signers = { solanaSigner: await worker('solanaSigner'), bitcoinSigner: await worker('bitcoinSigner') }
  const readers = {
    solanaReader: await worker('solanaReader'),
    bitcoinReader: await worker('bitcoinReader'),
    codeDrawer: await worker('codeDrawer'),
    workSolver: await worker('workSolver'),
  }
  const rareWorker = await worker('rareWorker', { families: signers })
  const walletAssets: WalletAssets = {
    keyWorker: await worker('keyWorker', { assets: { rareWorker } }),
    rareWorker,
    readerWorker: await worker('readerWorker'),
    wordList: add('words', 'txt', english.join('\n')),
    messages,
    passwordDictionaries: add('passwords', 'json', passwordDictionaries()),
  }
  const template = await readFile(join(root, 'page.html'), 'utf8')
  const page = async (name: PageName, css: string, usesWorker: boolean): Promise<PageManifest> => {
    const plugins = [walletAssetsPlugin({ assets: walletAssets, families: readers }), leanProtocolPlugin()]
    const entry = join(root, `src/pages/${name}.tsx`)
    const scripts: WalletAsset[] = []
    if (name === 'frame') {
      const [first, second] = await bundlePair({ root, entry, second: join(root, 'src/pages/frameLater.tsx'), plugins })
      const script = add(name, 'js', first)
      scripts.push(script, add('frameLater', 'js', second.replace(firstScript, script.url)))
    } else scripts.push(add(name, 'js', await bundleEntry({ root, entry, format: 'es', plugins })))
    const file = `${name}.html`
    const html = fillPage({ template, scripts, css })
    files.set(file, html)
    return {
      file,
      integrity: sha384(html),
      scriptHashes: scripts.map(({ integrity }) => integrity),
      styleHashes: [sha256(css)],
      usesWorker,
    }
  }
  const pages = {
    frame: await page('frame', frameCss, true),
    window: await page('window', windowCss, false),
    mail: await page('mail', windowCss, false),
    popup: await page('popup', windowCss, false),
  }
  const release = releaseOf(files)
  for (const page of Object.values(pages)) {
    const html = setRelease(files.get(page.file) ?? '', release)
    files.set(page.file, html)
    page.integrity = sha384(html)
  }
  const manifest: WalletManifest = { release, pages, routes, assets }

  await rm(outFolder, { recursive: true, force: true })
  for (const [path, content] of [...files, ['manifest.json', `${JSON.stringify(manifest, null, 2)}\n`] as const]) {
    await mkdir(dirname(join(outFolder, path)), { recursive: true })
    await writeFile(join(outFolder, path), content)
  }
  return manifest
}

/** Anyone can recompute it from the files: a line with path and SHA-384 for each file, sorted by path. */
function releaseOf(files: ReadonlyMap<string, string>): string {
  const lines = [...files].map(([path, content]) => `${path} ${sha384(content)}\n`)
  return sha384(lines.sort().join(''))
}

/**
 * Limits in gzipped bytes, above which a check fails. `first` loads before the wallet can unlock: the frame's script and the key
 * worker; the goal is 70 kB. The frame's second script handles the requests of three families and the sign-in during a login. Readers
 * and signers of Solana and Bitcoin are in workers that start with their first request.
 */
export const walletBudgets = {
  frame: 52_500,
  frameLater: 44_700,
  keyWorker: 30_500,
  first: 82_800,
  rareWorker: 49_000,
  readerWorker: 79_500,
  solanaSigner: 18_000,
  bitcoinSigner: 64_000,
  solanaReader: 34_000,
  bitcoinReader: 80_000,
  window: 58_500,
  mail: 30_500,
  popup: 33_000,
  codeDrawer: 7_000,
  workSolver: 7_000,
} as const

/** Prints the gzipped sizes of the files. @returns whether each is within its budget */
async function reportSizes(outFolder: string, { assets }: WalletManifest): Promise<boolean> {
  const sizes = new Map<string, number>()
  for (const path of Object.keys(assets)) {
    const name = path.replace(/^assets\/(.*)-[\w-]{12}\.\w+$/, '$1')
    sizes.set(name, gzipSync(await readFile(join(outFolder, path)), { level: 9 }).length)
  }
  sizes.set('first', (sizes.get('frame') ?? 0) + (sizes.get('keyWorker') ?? 0))
  const budgets: Readonly<Record<string, number>> = walletBudgets
  const fits = (name: string, bytes: number) => bytes <= (budgets[name] ?? Number.POSITIVE_INFINITY)
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  for (const [name, bytes] of sizes) {
    const budget = budgets[name]
    const limit = budget === undefined ? '' : ` of ${budget / 1000} kB`
    console.log(`${fits(name, bytes) ? '✓' : '✗'} ${name.padEnd(16)} ${kilobytes(bytes).padStart(9)}${limit} gzip`)
  }
  return [...sizes].every(([name, bytes]) => fits(name, bytes))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [outFolder = join(root, 'dist')] = process.argv.slice(2).filter((argument) => argument !== '--check')
  if (existsSync(join(outFolder, 'package.json'))) throw new Error(`${outFolder} is a package, it will not be emptied`)
  const fits = await reportSizes(outFolder, await buildWallet({ outFolder }))
  if (!fits && process.argv.includes('--check')) process.exitCode = 1
}
