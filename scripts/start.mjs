// `npm start`: the whole stack on this machine. Starts the local chains, the server and the site, shows progress, writes
// .latchkey/addresses.json, prints where everything is, and ends every child on Ctrl-C.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { startChild } from './lib/child.mjs'
import { freePort } from './lib/freePort.mjs'
import { localPhone, localServerConfig, localSite, projectId } from './lib/localConfig.mjs'
import { prepare } from './lib/prepare.mjs'
import { takeProcessLock } from './lib/processLock.mjs'
import { createProgress } from './lib/progress.mjs'

await prepare()

const folder = resolve(process.env.LATCHKEY_FOLDER ?? '.latchkey')
const fresh = process.argv.includes('--fresh')
const unknown = process.argv.slice(2).filter((argument) => argument !== '--fresh')
if (unknown.length > 0) {
  console.error(`npm start does not know ${unknown.join(' ')}. It takes: npm start -- --fresh (begin anew).`)
  process.exit(1)
}

const lock = takeProcessLock(`${folder}/start.lock`)
if (lock.heldBy !== undefined) {
  console.error(
    `Latchkey already runs on ${folder} (process ${lock.heldBy}). Stop it with Ctrl-C there, or start a second one elsewhere: LATCHKEY_FOLDER=.latchkey-2 npm start`,
  )
  process.exit(75)
}

const began = performance.now()
const children = []
let ending = false
let progress = createProgress('Starting')
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('SIGHUP', () => end(0))
process.on('exit', lock.release)

try {
  if (fresh)
    for (const part of ['chains', 'server', 'server.key']) rmSync(`${folder}/${part}`, { recursive: true, force: true })
  const taken = new Set()
  const ports = {
    site: await freePort(Number(process.env.SITE_PORT ?? 7100), taken),
    api: await freePort(Number(process.env.API_PORT ?? 7101), taken),
    wallet: await freePort(Number(process.env.WALLET_PORT ?? 7102), taken),
    mailbox: await freePort(Number(process.env.MAILBOX_PORT ?? 7103), taken),
    phone: await freePort(Number(process.env.PHONE_PORT ?? 7104), taken),
    smtp: await freePort(Number(process.env.SMTP_PORT ?? 7125), taken),
    metrics: await freePort(Number(process.env.METRICS_PORT ?? 7109), taken),
    31337: await freePort(7145, taken),
    31338: await freePort(7146, taken),
  }

  const site = `http://localhost:${ports.site}`
  const api = `http://localhost:${ports.api}`
  // A name of its own, so that the wallet is another origin, and another site, than the page that holds its frame.
  const wallet = `http://wallet.localhost:${ports.wallet}`
  const phone = `http://localhost:${ports.phone}`
  const walletFolder = `${folder}/wallet`
  const pages = build('wallet pages', { file: 'apps/wallet/build.ts', args: [walletFolder] })
  const mailbox = step('mailbox', {
    file: 'packages/devnet/src/mailbox/main.ts',
    env: { PORT: ports.mailbox, LATCHKEY_SMTP_PORT: ports.smtp },
  })
  const world = await step('local chains', {
    file: 'packages/devnet/src/main.ts',
    env: { LATCHKEY_FOLDER: folder, LATCHKEY_PORT_31337: ports[31337], LATCHKEY_PORT_31338: ports[31338] },
  })
  const [{ smtpUrl, url: mailboxUrl }] = await Promise.all([mailbox, pages])
  const server = step('server', {
    file: 'apps/server/src/main.ts',
    env: {
      LATCHKEY_CONFIG: writeJson(
        'server.config.json',
        localServerConfig({ folder, world, ports, site, api, wallet, phone, walletFolder, smtpUrl }),
      ),
      // The environment wins over the file, and a PORT that the shell happens to carry must not win over what was chosen here.
      PORT: ports.api,
      METRICS_PORT: ports.metrics,
      WALLET_PORT: ports.wallet,
    },
  })
  const { siteConfig, sandbox } = localSite({ world, api, wallet })
  const web = step('site', {
    file: 'apps/web/serve.ts',
    env: {
      PORT: ports.site,
      LATCHKEY_SITE: writeJson('site.json', siteConfig),
      LATCHKEY_SANDBOX: writeJson('sandbox.json', sandbox),
    },
  })
  const demoPhone = step('demo phone', {
    file: 'apps/phone/serve.ts',
    env: { PORT: ports.phone, LATCHKEY_PHONE: writeJson('phone.json', localPhone({ world, api })) },
  })
  const [{ metricsUrl }] = await Promise.all([server, web, demoPhone])
  await caughtUp(api)

  writeJson('addresses.json', {
    site,
    api,
    wallet,
    phone,
    mailbox: mailboxUrl,
    metrics: metricsUrl,
    projectId,
    chains: Object.fromEntries(world.chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
    faucet: { address: world.faucet.address, privateKey: world.faucet.privateKey },
  })
  progress.done(`Latchkey runs, after ${((performance.now() - began) / 1000).toFixed(1)} s in all`)
  const rows = [
    ['Token site', site],
    ['Server', `${api}  (API documentation: ${api}/docs)`],
    ['Wallet', `${wallet}  (the embedded wallet's own origin)`],
    ['Mailbox', `${mailboxUrl}  (every mail of this machine ends here)`],
    ['Demo phone', `${phone}  (a wallet on another device: paste or scan the site's WalletConnect code)`],
    ['Metrics', metricsUrl],
    ...world.chains.map(({ name, id, rpcUrl }) => [name, `${rpcUrl}  (chain ${id})`]),
    ['Test wallet', 'in the site: Connect → "Local test wallet (sandbox)", no installation needed'],
  ]
  const width = Math.max(...rows.map(([name]) => name.length))
  console.log(`\n${rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`).join('\n')}\n`)
  console.log(
    `  Everything is local and all money is test money. State is in ${folder}; begin anew with npm start -- --fresh.`,
  )
  console.log('  Stop with Ctrl-C.\n')
} catch (error) {
  if (!ending) {
    progress.fail('Latchkey could not start')
    console.error(`\n${error.message}\n`)
    await end(1)
  }
}

/** Starts a child and waits until it answers; once it runs, its end is the end of everything. */
async function step(name, { file, env }) {
  progress.update(`Starting the ${name}`)
  const child = startChild({
    name,
    file,
    env,
    logFile: `${folder}/logs/${name.replaceAll(' ', '-')}.log`,
    onProgress: (message) => progress.update(`${name}: ${message}`),
  })
  children.push(child)
  const ready = await child.ready
  child.exited.then(({ code, signal, tail }) => {
    if (ending) return
    console.error(`\nThe ${name} ended (${signal ?? `code ${code}`}); the log is ${child.logFile}.\n${tail.join('\n')}`)
    end(1)
  })
  return ready
}

/** Runs a child that has done its work when it ends. */
async function build(name, { file, args }) {
  const child = startChild({ name, file, args, env: {}, logFile: `${folder}/logs/${name.replaceAll(' ', '-')}.log` })
  children.push(child)
  const { code, signal, tail } = await child.exited
  if (code !== 0 && !ending)
    throw new Error(
      `The ${name} could not be built (${signal ?? `code ${code}`}); the log is ${child.logFile}.\n${tail.join('\n')}`,
    )
}

/** Waits until the index has reached the head of every chain, so that the first page is whole. Gives up on nothing: the site tells what is missing. */
async function caughtUp(url) {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline && !ending; ) {
    const { status, dependencies } = await (await fetch(`${url}/ready`)).json()
    if (status === 'ready') return
    const missing = dependencies.find((dependency) => dependency.status === 'failed')
    progress.update(`Waiting for the ${missing.name}: ${missing.detail ?? 'no answer yet'}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

function writeJson(name, value) {
  mkdirSync(folder, { recursive: true })
  const path = `${folder}/${name}`
  // Written whole or not at all: scripts wait for addresses.json to appear.
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
  return path
}

async function end(code) {
  if (ending) return
  ending = true
  rmSync(`${folder}/addresses.json`, { force: true })
  progress = createProgress('Stopping')
  for (const child of children.toReversed()) await child.stop()
  progress.done('Stopped; nothing is left running')
  process.exit(code)
}
