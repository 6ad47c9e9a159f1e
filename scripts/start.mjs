// `npm start`: the whole stack on this machine. Starts the local chains, the server and the site, shows progress, writes
// .latchkey/addresses.json, prints where everything is, and ends every child on Ctrl-C.
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { startChild } from './lib/child.mjs'
import {
  localNameGateway,
  localPhone,
  localServerConfig,
  localSite,
  localSubscription,
  projectId,
} from './lib/localConfig.mjs'
import { localPages } from './lib/localPages.mjs'
import { prepare } from './lib/prepare.mjs'
import { takeProcessLock } from './lib/processLock.mjs'
import { createProgress } from './lib/progress.mjs'
import { startOnFreePorts } from './lib/startOnFreePorts.mjs'

await prepare()

const folder = resolve(process.env.LATCHKEY_FOLDER ?? '.latchkey')
const fresh = process.argv.includes('--fresh')
const unknown = process.argv.slice(2).filter((argument) => argument !== '--fresh')
if (unknown.length > 0) {
  console.error(
    `npm start does not know ${unknown.join(' ')}. Its only option deletes the local data and starts again: npm start -- --fresh`,
  )
  process.exit(1)
}

const lock = lockFolder()
if (lock.heldBy !== undefined) {
  console.error(
    `Latchkey already runs on ${folder} (process ${lock.heldBy}). Stop it with Ctrl-C there, or start a second one elsewhere: LATCHKEY_FOLDER=.latchkey-2 npm start`,
  )
  process.exit(75)
}

/** Limits the memory of idle parts; production uses its own settings. `MALLOC_ARENA_MAX` is glibc's, for memory that threads leave behind. */
const smallMemory = { flags: ['--max-semi-space-size=4'], env: { MALLOC_ARENA_MAX: '2' } }
/** Of the server that this start runs. */
const programFolder = resolve(
  `apps/server/.latchkey/started-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
)
const children = []
const builders = []
let ending = false
let progress = createProgress('Starting')
process.on('SIGINT', () => end(0))
process.on('SIGTERM', () => end(0))
process.on('SIGHUP', () => end(0))
process.on('exit', lock.release)

try {
  if (fresh)
    for (const part of ['cards', 'chains', 'server', 'server.key'])
      rmSync(`${folder}/${part}`, { recursive: true, force: true })
  const pages = localPages({ folder: `${folder}/pages`, run: build })
  for (const part of Object.values(pages)) watch(part)
  const program = watch(build({ name: 'server program', file: 'scripts/build.mjs', args: ['server'] }))
  const { ports, wanted, world, metricsUrl, mailboxUrl, identityUrl, cardsUrl, ...origins } = await startOnFreePorts({
    start: (chosen) => startParts({ pages, program, ...chosen }),
    stop: () => {
      progress.update('A port is in use by now: starting at other ports')
      return stopParts()
    },
  })
  const { site, api, wallet, phone, subscription } = origins
  await caughtUp(api)

  writeJson('addresses.json', {
    site,
    api,
    wallet,
    phone,
    subscription,
    mailbox: mailboxUrl,
    identity: identityUrl,
    cards: cardsUrl,
    metrics: metricsUrl,
    projectId,
    chains: Object.fromEntries(world.chains.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
    solana: Object.fromEntries(world.solana.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
    bitcoin: Object.fromEntries(world.bitcoin.map(({ chainId, esploraUrl }) => [chainId, esploraUrl])),
    faucet: { address: world.faucet.address, privateKey: world.faucet.privateKey },
  })
  progress.done('Latchkey runs')
  console.log('\n  Open in your browser')
  print([
    ['Token site', site],
    ['Mailbox', `${mailboxUrl}  (every mail that the server sends, with the login codes)`],
    ['Demo phone', `${phone}  (imitates a wallet on another device: scan or paste the site's WalletConnect code)`],
    ['Example app', `${subscription}  (a newspaper that charges your wallet within the limit that you allow)`],
    ['Card page (sandbox)', `${cardsUrl}  (no real money: opens when you buy on the site, and lists its test cards)`],
    ['API documentation', `${api}/docs`],
  ])
  console.log('\n  For programs')
  print([
    ['Server', `${api}  (project id ${projectId})`],
    ['Wallet', `${wallet}  (the origin of the embedded wallet; sites load it in a frame)`],
    [
      'Identity provider',
      `${identityUrl}  (sandbox: opens for a login with Google or another provider; /farcaster imitates the Farcaster app)`,
    ],
    ['Metrics', metricsUrl],
    ...world.chains.map(({ name, id, rpcUrl }) => [name, `${rpcUrl}  (chain ${id})`]),
    ...world.solana.map(({ name, rpcUrl, wsUrl }) => [
      name,
      `${rpcUrl}  (WebSocket ${wsUrl}; requestAirdrop sends up to 1,000 SOL)`,
    ]),
    ...world.bitcoin.map(({ name, esploraUrl }) => [
      name,
      `${esploraUrl}  (regtest with an Esplora API; POST /regtest/fund sends coins, POST /regtest/mine adds a block)`,
    ]),
  ])
  for (const line of describeMoves({ wanted, ports, world })) console.log(`\n  ${line}`)
  console.log(`
  On the site choose Connect wallet → Local test wallet (sandbox): it has test money and needs no installation.
  Demo smart wallet opens in a separate window. The server counts visitor events: npm run telemetry prints a report.
  Everything is local, and the data is in ${folder}. npm start -- --fresh deletes it and starts again.
  Stop with Ctrl-C.
`)
} catch (error) {
  if (!ending) {
    progress.fail('Latchkey could not start')
    console.error(`\n${error.message}\n`)
    await end(1)
  }
}

/** Starts the parts, each as soon as its dependencies are ready. */
async function startParts({ pages, program, ports, release }) {
  const site = `http://localhost:${ports.site}`
  const api = `http://localhost:${ports.api}`
  // A separate host name makes the wallet another origin, and another site, than the page with its frame.
  const wallet = `http://wallet.localhost:${ports.wallet}`
  const phone = `http://localhost:${ports.phone}`
  const subscription = `http://localhost:${ports.subscription}`
  const start = async (name, { listens, ...options }) => {
    await release(listens)
    return step(name, options)
  }
  const mailbox = watch(
    start('mailbox', {
      listens: ['mailbox', 'smtp'],
      file: 'packages/devnet/src/mailbox/main.ts',
      env: { PORT: ports.mailbox, LATCHKEY_SMTP_PORT: ports.smtp },
    }),
  )
  const identity = watch(
    start('identity provider', {
      listens: ['identity'],
      file: 'packages/devnet/src/identity/main.ts',
      env: { PORT: ports.identity, LATCHKEY_WALLET_ORIGIN: wallet },
    }),
  )
  const cardKey = randomBytes(24).toString('hex')
  const cards = watch(
    start('card processor', {
      listens: ['cards'],
      file: 'packages/devnet/src/cards/main.ts',
      env: { PORT: ports.cards, CARDS_KEY: cardKey, CARDS_FOLDER: `${folder}/cards` },
    }),
  )
  const world = await start('local chains', {
    listens: ['31337', '31338', 'solana', 'bitcoin'],
    file: 'packages/devnet/src/main.ts',
    env: {
      LATCHKEY_FOLDER: folder,
      LATCHKEY_PORT_31337: ports[31337],
      LATCHKEY_PORT_31338: ports[31338],
      LATCHKEY_PORT_SOLANA: ports.solana,
      LATCHKEY_PORT_BITCOIN: ports.bitcoin,
      // The port may have moved since the last start.
      LATCHKEY_NAME_GATEWAY: localNameGateway({ api }),
    },
  })
  const [{ smtpUrl, url: mailboxUrl }, { url: identityUrl, social }, { url: cardsUrl }, walletFolder] =
    await Promise.all([mailbox, identity, cards, pages.wallet, program])
  const server = start('server', {
    listens: ['api', 'metrics', 'wallet'],
    file: serverFile(),
    isBuilt: true,
    env: {
      LATCHKEY_CONFIG: writeJson(
        'server.config.json',
        localServerConfig({
          ...{ folder, world, ports, site, api, wallet, phone, subscription, walletFolder, smtpUrl },
          ...{ social: withoutReal(social), identity: identityUrl, cards: { url: cardsUrl, key: cardKey } },
          // A page that is being developed on this machine, on whatever port.
          origins: ['http://localhost:*', 'http://127.0.0.1:*'],
        }),
      ),
      // The environment wins over the file, and a PORT of the shell must not override the chosen one.
      PORT: ports.api,
      METRICS_PORT: ports.metrics,
      WALLET_PORT: ports.wallet,
    },
  })
  const { siteConfig, sandbox } = localSite({ world, api, wallet, phone })
  const web = async () =>
    start('site', {
      listens: ['site'],
      file: 'apps/web/serve.ts',
      env: {
        PORT: ports.site,
        LATCHKEY_SITE: writeJson('site.json', siteConfig),
        LATCHKEY_SITE_BUILT: await pages.site,
        LATCHKEY_SANDBOX: writeJson('sandbox.json', sandbox),
        LATCHKEY_SANDBOX_SCRIPT: `${await pages.sandbox}/sandbox.js`,
      },
    })
  const demoPhone = async () =>
    start('demo phone', {
      listens: ['phone'],
      file: 'apps/phone/serve.ts',
      env: {
        PORT: ports.phone,
        LATCHKEY_PHONE: writeJson('phone.json', localPhone({ world, api })),
        LATCHKEY_PHONE_BUILT: await pages.phone,
      },
    })
  const paper = async () =>
    start('example app', {
      listens: ['subscription'],
      file: 'apps/subscription/serve.ts',
      env: {
        PORT: ports.subscription,
        SUBSCRIPTION_CONFIG: writeJson('subscription.json', localSubscription({ world, api, wallet })),
        SUBSCRIPTION_BUILT: await pages.subscription,
      },
    })
  const [{ metricsUrl }] = await Promise.all([server, web(), demoPhone(), paper()])
  return { world, site, api, wallet, phone, subscription, metricsUrl, mailboxUrl, identityUrl, cardsUrl }
}

/**
 * Copies the server's program for this start, so that a build in the meantime, for example by a test, does not change the running one. The
 * copy is below `apps/server`, where its packages are found.
 */
function serverFile() {
  rmSync(programFolder, { recursive: true, force: true })
  cpSync('apps/server/dist', programFolder, { recursive: true, filter: (path) => !path.endsWith('.map') })
  return `${programFolder}/main.mjs`
}

/** Lists the moved ports, for users who remember the usual ones. The chains choose again when they start. */
function describeMoves({ wanted, ports, world }) {
  const portOf = (url) => Number(new URL(url).port)
  const chains = {
    ...Object.fromEntries(world.chains.map(({ id, rpcUrl }) => [id, portOf(rpcUrl)])),
    ...(world.solana[0] ? { solana: portOf(world.solana[0].rpcUrl) } : {}),
    ...(world.bitcoin[0] ? { bitcoin: portOf(world.bitcoin[0].esploraUrl) } : {}),
  }
  return Object.entries({ ...ports, ...chains }).flatMap(([part, port]) => {
    const { name, port: first } = wanted[part]
    return first === 0 || port === first ? [] : [`Port ${first} was taken: ${name} is at ${port} instead.`]
  })
}

/** The lock that keeps a second start off this folder; ends here when the folder cannot be written. */
function lockFolder() {
  try {
    return takeProcessLock(`${folder}/start.lock`)
  } catch (error) {
    console.error(
      `Latchkey keeps its state in ${folder}, which cannot be written (${error.code}). Name another folder: LATCHKEY_FOLDER=~/latchkey npm start`,
    )
    process.exit(1)
  }
}

/** The local providers, except those whose keys are in the environment: these use the real provider. */
function withoutReal(social) {
  return Object.fromEntries(
    Object.entries(social).filter(([provider]) => !process.env[`${provider.toUpperCase()}_CLIENT_ID`]),
  )
}

/** Prints rows with a name and a value. */
function print(rows) {
  for (const [name, value] of rows) console.log(`    ${name.padEnd(19)}  ${value}`)
}

/** Lets a part fail before its promise is awaited: the later await then reports the error. */
function watch(part) {
  part.catch(() => {})
  return part
}

/** Starts a child and waits until it answers; once it runs, its end is the end of everything. */
async function step(name, { file, env, isBuilt }) {
  progress.update(`Starting the ${name}`)
  const child = startChild({
    ...{ name, file, isBuilt, flags: smallMemory.flags, env: { ...smallMemory.env, ...env } },
    logFile: `${folder}/logs/${name.replaceAll(' ', '-')}.log`,
    onProgress: (message) => progress.update(`${name}: ${message}`),
  })
  children.push(child)
  const ready = await child.ready
  child.exited.then(({ code, signal, tail }) => {
    if (ending || !children.includes(child)) return
    console.error(`\nThe ${name} ended (${signal ?? `code ${code}`}); the log is ${child.logFile}.\n${tail.join('\n')}`)
    end(1)
  })
  return ready
}

/** Runs a child that has done its work when it ends. */
async function build({ name, file, args }) {
  const child = startChild({ name, file, args, env: {}, logFile: `${folder}/logs/${name.replaceAll(' ', '-')}.log` })
  builders.push(child)
  const { code, signal, tail } = await child.exited
  if (code !== 0 && !ending)
    throw new Error(
      `The ${name} could not be built (${signal ?? `code ${code}`}); the log is ${child.logFile}.\n${tail.join('\n')}`,
    )
}

/** Waits until the index has reached the head of every chain, so that the first page is complete. Never fails: the site shows gaps. */
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

/** Stops all parts, the last one first. */
async function stopParts() {
  for (const child of children.splice(0).toReversed()) await child.stop()
}

async function end(code) {
  if (ending) return
  ending = true
  rmSync(`${folder}/addresses.json`, { force: true })
  progress = createProgress('Stopping')
  await Promise.all(builders.map((child) => child.stop()))
  await stopParts()
  rmSync(programFolder, { recursive: true, force: true })
  progress.done('Stopped; nothing is left running')
  process.exit(code)
}
