import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundlePageScript, type PageWalletOptions, toInitScript } from '@latchkey/testkit/playwright'
import { chromium } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { chromiumFlags, findChromium } from './lib/chromium.mjs'
import { freePort } from './lib/freePort.mjs'
import { neededWorkspaces } from './lib/neededWorkspaces.mjs'
import { packLibrary } from './lib/packLibrary.mjs'
import { patience } from './lib/patience.mjs'

// Fetched for this test alone: half a gigabyte that no clone needs.
const packages = [
  'next@16.4.6',
  'react@19.3.1',
  'react-dom@19.3.1',
  'typescript@6.0.3',
  '@types/react@19.3.0',
  '@types/node@20.19.43',
]
const folder = mkdtempSync(join(tmpdir(), 'latchkey-next-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command in the site's folder; its words are the failure's. */
function run(command: string, ...parameters: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, parameters, { cwd: folder, encoding: 'utf8', env })
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} failed:\n${stdout}\n${stderr}`)
  return stdout
}
const env = { ...process.env, NODE_ENV: 'production' as const, NODE_OPTIONS: '', NEXT_TELEMETRY_DISABLED: '1' }

/** The site of the recipe, with a page of server components. */
beforeAll(() => {
  const recipe = readFileSync('docs/recipes/ssr.md', 'utf8')
  const [, layout = ''] = /```tsx\n\/\/ layout\.tsx[^\n]*\n([\s\S]*?)```/.exec(recipe) ?? []
  mkdirSync(join(folder, 'app'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  writeFileSync(join(folder, 'app/layout.tsx'), layout)
  writeFileSync(
    join(folder, 'app/page.tsx'),
    `import { ConnectButton } from '@latchkey/react'\nexport default function Page() {\n  return <ConnectButton />\n}\n`,
  )
  const kit = neededWorkspaces(['@latchkey/react']).map(
    ({ path }) => packLibrary({ path, destination: folder }).tarball,
  )
  run(
    'npm',
    'install',
    '--ignore-scripts',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--include=dev',
    ...packages,
    ...kit,
  )
  run(process.execPath, 'node_modules/next/dist/bin/next', 'build')
}, 600_000)

test('behavior: a Next.js page of server components builds without the test wallet', () => {
  const html = readFileSync(join(folder, '.next/server/app/index.html'), 'utf8')
  expect(html).toMatch(/<latchkey-button[^>]*>.*Connect wallet.*<\/latchkey-button>/)
  for (const part of ['static', 'server']) {
    const files = readdirSync(join(folder, '.next', part), { recursive: true, encoding: 'utf8' })
    const scripts = files.filter((file) => /\.(js|html|rsc)$/.test(file))
    expect(scripts.length).toBeGreaterThan(3)
    for (const file of scripts)
      expect(readFileSync(join(folder, '.next', part, file), 'utf8'), file).not.toContain('latchkey-sandbox-wallet')
  }
})

test('behavior: the server’s button is styled, keeps its place at hydration, and connects', async () => {
  const port = await freePort(0)
  const server = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', '127.0.0.1'],
    {
      ...{ cwd: folder, env, stdio: 'ignore', detached: true },
    },
  )
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags })
  onTestFinished(async () => {
    await browser.close()
    // With the process that it starts.
    if (server.pid) process.kill(-server.pid, 'SIGKILL')
  })
  const url = `http://127.0.0.1:${port}/`
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: patience },
    )
    .toBe(200)

  const still = await browser.newPage({ javaScriptEnabled: false })
  await still.goto(url)
  const before = await still.locator('latchkey-button button').boundingBox()
  expect(before?.height).toBe(44)

  const page = await browser.newPage()
  page.setDefaultTimeout(patience)
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  // No server of Latchkey runs here.
  await page.route('https://**', (route) => route.abort())
  const options: PageWalletOptions = {
    name: 'Virtual wallet',
    accounts: [{ privateKey: `0x${'11'.repeat(32)}` }],
    chains: { 1: 'http://127.0.0.1:1' },
    policy: 'approve',
  }
  await page.addInitScript({
    content: toInitScript({ script: await bundlePageScript('../page/installVirtualWallet'), options }),
  })
  await page.goto(url)
  const button = page.locator('latchkey-button').getByRole('button')
  await expect.poll(() => page.locator('latchkey-button').evaluate(({ shadowRoot }) => shadowRoot !== null)).toBe(true)
  expect(await button.boundingBox()).toEqual(before)
  await button.click()
  await page.locator('latchkey-modal').getByRole('button', { name: 'Virtual wallet' }).click()
  await expect.poll(() => button.textContent(), { timeout: patience }).toMatch(/0x19E7/i)
  expect(problems).toEqual([])
}, 120_000)
