import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { afterAll, expect, test } from 'vitest'

const readme = readFileSync('README.md', 'utf8')
const operations = readFileSync('docs/operations.md', 'utf8')
const deploy = readFileSync('docs/deploy.md', 'utf8')
const sitePage = readFileSync('docs/site.md', 'utf8')
const folder = join('node_modules', '.latchkey-readme')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const blocks = (text: string, language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1] ?? '')

test('default: every npm command of the README exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = [...readme.matchAll(/npm (?:run ([a-z]+(?::[a-z]+)?)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short ?? '',
  )
  expect(commands).toContain('start')
  expect(commands.filter((command) => !(command in scripts))).toEqual([])
})

test('behavior: every command of the server in the documents exists, and runs a program of the bundle', () => {
  const { scripts } = JSON.parse(readFileSync('apps/server/package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const runbooks = readdirSync('docs/runbooks').map((name) => readFileSync(join('docs/runbooks', name), 'utf8'))
  const commands = [deploy, operations, ...runbooks].flatMap((text) =>
    [...text.matchAll(/npm run -w apps\/server ([a-z-]+)/g)].map(([, name = '']) => name),
  )
  expect(commands).toContain('logins')
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const bundle = readFileSync('scripts/lib/serverBundle.mjs', 'utf8')
  const programs = Object.values(scripts).flatMap((script) => /^node run\.mjs ([a-z-]+)$/.exec(script)?.[1] ?? [])
  expect(programs.filter((name) => !new RegExp(`^ +'?${name}'?: '`, 'm').test(bundle))).toEqual([])
  // The old name is in the runbooks that operators have printed.
  expect(scripts.sessions).toBe(scripts.logins)
})

test('behavior: without pages, the server names the build command of the README', async () => {
  const { readWalletBuild } = await import('../apps/server/src/walletOrigin/readWalletBuild.ts')
  const refusal = await readWalletBuild({ folder: '/nonexistent' }).catch((error: unknown) => error)
  const message = refusal instanceof Error ? refusal.message : ''
  const [, command = 'none'] = /`(npm [^`]+)`/.exec(message) ?? []
  expect(readme).toContain(`   ${command}\n`)
})

test('behavior: the README’s lines build on a bare Vite and React page', async () => {
  const [snippet] = blocks(readme, 'tsx')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'App.tsx'), snippet ?? '')
  writeFileSync(
    join(folder, 'main.tsx'),
    `import { createRoot } from 'react-dom/client'\nimport App from './App.tsx'\ncreateRoot(document.body).render(<App />)\n`,
  )
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><body><script type="module" src="./main.tsx"></script></body>',
  )
  const result = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['dev', 'module', 'browser', 'production'] },
    plugins: [react()],
    build: { write: false, outDir: 'dist' },
  })
  const files = [result].flat().flatMap((part) => ('output' in part ? part.output.map(({ fileName }) => fileName) : []))
  expect(files.some((name) => name.endsWith('.js'))).toBe(true)
})

test('behavior: the examples of the operators’ pages are valid: a configuration, a wallet of the directory, a project’s telemetry', async () => {
  const { serverConfigSchema } = await import('../apps/server/src/platform/config/ServerConfig.ts')
  const { findConfigConflicts } = await import('../apps/server/src/platform/config/findConfigConflicts.ts')
  const { walletListSchema } = await import('../apps/server/src/directory/WalletRecord.ts')
  const [configuration = ''] = blocks(deploy, 'json')
  const [social = '', farcaster = '', solana = '', bitcoin = '', ...rest] = blocks(operations, 'json')
  const [named = '', smart = '', buying = '', wallet = '', telemetry = '', ...others] = rest
  expect(others).toEqual([])
  const config = JSON.parse(configuration.replaceAll(/\$\{\w+\}/g, 'key'))
  expect(() => serverConfigSchema.parse(config)).not.toThrow()
  for (const part of [social, farcaster]) {
    const { social: logins } = serverConfigSchema.parse({ ...config, ...JSON.parse(part) })
    expect(Object.keys(logins)).toEqual(Object.keys(JSON.parse(part).social))
  }
  for (const family of [solana, bitcoin]) {
    const chain = JSON.parse(family.replaceAll(/\$\{\w+\}/g, 'key'))
    const others = config.chains.filter(({ chainId }: { chainId: string }) => chainId !== chain.chainId)
    const withFamily = serverConfigSchema.parse({ ...config, chains: [...others, chain] })
    // The example's network is not Ethereum's, where most will have the bridged coin.
    expect(findConfigConflicts(withFamily)).toEqual([expect.stringContaining('priceFrom')])
  }
  const [first] = config.chains
  const { http, names, chains: nameChains } = JSON.parse(named)
  const withNames = { ...config, http: { ...config.http, ...http }, names, chains: [{ ...first, ...nameChains[0] }] }
  expect(serverConfigSchema.parse(withNames).names).toMatchObject({ zone: 'example.eth', perAddress: 1 })
  const { smartAccounts, chains } = JSON.parse(smart)
  const accounts = serverConfigSchema.parse({ ...config, smartAccounts, chains: [{ ...first, ...chains[0] }] })
  expect(chains[0].chainId).toBe(first.chainId)
  expect(findConfigConflicts(accounts)).toEqual([])
  const { http: reached, onramp } = JSON.parse(buying)
  const withBuying = serverConfigSchema.parse({ ...config, http: { ...config.http, ...reached }, onramp })
  expect(withBuying.onramp?.limits.card.perDay).toBe('1000.00')
  expect(findConfigConflicts(withBuying)).toEqual([])
  expect(() => walletListSchema.parse([JSON.parse(wallet)])).not.toThrow()
  const project = { ...config.projects[0], ...JSON.parse(`{${telemetry}}`) }
  expect(() => serverConfigSchema.parse({ ...config, projects: [project] })).not.toThrow()
})

test('behavior: the site.json of its page is valid', async () => {
  const { siteConfigSchema } = await import('../apps/web/src/site/siteConfig.ts')
  const [example = '', ...others] = blocks(sitePage, 'json')
  expect(others).toEqual([])
  const { networks, ...rest } = JSON.parse(example)
  const site = siteConfigSchema.parse(JSON.parse(example))
  expect(site).toMatchObject(rest)
  expect(site.networks.map(({ caipNetworkId }) => caipNetworkId)).toContain('eip155:8453')
  expect(site.networks).toHaveLength(networks.length)
})

test('behavior: the server’s example and the site’s example belong together', async () => {
  const { serverConfigSchema } = await import('../apps/server/src/platform/config/ServerConfig.ts')
  const { findConfigConflicts } = await import('../apps/server/src/platform/config/findConfigConflicts.ts')
  const { siteConfigSchema } = await import('../apps/web/src/site/siteConfig.ts')
  const [example = ''] = blocks(deploy, 'json')
  const server = serverConfigSchema.parse(JSON.parse(example.replaceAll(/\$\{\w+\}/g, 'key')))
  expect(findConfigConflicts(server)).toEqual([])
  const [siteExample = ''] = blocks(sitePage, 'json')
  const site = siteConfigSchema.parse(JSON.parse(siteExample))
  expect(site).toMatchObject({ apiUrl: server.http.publicUrl, walletUrl: server.wallet?.publicUrl })
  const project = server.projects.find(({ id }) => id === site.projectId)
  expect(project?.origins).toContain('https://example.com')
  const chains = server.chains.map(({ chainId }) => chainId)
  expect(chains).toEqual(site.networks.map(({ caipNetworkId }) => caipNetworkId))
  expect(chains).toContain(site.token?.split(':').slice(0, 2).join(':'))
  expect(server.siwx === undefined).toBe(site.signIn === undefined)

  // The proxy serves these names at these ports, with the policy of this API and this wallet.
  const variables = new Set([...example.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name))
  const [environment = ''] = blocks(deploy, 'sh').filter((block) => block.startsWith('LATCHKEY_CONFIG='))
  for (const name of variables) expect(environment).toContain(`\n${name}=`)
  const { contentSecurityPolicy } = await import('../apps/web/vite/siteHeaders.ts')
  const policy = contentSecurityPolicy({ api: site.apiUrl, wallet: site.walletUrl, connect: [] })
  const proxies = [...blocks(deploy, 'nginx'), ...blocks(deploy, 'text')]
  expect(proxies).toHaveLength(2)
  for (const proxy of proxies)
    for (const part of [policy, `127.0.0.1:${server.http.port}`, `127.0.0.1:${server.wallet?.port}`])
      expect(proxy).toContain(part)
  const [unit = ''] = blocks(deploy, 'ini')
  expect(unit).toContain(`ReadWritePaths=${server.wallet?.keyFile?.replace(/\/[^/]+$/, '')}`)
})

test('behavior: every link of the operators’ pages leads to a page and a heading', () => {
  const folders = ['docs', 'docs/runbooks']
  const pages = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const broken = pages
    .filter((path) => /(deploy|operations|site|relay)\.md$|runbooks\/.*\.md$/.test(path))
    .flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*\.md)?(?:#([^)\s]+))?\)/g)]
        .map(([, page, anchor]) => ({ target: page ? join(dirname(path), page) : path, anchor }))
        .filter(
          ({ target, anchor }) =>
            !existsSync(target) || (anchor && !sectionsOf(readFileSync(target, 'utf8')).includes(anchor)),
        )
        .map(({ target, anchor }) => `${path}: ${target}#${anchor ?? ''}`),
    )
  expect(broken).toEqual([])
})

test('behavior: every linked page and section of the README exists', () => {
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map((match) => match[1] ?? '')
  expect(links.length).toBeGreaterThan(4)
  const missing = links.filter((link) => {
    const [page = '', section] = link.split('#')
    const path = page === '' ? 'README.md' : page
    return !existsSync(path) || (section !== undefined && !sectionsOf(readFileSync(path, 'utf8')).includes(section))
  })
  expect(missing).toEqual([])
})

/** Returns the anchors of a page's headings, as GitHub names them. */
function sectionsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
