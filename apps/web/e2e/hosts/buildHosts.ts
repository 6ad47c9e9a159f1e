import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import react from '@vitejs/plugin-react'
import { type Alias, build, defaultClientConditions, type InlineConfig } from 'vite'
import type { World } from '../setup/World.ts'
import type { HostSettings } from './page/HostSettings.ts'

const root = fileURLToPath(new URL('./page', import.meta.url))
const majors = [18, 19] as const
const react18 = dirname(createRequire(import.meta.url).resolve('@latchkey/react-18/package.json'))

/** React 18 and wagmi 2 instead of React 19 and wagmi 3. */
const olderMajors: Alias[] = [
  { find: /^(react|react-dom)($|\/.*)/, replacement: `${react18}/node_modules/$1$2` },
  { find: /^wagmi($|\/.*)/, replacement: 'wagmi-2$1' },
]

/**
 * Builds the pages of `page/` with React 18 and with React 19, each with the markup that a server renders, into the folder that
 * `world.hosts.kit` serves. Once per run: the first worker builds, and the others wait.
 */
export async function buildHosts({ world }: { world: World }): Promise<void> {
  const built = join(world.hostsFolder, 'built')
  try {
    await mkdir(world.hostsFolder)
  } catch {
    while (!(await stat(built).catch(() => undefined))) await pause(100)
    return
  }
  try {
    for (const major of majors) await buildMajor({ world, major })
    await writeFile(built, '')
  } catch (error) {
    // Let the next worker try again, instead of waiting for files that will not come.
    await rm(world.hostsFolder, { recursive: true, force: true })
    throw error
  }
}

async function buildMajor({ world, major }: { world: World; major: (typeof majors)[number] }): Promise<void> {
  const settings: HostSettings = {
    react: major,
    apiUrl: world.api,
    walletUrl: world.wallet,
    projectId: world.projectId,
    networks: world.chains.map(({ id, name, rpcUrl }) => ({ id, name, rpcUrl })),
  }
  const folder = join(world.hostsFolder, `react-${major}`)
  const options: InlineConfig = {
    configFile: false,
    root,
    base: `/react-${major}/`,
    logLevel: 'error',
    plugins: [react()],
    define: { HOST: JSON.stringify(settings), 'process.env.NODE_ENV': JSON.stringify(nodeEnv) },
    html: { cspNonce: '__NONCE__' },
  }
  const alias = major === 18 ? olderMajors : []
  await build({
    ...options,
    resolve: { alias, conditions: ['dev', ...defaultClientConditions] },
    build: {
      outDir: folder,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      emptyOutDir: true,
      reportCompressedSize: false,
      rolldownOptions: { input: ['index', 'hostile', 'wagmi'].map((name) => `${root}/${name}.html`) },
    },
  })
  const { printed, streamed } = await renderOnServer({ options, alias, folder: `${folder}-server` })
  await putMarkup({ file: join(folder, 'index.html'), markup: streamed })
  await putMarkup({ file: join(folder, 'hostile.html'), markup: printed })
}

/** Only React's development build reports misused APIs and differences in the markup. */
const nodeEnv = 'development'

/** Builds the app for a server, and renders it in a separate process without a page, a window or storage. */
async function renderOnServer({
  options,
  alias,
  folder,
}: {
  options: InlineConfig
  alias: Alias[]
  folder: string
}): Promise<{ printed: string; streamed: string }> {
  await build({
    ...options,
    resolve: { alias },
    ssr: { noExternal: true, resolve: { conditions: ['dev', 'module', 'node'] } },
    build: { ssr: `${root}/server.tsx`, outDir: folder, target: 'node20', emptyOutDir: true },
  })
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'server.js')], { timeout: 20_000 })
  return JSON.parse(stdout)
}

async function putMarkup({ file, markup }: { file: string; markup: string }): Promise<void> {
  const page = await readFile(file, 'utf8')
  if (!page.includes('<!--app-->')) throw new Error(`${file} has no place for the markup`)
  await writeFile(
    file,
    page.replace('<!--app-->', () => markup),
  )
}
