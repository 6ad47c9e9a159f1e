import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { verifyMessage } from 'viem'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { chromiumFlags, findChromium } from './lib/chromium.mjs'
import { patience } from './lib/patience.mjs'
import { serveDeveloperSite } from './lib/serveDeveloperSite.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-start-'))
// Ignore a PORT that the shell happens to carry.
const env = { ...process.env, LATCHKEY_FOLDER: folder, PORT: '1' }
const started: ChildProcess[] = []

// A test that fails half-way leaves nothing to the next one.
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    const exited = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGINT')
    await exited
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Addresses = {
  site: string
  api: string
  wallet: string
  subscription: string
  mailbox: string
  identity: string
  cards: string
  metrics: string
  projectId: string
  chains: Record<string, string>
  solana: Record<string, string>
  bitcoin: Record<string, string>
  faucet: { address: string; privateKey: string }
}

function start(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let output = ''
  child.stdout.on('data', (data) => {
    output += data
  })
  child.stderr.on('data', (data) => {
    output += data
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const says = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.includes(text) && resolve()
      child.stdout.on('data', look)
      exited.then(() => reject(new Error(`npm start ended without saying "${text}":\n${output}`)))
      look()
    })
  return { child, exited, says, output: () => output }
}

/** Processes of this machine that carry our folder in their environment: everything that this test has started. */
function processesOfFolder(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`LATCHKEY_FOLDER=${folder}\0`)
    } catch {
      return false
    }
  })
}

/** Requests a name below `localhost`, which browsers resolve and Node does not. */
function statusOf(address: string): Promise<number | undefined> {
  const { host, port, pathname, search } = new URL(address)
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: pathname + search, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    }).on('error', reject)
  })
}

test('default: everything answers at its printed address, and a killed starter ends its children', async () => {
  const run = start()
  await run.says('Stop with Ctrl-C')
  const addresses: Addresses = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8'))
  for (const name of ['site', 'api', 'metrics', 'wallet', 'mailbox', 'identity', 'cards', 'subscription'] as const)
    expect(run.output()).toContain(addresses[name])
  expect((await fetch(addresses.site)).headers.get('content-type')).toContain('text/html')
  expect((await fetch(`${addresses.api}/health`)).status).toBe(200)
  expect(await (await fetch(addresses.metrics)).text()).toContain('# HELP')
  expect(await (await fetch(`${addresses.mailbox}/api/messages`)).json()).toEqual({ messages: [] })
  expect(await (await fetch(`${addresses.identity}/google/.well-known/openid-configuration`)).json()).toMatchObject({
    issuer: `${addresses.identity}/google`,
  })
  expect(await statusOf(`${addresses.cards}/pay/co_${'0'.repeat(32)}`)).toBe(404)
  expect(await (await fetch(`${addresses.subscription}/api/plan`)).json()).toMatchObject({ apiUrl: addresses.api })
  const site = await (await fetch(`${addresses.site}/site.json`)).json()
  expect(await statusOf(site.connectors.smartWallet.url)).toBe(200)
  const analytics = await fetch(`${addresses.api}/getAnalyticsConfig?projectId=${addresses.projectId}`, {
    headers: { origin: addresses.site },
  })
  expect(await analytics.json()).toEqual({ isAnalyticsEnabled: site.telemetry })
  expect((await fetch(addresses.subscription)).headers.get('content-type')).toContain('text/html')
  expect(await statusOf(`${addresses.wallet}/frame?projectId=${addresses.projectId}&version=1`)).toBe(200)
  for (const [chainId, url] of Object.entries(addresses.chains)) {
    const reply = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
      headers: { 'content-type': 'application/json' },
    })
    expect(`eip155:${Number(((await reply.json()) as { result: string }).result)}`).toBe(chainId)
  }
  expect(Object.keys(addresses.chains)).toEqual(['eip155:31337', 'eip155:31338'])
  for (const [chainId, url] of Object.entries(addresses.solana)) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' })
    const reply = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
    expect(`solana:${((await reply.json()) as { result: string }).result.slice(0, 32)}`).toBe(chainId)
  }
  for (const [chainId, url] of Object.entries(addresses.bitcoin)) {
    const genesis = await (await fetch(`${url}/block-height/0`)).text()
    expect(`bip122:${genesis.slice(0, 32)}`).toBe(chainId)
  }

  const second = start()
  expect(await second.exited).toBe(75)
  expect(second.output()).toContain(`already runs on ${folder} (process ${run.child.pid})`)

  run.child.kill('SIGKILL')
  await run.exited
  await expect.poll(processesOfFolder, { timeout: patience }).toEqual([])
})

test('behavior: the start after a killed one continues, and Ctrl-C leaves no process', async () => {
  const run = start()
  await run.says('Stop with Ctrl-C')
  run.child.kill('SIGINT')
  expect(await run.exited).toBe(0)
  expect(existsSync(join(folder, 'addresses.json'))).toBe(false)
  expect(processesOfFolder()).toEqual([])
})

test('behavior: a developer’s own page under vite connects the test wallet by the plugin, and signs', async () => {
  const run = start()
  await run.says('Stop with Ctrl-C')
  const addresses: Addresses = JSON.parse(readFileSync(join(folder, 'addresses.json'), 'utf8'))
  const developers = await serveDeveloperSite(addresses)
  const executablePath = findChromium()
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags })
  onTestFinished(async () => {
    await browser.close()
    await developers.stop()
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(patience)
  await page.goto(developers.url)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  const name = 'Local test wallet (sandbox)'
  await page.locator('latchkey-modal').getByRole('button', { name }).click()
  await page.getByRole('dialog', { name: 'Connect' }).getByRole('button', { name: 'Connect' }).click()
  const [account] = (await askWallet({ page, name, method: 'eth_accounts', params: [] })) as [`0x${string}`]
  // Ada has a name on the local chains.
  const button = page.locator('latchkey-button').getByRole('button')
  await expect
    .poll(() => button.textContent(), { timeout: patience })
    .toMatch(new RegExp(`ada|${account.slice(0, 6)}`, 'i'))

  const message = 'A page of my own'
  const params = [`0x${Buffer.from(message).toString('hex')}`, account]
  const signing = askWallet({ page, name, method: 'personal_sign', params })
  await page.getByRole('dialog', { name: 'Sign message' }).getByRole('button', { name: 'Sign' }).click()
  const signature = (await signing) as `0x${string}`
  expect(await verifyMessage({ address: account, message, signature })).toBe(true)
})

/** Asks an announced wallet as the page would (EIP-6963). */
function askWallet({ page, ...request }: { page: Page; name: string; method: string; params: unknown[] }) {
  return page.evaluate(
    ({ name, method, params }) =>
      new Promise((resolve, reject) => {
        addEventListener('eip6963:announceProvider', (event) => {
          const { info, provider } = (event as CustomEvent).detail
          if (info.name === name) provider.request({ method, params }).then(resolve, reject)
        })
        dispatchEvent(new Event('eip6963:requestProvider'))
      }),
    request,
  )
}

test('behavior: a start that is ended early leaves no process', async () => {
  const run = start()
  await run.says('Starting the server')
  run.child.kill('SIGTERM')
  expect(await run.exited).toBe(0)
  expect(processesOfFolder()).toEqual([])
})

test('behavior: two starts at the same moment choose different ports, and released ports are free again', async () => {
  const choose = () => {
    const code = `
      import('./scripts/lib/choosePorts.mjs').then(async ({ choosePorts }) => {
        const { ports } = await choosePorts()
        console.log(JSON.stringify(Object.values(ports)))
        process.stdin.resume()
        process.stdin.on('end', () => process.exit(0))
      })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
    started.push(child)
    const ports = new Promise<number[]>((resolve) => child.stdout?.once('data', (line) => resolve(JSON.parse(line))))
    const exited = new Promise((resolve) => child.once('exit', resolve))
    return { ports, leave: async () => child.stdin?.end() && (await exited) }
  }
  const runs = [choose(), choose(), choose()]
  const chosen = await Promise.all(runs.map(({ ports }) => ports))
  expect(new Set(chosen.flat()).size).toBe(chosen.flat().length)
  // The ports are still free, and a later start avoids them nevertheless.
  const [first] = runs
  const later = choose()
  expect((await later.ports).some((port) => chosen.flat().includes(port))).toBe(false)
  const lockOf = (port?: number) => join(tmpdir(), `latchkey-ports-${userInfo().uid}`, `${port}.lock`)
  expect(existsSync(lockOf(chosen[0]?.[0]))).toBe(true)
  await first?.leave()
  expect(existsSync(lockOf(chosen[0]?.[0]))).toBe(false)
})

test('error: an unknown argument is named', async () => {
  const run = start('--frseh')
  expect(await run.exited).toBe(1)
  expect(run.output()).toContain('npm start does not know --frseh')
})
